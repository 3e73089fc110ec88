"""Decides whether a failure is retried, and after how many seconds."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime

import httpx

from .errors import ApiConnectionError, ApiError, CardfileError

#: Statuses of temporary failures.
_PASSING = {408, 429, 500, 502, 503, 504}

#: The first delay between attempts in seconds; it doubles with each.
_FIRST_DELAY = 0.25
_DELAY_MAX = 8.0

#: If Retry-After is longer than this, the error is raised without a retry.
_RETRY_AFTER_MAX = 60.0


def retry_delay(error: CardfileError, attempt: int) -> float | None:
    """Seconds until the next attempt; None if the error is not temporary."""
    seconds = 0.0
    if isinstance(error, ApiError):
        if error.status not in _PASSING:
            return None
        seconds = retry_after(error.response)
        if seconds > _RETRY_AFTER_MAX:
            return None
    elif not isinstance(error, ApiConnectionError):
        return None
    # Jitter spreads the retries of clients that failed at the same time.
    backoff = min(_FIRST_DELAY * 2.0**attempt, _DELAY_MAX) * (0.5 + random.random() / 2)
    return max(seconds, backoff)


def retry_after(response: httpx.Response) -> float:
    """The header Retry-After in seconds; it has seconds or a date. 0 without the header."""
    header = response.headers.get("retry-after", "")
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0.0)
    except ValueError:
        return 0.0
