"""The errors of the client: answers of the service without status 2xx, by status, and failures to get an answer."""

from __future__ import annotations

import json
from typing import Any

import httpx

from ._generated.types import BatchAnswer


class CardfileError(Exception):
    """The base of all errors that the client raises."""


class ApiError(CardfileError):
    """The service answered with an error. Nothing was charged."""

    def __init__(self, response: httpx.Response, error: dict[str, Any]) -> None:
        super().__init__(error.get("message") or _strange_answer(response))
        #: HTTP status.
        self.status = response.status_code
        #: Code of the error, such as INVALID_INPUT; UNKNOWN if the answer is not from the service.
        self.code: str = error.get("code", "UNKNOWN")
        #: All faults of a rejected input: path, message and suggestion.
        self.details: list[dict[str, Any]] = error.get("details", [])
        #: The id of the request; state it when you contact the operator of the service.
        self.request_id: str | None = error.get("request_id", response.headers.get("x-request-id"))
        #: Status and headers.
        self.response = response

    @property
    def suggestion(self) -> str | None:
        """The nearest allowed value of the first fault that has one."""
        return next((each["suggestion"] for each in self.details if each.get("suggestion") is not None), None)


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, revoked, expired or not allowed for this path."""


class CreditsExhaustedError(ApiError):
    """402: fewer credits are left in this month than the call costs."""


class NotFoundError(ApiError):
    """404 of the service: there is no matching record. A 404 of another server at the address is an ApiError."""


class ConflictError(ApiError):
    """409: the state of a batch does not allow the call."""

    @property
    def batch_id(self) -> str | None:
        """The unfinished batch of the same input; None for another conflict."""
        return self.details[0].get("batch_id") if self.details else None


class InvalidInputError(ApiError):
    """413 and 422: the input is invalid; ``details`` lists each fault."""


class RateLimitError(ApiError):
    """429: the requests per second of the account are exceeded."""


class ServiceError(ApiError):
    """5xx: the service could not complete the request."""


class ApiConnectionError(CardfileError):
    """No answer: the server was not reached, or the connection was lost."""


class ApiTimeoutError(ApiConnectionError):
    """No answer within the time limit of an attempt."""


class BatchUnfinishedError(CardfileError):
    """A batch ended before its last row: it is paused, cancelled or failed. The executed rows have been read."""

    def __init__(self, batch: BatchAnswer) -> None:
        reason = "" if batch["reason"] is None else f": {batch['reason']}"
        rows = f"{batch['done']} of {batch['rows']} rows"
        super().__init__(f"the batch {batch['id']} is {batch['state']} after {rows}{reason}")
        #: The batch; ``batches.resume`` continues it if it is paused or failed.
        self.batch = batch


_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    402: CreditsExhaustedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidInputError,
    422: InvalidInputError,
    429: RateLimitError,
}


def api_error(response: httpx.Response) -> ApiError:
    """The error of an answer whose body has been read."""
    status = response.status_code
    error = _error_of(response.text)
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else ApiError)
    # A 404 that is not from the service means a wrong address, not an unknown record.
    return (ApiError if kind is NotFoundError and not error else kind)(response, error)


def _error_of(body: str) -> dict[str, Any]:
    """The error object of a body; empty if a proxy or another server wrote it."""
    try:
        error = json.loads(body)["error"]
        return error if isinstance(error["code"], str) else {}
    except (ValueError, KeyError, TypeError):
        return {}


def _strange_answer(response: httpx.Response) -> str:
    """Advice for an answer that a proxy or another server wrote."""
    status = response.status_code
    if not 300 <= status < 400:
        return f"the server answered with status {status}, but not as Cardfile does; check base_url and any proxy"
    following = response.next_request
    origin = f"{following.url.scheme}://{following.url.netloc.decode()}" if following else "another address"
    return f"the server redirects to {origin}; give that address as base_url"
