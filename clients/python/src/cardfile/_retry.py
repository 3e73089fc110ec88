"""Which failures are retried, and after how many seconds."""

from __future__ import annotations

import random

from .errors import ApiConnectionError, ApiError, CardfileError

#: Statuses that may pass by themselves.
_PASSING = {408, 429, 500, 502, 503, 504}

#: The first delay between attempts in seconds; it doubles with each.
_FIRST_DELAY = 0.25
_DELAY_MAX = 8.0

#: A Retry-After beyond this is not waited for: the error is raised.
_RETRY_AFTER_MAX = 60.0


def retry_delay(error: CardfileError, attempt: int) -> float | None:
    """Seconds until the next attempt; None if the error does not pass by itself."""
    seconds = 0.0
    if isinstance(error, ApiError):
        if error.status not in _PASSING:
            return None
        header = error.response.headers.get("retry-after", "")
        seconds = float(header) if header.isdigit() else 0.0
        if seconds > _RETRY_AFTER_MAX:
            return None
    elif not isinstance(error, ApiConnectionError):
        return None
    # With jitter, so that clients which failed together do not come back together.
    backoff = min(_FIRST_DELAY * 2.0**attempt, _DELAY_MAX) * (0.5 + random.random() / 2)
    return max(seconds, backoff)
