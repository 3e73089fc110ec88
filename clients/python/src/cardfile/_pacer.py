"""Delays calls so that they stay below the requests per second of the account.

The headers RateLimit-Policy and RateLimit of each answer state the limit (IETF draft-ietf-httpapi-ratelimit-headers).
The pacer only counts; the transports wait.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque

import httpx

#: The network may shorten the time between two calls: the window of the client is longer by this many seconds.
_JITTER = 0.05

#: Seconds between checks for the first answer.
_POLL = 0.005


class Pacer:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._quota: int | None = None
        self._window = 0.0
        #: Times at which calls of the last window started, oldest first.
        self._starts: deque[float] = deque()
        self._closed_until = 0.0
        self._in_flight = 0

    def admit(self) -> float:
        """Counts a call and returns 0 if it may start now; otherwise the seconds to wait before the next try."""
        with self._lock:
            now = time.monotonic()
            wait = self._wait(now)
            if wait <= 0:
                self._starts.append(now)
                self._in_flight += 1
            return max(wait, 0.0)

    def _wait(self, now: float) -> float:
        if self._closed_until > now:
            return self._closed_until - now
        if self._quota is None:
            # Only one call at a time, until an answer states the limit.
            return _POLL if self._in_flight > 0 else 0.0
        while self._starts and self._starts[0] <= now - self._window:
            self._starts.popleft()
        if len(self._starts) < self._quota:
            return 0.0
        return self._starts[len(self._starts) - self._quota] + self._window - now

    def ended(self, headers: httpx.Headers | None) -> None:
        """Records the end of a call; ``headers`` is None if there was no answer."""
        with self._lock:
            self._in_flight -= 1
            if headers is None:
                return
            policy = _parameters(headers.get("ratelimit-policy", ""))
            if policy.get("q", 0) > 0 and "w" in policy:
                self._quota, self._window = policy["q"], policy["w"] + _JITTER
            limit = _parameters(headers.get("ratelimit", ""))
            # Other clients of the account may have used the rest.
            if limit.get("r") == 0 and "t" in limit:
                self._closed_until = max(self._closed_until, time.monotonic() + limit["t"])


def _parameters(value: str) -> dict[str, int]:
    """The numeric parameters of ``"default";q=50;w=1``."""
    return {name: int(number) for name, number in re.findall(r";\s*([a-z]+)=(\d+)", value)}
