"""One call over HTTP: the headers, the time limit of each attempt, retries with backoff, and pacing.

A synchronous and an asynchronous transport with the same steps.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import httpx

from ._call import CallOptions, Result, result_of
from ._pacer import Pacer
from ._retry import retry_delay
from .errors import ApiConnectionError, ApiTimeoutError, CardfileError, NotFoundError, api_error

Value = TypeVar("Value")


@dataclass(frozen=True)
class Settings:
    api_key: str
    base_url: str
    timeout: float | None
    max_retries: int
    is_paced: bool
    headers: dict[str, str]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: dict[str, Any] | None = None
    #: A body that can be sent again.
    content: bytes | None = None
    content_type: str = "application/json"


class _Calls:
    """The common part of both transports."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pacer = Pacer() if settings.is_paced else None

    def _built(self, request: Request, key: str, timeout: float | None) -> dict[str, Any]:
        headers = {**self._settings.headers, "x-api-key": self._settings.api_key}
        if request.method == "POST":
            headers["idempotency-key"] = key
        if request.content is not None:
            headers["content-type"] = request.content_type
        return {
            "method": request.method,
            "url": self._settings.base_url + request.path,
            "params": request.query,
            "content": request.content,
            "headers": headers,
            "timeout": timeout,
        }

    def _failure(self, error: httpx.HTTPError, timeout: float | None) -> CardfileError:
        if isinstance(error, httpx.TimeoutException):
            return ApiTimeoutError(f"no answer within {timeout} s")
        return ApiConnectionError(f"no answer from {self._settings.base_url}: {error or type(error).__name__}")

    def _result(self, response: httpx.Response) -> Result[Any]:
        """The result of an answer whose body has been read. A body without JSON is from a proxy, not the service."""
        try:
            return result_of(response)
        except ValueError as error:
            message = f"no answer from {self._settings.base_url}: status {response.status_code} without a JSON object"
            raise ApiConnectionError(message) from error

    def _removed(self, request: Request, error: CardfileError) -> Result[Any] | None:
        """The answer in place of a 404 to a repeated DELETE: an attempt with a lost answer removed the object."""
        if request.method != "DELETE" or not isinstance(error, NotFoundError):
            return None
        return result_of(httpx.Response(204, headers=error.response.headers))

    def _ended(self, response: httpx.Response | None) -> None:
        if self._pacer is not None:
            self._pacer.ended(None if response is None else response.headers)

    def _admit(self) -> float:
        return 0.0 if self._pacer is None else self._pacer.admit()

    def _limits(self, options: CallOptions) -> tuple[str, float | None, int]:
        key = options.get("idempotency_key") or str(uuid.uuid4())
        timeout = options.get("timeout", self._settings.timeout)
        return key, timeout, options.get("max_retries", self._settings.max_retries)


class Transport(_Calls):
    def __init__(self, settings: Settings, client: httpx.Client | None) -> None:
        super().__init__(settings)
        self._client = client or httpx.Client()

    def close(self) -> None:
        self._client.close()

    def send(self, request: Request, options: CallOptions) -> Result[Any]:
        """Makes a call and returns the result of its answer with status 2xx."""
        return self._retried(request, options, self._read)

    @contextmanager
    def open(self, request: Request, options: CallOptions) -> Iterator[httpx.Response]:
        """Makes a call and returns its answer with status 2xx; the caller reads the body."""
        response = self._retried(request, options, self._streamed)
        try:
            yield response
        finally:
            response.close()

    def _retried(
        self, request: Request, options: CallOptions, attempt: Callable[[dict[str, Any]], Value]
    ) -> Value:
        key, timeout, max_retries = self._limits(options)
        failures = 0
        while True:
            try:
                return attempt(self._built(request, key, timeout))
            except CardfileError as error:
                removed = self._removed(request, error) if failures > 0 else None
                if removed is not None:
                    return cast(Value, removed)
                delay = retry_delay(error, failures)
                if delay is None or failures >= max_retries:
                    raise
                time.sleep(delay)
                failures += 1

    def _read(self, built: dict[str, Any]) -> Result[Any]:
        return self._result(self._answer(built, is_streamed=False))

    def _streamed(self, built: dict[str, Any]) -> httpx.Response:
        return self._answer(built, is_streamed=True)

    def _answer(self, built: dict[str, Any], *, is_streamed: bool) -> httpx.Response:
        while (wait := self._admit()) > 0:
            time.sleep(wait)
        response: httpx.Response | None = None
        try:
            response = self._client.send(self._client.build_request(**built), stream=True)
            if response.is_success and is_streamed:
                return response
            response.read()
        except httpx.HTTPError as error:
            raise self._failure(error, built["timeout"]) from error
        finally:
            self._ended(response)
        if response.is_success:
            return response
        raise api_error(response)


class AsyncTransport(_Calls):
    def __init__(self, settings: Settings, client: httpx.AsyncClient | None) -> None:
        super().__init__(settings)
        self._client = client or httpx.AsyncClient()

    async def close(self) -> None:
        await self._client.aclose()

    async def send(self, request: Request, options: CallOptions) -> Result[Any]:
        """Makes a call and returns the result of its answer with status 2xx."""
        return await self._retried(request, options, self._read)

    @asynccontextmanager
    async def open(self, request: Request, options: CallOptions) -> AsyncIterator[httpx.Response]:
        """Makes a call and returns its answer with status 2xx; the caller reads the body."""
        response = await self._retried(request, options, self._streamed)
        try:
            yield response
        finally:
            await response.aclose()

    async def _retried(
        self, request: Request, options: CallOptions, attempt: Callable[[dict[str, Any]], Awaitable[Value]]
    ) -> Value:
        key, timeout, max_retries = self._limits(options)
        failures = 0
        while True:
            try:
                return await attempt(self._built(request, key, timeout))
            except CardfileError as error:
                removed = self._removed(request, error) if failures > 0 else None
                if removed is not None:
                    return cast(Value, removed)
                delay = retry_delay(error, failures)
                if delay is None or failures >= max_retries:
                    raise
                await asyncio.sleep(delay)
                failures += 1

    async def _read(self, built: dict[str, Any]) -> Result[Any]:
        return self._result(await self._answer(built, is_streamed=False))

    async def _streamed(self, built: dict[str, Any]) -> httpx.Response:
        return await self._answer(built, is_streamed=True)

    async def _answer(self, built: dict[str, Any], *, is_streamed: bool) -> httpx.Response:
        while (wait := self._admit()) > 0:
            await asyncio.sleep(wait)
        response: httpx.Response | None = None
        try:
            response = await self._client.send(self._client.build_request(**built), stream=True)
            if response.is_success and is_streamed:
                return response
            await response.aread()
        except httpx.HTTPError as error:
            raise self._failure(error, built["timeout"]) from error
        finally:
            self._ended(response)
        if response.is_success:
            return response
        raise api_error(response)
