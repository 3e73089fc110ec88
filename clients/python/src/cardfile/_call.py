"""A call and its result, as callers of the client see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypedDict, TypeVar

import httpx

Data = TypeVar("Data")


class CallOptions(TypedDict, total=False):
    """Settings of one call; they override the settings of the client."""

    #: Seconds that each step of one attempt may take: connecting, sending, and each read of the answer.
    #: None: no limit.
    timeout: float | None
    #: Number of retries after an attempt that failed for a temporary reason.
    max_retries: int
    #: A repetition with the same key and the same body returns the stored answer for 24 hours and costs nothing. By
    #: default each call has a random key, so that a retry is never charged twice.
    idempotency_key: str


@dataclass(frozen=True)
class Result(Generic[Data]):
    """An answer with status 2xx, its credits and its request id."""

    data: Data
    #: Credits that the call cost: 0 for free operations and repeated calls.
    credits: int
    #: Credits left in this month; None if the operation does not state them.
    credits_remaining: int | Literal["unlimited"] | None
    #: The id of the request; state it when you contact the operator of the service.
    request_id: str | None
    #: Whether the service repeated the stored answer of an earlier call with the same Idempotency-Key.
    is_replayed: bool
    #: Status, headers and body.
    response: httpx.Response


def result_of(response: httpx.Response) -> Result[object]:
    """Makes a result from an answer with status 2xx, whose body has been read."""
    headers = response.headers
    remaining = headers.get("x-credits-remaining")
    is_empty = response.status_code == 204
    data = None if is_empty else response.json()
    if not is_empty and not isinstance(data, dict):
        raise ValueError("the service answers objects")
    return Result(
        data=data,
        credits=int(headers.get("x-credits-used", 0)),
        credits_remaining=remaining if remaining in (None, "unlimited") else int(remaining),
        request_id=headers.get("x-request-id"),
        is_replayed=headers.get("idempotency-replayed") == "true",
        response=response,
    )
