"""The clients: their settings, and the calls of the API."""

from __future__ import annotations

import json
import os
import re
from types import TracebackType
from typing import Any

import httpx

from ._batches import AsyncBatches, Batches
from ._call import CallOptions, Result
from ._generated.operations import AsyncOperations, Method, Operations
from ._paging import AsyncPaged, Paged, Paging
from ._transport import AsyncTransport, Request, Settings, Transport
from .errors import CardfileError


def _settings(
    api_key: str | None,
    base_url: str | None,
    timeout: float | None,
    max_retries: int,
    pace: bool,
    headers: dict[str, str] | None,
) -> Settings:
    # A key that is read from a file ends with a line feed.
    key = (api_key or os.environ.get("CARDFILE_KEY") or "").strip()
    if not key:
        raise CardfileError("api_key is missing: pass it, or set the environment variable CARDFILE_KEY")
    if not re.fullmatch("[!-~]+", key):
        raise CardfileError("the API key has invalid characters; check that the whole key was copied")
    url = _address(base_url or os.environ.get("CARDFILE_URL") or "http://127.0.0.1:8080")
    return Settings(key, url, timeout, max_retries, pace, headers or {})


def _address(given: str) -> str:
    """An address without a slash at its end, to which paths can be appended."""
    text = given.strip()
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise CardfileError(f"base_url is not a URL: {text}") from error
    if url.scheme not in ("http", "https") or not url.host or re.search(r"\s", text):
        raise CardfileError(f"base_url is not a URL: {text}")
    if re.search("[?#]", text):
        raise CardfileError(f"base_url must have an address and a path only: {text}")
    address = text.rstrip("/")
    if re.fullmatch("[a-z]+://[^/]+/v2", address, re.IGNORECASE):
        raise CardfileError(f"base_url ends with /v2, which the client adds: give {address[:-3]}")
    return address


def _request(method: str, path: str, body: Any) -> Request:
    return Request(method, path, content=None if body is None else json.dumps(body).encode())


class Cardfile(Operations):
    """A client of one account. Threads may share it.

    :param api_key: The API key; by default the value of the environment variable CARDFILE_KEY.
    :param base_url: Address of the service; by default the value of CARDFILE_URL, else http://127.0.0.1:8080.
    :param timeout: Seconds that each step of an attempt may take: connecting, sending, and each read of the answer.
        None: no limit.
    :param max_retries: Number of retries after an attempt that failed for a temporary reason.
    :param pace: Delays calls so that they stay below the requests per second of the account.
    :param headers: Additional headers of each call.
    :param http: An httpx client with custom settings, such as a proxy.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | None = 30.0,
        max_retries: int = 3,
        pace: bool = True,
        headers: dict[str, str] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._transport = Transport(_settings(api_key, base_url, timeout, max_retries, pace, headers), http)
        #: Look-ups of up to a million rows, executed in the background.
        self.batches = Batches(self._transport)

    def __enter__(self) -> Cardfile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]:
        return self._transport.send(_request(method, path, body), options)

    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> Paged[Any, Any]:
        return Paged.start(lambda page, given: self._call("POST", path, page, given), body, paging, options)


class AsyncCardfile(AsyncOperations):
    """The asynchronous client of one account. It has the same settings as ``Cardfile``."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | None = 30.0,
        max_retries: int = 3,
        pace: bool = True,
        headers: dict[str, str] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._transport = AsyncTransport(_settings(api_key, base_url, timeout, max_retries, pace, headers), http)
        #: Look-ups of up to a million rows, executed in the background.
        self.batches = AsyncBatches(self._transport)

    async def __aenter__(self) -> AsyncCardfile:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]:
        return await self._transport.send(_request(method, path, body), options)

    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> AsyncPaged[Any, Any]:
        return AsyncPaged(lambda page, given: self._call("POST", path, page, given), body, paging, options)
