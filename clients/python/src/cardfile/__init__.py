"""The Python client of the Cardfile API.

    from cardfile import Cardfile

    with Cardfile(api_key="cf_live_...", base_url="https://data.example") as cardfile:
        for person in cardfile.people_search({"people": {"job_level": ["VP"]}}):
            print(person["full_name"])
"""

from ._batches import AsyncBatches, Batches, BatchOperation
from ._call import CallOptions, Result
from ._client import AsyncCardfile, Cardfile
from ._paging import AsyncPaged, Paged
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    BatchUnfinishedError,
    CardfileError,
    ConflictError,
    CreditsExhaustedError,
    InvalidInputError,
    NotFoundError,
    RateLimitError,
    ServiceError,
)
from .webhooks import WebhookError, WebhookEvent, verify_webhook

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncBatches",
    "AsyncCardfile",
    "AsyncPaged",
    "AuthenticationError",
    "BatchOperation",
    "BatchUnfinishedError",
    "Batches",
    "CallOptions",
    "Cardfile",
    "CardfileError",
    "ConflictError",
    "CreditsExhaustedError",
    "InvalidInputError",
    "NotFoundError",
    "Paged",
    "RateLimitError",
    "Result",
    "ServiceError",
    "WebhookError",
    "WebhookEvent",
    "verify_webhook",
]
