"""Batches: look-ups of up to a million rows, executed in the background."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Unpack
from urllib.parse import quote

import httpx

from ._call import CallOptions, Result
from ._generated.types import BatchAnswer, BatchList, PreviewAnswer
from ._lines import Lines
from ._retry import retry_after
from ._transport import AsyncTransport, Request, Transport
from .errors import ApiConnectionError, BatchUnfinishedError

BatchOperation = Literal[
    "email",
    "phone",
    "email-to-person",
    "phone-to-person",
    "company",
    "domain-to-network",
    "network-to-domain",
    "match-person",
    "match-company",
]


class CreateBatch(CallOptions, total=False):
    """Exactly one input: rows as mappings; or JSON Lines or CSV with a header, as text, bytes or a path."""

    items: Sequence[Mapping[str, Any]]
    jsonl: str | bytes | Path
    csv: str | bytes | Path
    #: Fields of the call and their columns in the input; by default each field is read from the column of its name.
    map: Mapping[str, str]
    #: Fields of the answer to return, such as ``email`` or ``person.full_name``; by default all.
    fields: Sequence[str]
    #: Maximum number of credits of the batch.
    max_credits: int


#: States in which a batch does not continue, or continues only if it is resumed.
_ENDED = {"completed", "cancelled", "failed", "paused_no_credits"}


def _path(batch_id: str) -> str:
    return f"/v2/batches/{quote(batch_id, safe='')}"


def _page(max_results: int | None, cursor: str | None) -> Request:
    given = {"max_results": max_results, "cursor": cursor}
    return Request("GET", "/v2/batches", query={name: value for name, value in given.items() if value is not None})


def _bytes_of(source: str | bytes | Path) -> bytes:
    if isinstance(source, Path):
        return source.read_bytes()
    return source.encode() if isinstance(source, str) else source


def _input(path: str, operation: BatchOperation, batch: CreateBatch) -> Request:
    """A file is sent unchanged, with the options in the query. Rows are sent in one JSON object with the options."""
    sources = [name for name in ("items", "jsonl", "csv") if batch.get(name) is not None]
    if len(sources) != 1:
        raise ValueError("give exactly one of items, jsonl and csv")
    columns, fields, max_credits = batch.get("map"), batch.get("fields"), batch.get("max_credits")
    if sources == ["items"]:
        options = {"map": columns, "fields": fields, "max_credits": max_credits}
        given = {name: value for name, value in options.items() if value is not None}
        body = {"operation": operation, "items": list(batch["items"]), **given}
        return Request("POST", path, content=json.dumps(body).encode())
    query: dict[str, Any] = {"operation": operation}
    if columns:
        query["map"] = [f"{field}:{column}" for field, column in columns.items()]
    if fields:
        query["fields"] = ",".join(fields)
    if max_credits is not None:
        query["max_credits"] = max_credits
    content_type = "text/csv" if sources == ["csv"] else "application/jsonl"
    content = _bytes_of(batch["csv"] if sources == ["csv"] else batch["jsonl"])
    return Request("POST", path, query=query, content=content, content_type=content_type)


def _options_of(batch: CreateBatch) -> CallOptions:
    options = {name: batch[name] for name in CallOptions.__annotations__ if name in batch}  # type: ignore[literal-required]
    return options  # type: ignore[return-value]


def _of_later_calls(batch: CreateBatch) -> CallOptions:
    """The options without the Idempotency-Key, which is for the call that creates the batch."""
    options = _options_of(batch)
    options.pop("idempotency_key", None)
    return options


def _wait_seconds(response: httpx.Response) -> float:
    return max(retry_after(response), 1.0)


@contextmanager
def _connected() -> Iterator[None]:
    """Raises a connection error if the body ends early."""
    try:
        yield
    except httpx.HTTPError as error:
        raise ApiConnectionError("the connection was lost in the middle of the results") from error


class Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> Result[BatchAnswer]:
        """Stores the rows; they are executed in the background."""
        return self._json(_input("/v2/batches", operation, batch), _options_of(batch))

    def preview(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> Result[PreviewAnswer]:
        """The exact number of rows with a match, their fields and the price. Free of charge."""
        return self._json(_input("/v2/batches/preview", operation, batch), _options_of(batch))

    def list(
        self, *, max_results: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> Result[BatchList]:
        """A page of the batches of the account, the newest first. `cursor` is the cursor of the previous page."""
        return self._json(_page(max_results, cursor), options)

    def get(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """The state of a batch."""
        return self._json(Request("GET", _path(batch_id)), options)

    def cancel(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """Ends a batch after the rows that are being executed."""
        return self._json(Request("POST", f"{_path(batch_id)}/cancel"), options)

    def resume(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """Continues a batch that is paused or failed."""
        return self._json(Request("POST", f"{_path(batch_id)}/resume"), options)

    def delete(self, batch_id: str, **options: Unpack[CallOptions]) -> None:
        """Removes a batch with its input and its results."""
        self._transport.send(Request("DELETE", _path(batch_id)), options)

    def wait(
        self,
        batch_id: str,
        *,
        on_progress: Callable[[BatchAnswer], None] | None = None,
        **options: Unpack[CallOptions],
    ) -> BatchAnswer:
        """Waits until a batch has ended or is paused, and returns its state."""
        while True:
            result = self.get(batch_id, **options)
            if on_progress is not None:
                on_progress(result.data)
            if result.data["state"] in _ENDED:
                return result.data
            time.sleep(_wait_seconds(result.response))

    def results(self, batch_id: str, **options: Unpack[CallOptions]) -> Iterator[dict[str, Any]]:
        """The executed rows in the order of the input, read from the service as the caller consumes them."""
        request = Request("GET", f"{_path(batch_id)}/results", query={"format": "jsonl"})
        lines = Lines()
        with self._transport.open(request, options) as response, _connected():
            for chunk in response.iter_bytes():
                yield from lines.rows(chunk)
            yield from lines.last()

    def download(
        self,
        batch_id: str,
        path: Path | str,
        *,
        format: Literal["csv", "jsonl"] = "csv",
        **options: Unpack[CallOptions],
    ) -> None:
        """Writes the results to a file."""
        request = Request("GET", f"{_path(batch_id)}/results", query={"format": format})
        with self._transport.open(request, options) as response, open(path, "wb") as file, _connected():
            for chunk in response.iter_bytes():
                file.write(chunk)

    def run(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> Iterator[dict[str, Any]]:
        """Creates a batch, waits for it, yields its results; then raises BatchUnfinishedError if rows are missing."""
        created = self.create(operation, **batch)
        options = _of_later_calls(batch)
        ended = self.wait(created.data["id"], **options)
        yield from self.results(created.data["id"], **options)
        if ended["state"] != "completed":
            raise BatchUnfinishedError(ended)

    def _json(self, request: Request, options: CallOptions) -> Result[Any]:
        return self._transport.send(request, options)


class AsyncBatches:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> Result[BatchAnswer]:
        """Stores the rows; they are executed in the background."""
        return await self._json(_input("/v2/batches", operation, batch), _options_of(batch))

    async def preview(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> Result[PreviewAnswer]:
        """The exact number of rows with a match, their fields and the price. Free of charge."""
        return await self._json(_input("/v2/batches/preview", operation, batch), _options_of(batch))

    async def list(
        self, *, max_results: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> Result[BatchList]:
        """A page of the batches of the account, the newest first. `cursor` is the cursor of the previous page."""
        return await self._json(_page(max_results, cursor), options)

    async def get(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """The state of a batch."""
        return await self._json(Request("GET", _path(batch_id)), options)

    async def cancel(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """Ends a batch after the rows that are being executed."""
        return await self._json(Request("POST", f"{_path(batch_id)}/cancel"), options)

    async def resume(self, batch_id: str, **options: Unpack[CallOptions]) -> Result[BatchAnswer]:
        """Continues a batch that is paused or failed."""
        return await self._json(Request("POST", f"{_path(batch_id)}/resume"), options)

    async def delete(self, batch_id: str, **options: Unpack[CallOptions]) -> None:
        """Removes a batch with its input and its results."""
        await self._transport.send(Request("DELETE", _path(batch_id)), options)

    async def wait(
        self,
        batch_id: str,
        *,
        on_progress: Callable[[BatchAnswer], None] | None = None,
        **options: Unpack[CallOptions],
    ) -> BatchAnswer:
        """Waits until a batch has ended or is paused, and returns its state."""
        while True:
            result = await self.get(batch_id, **options)
            if on_progress is not None:
                on_progress(result.data)
            if result.data["state"] in _ENDED:
                return result.data
            await asyncio.sleep(_wait_seconds(result.response))

    async def results(self, batch_id: str, **options: Unpack[CallOptions]) -> AsyncIterator[dict[str, Any]]:
        """The executed rows in the order of the input, read from the service as the caller consumes them."""
        request = Request("GET", f"{_path(batch_id)}/results", query={"format": "jsonl"})
        lines = Lines()
        async with self._transport.open(request, options) as response:
            with _connected():
                async for chunk in response.aiter_bytes():
                    for row in lines.rows(chunk):
                        yield row
                for row in lines.last():
                    yield row

    async def download(
        self,
        batch_id: str,
        path: Path | str,
        *,
        format: Literal["csv", "jsonl"] = "csv",
        **options: Unpack[CallOptions],
    ) -> None:
        """Writes the results to a file."""
        request = Request("GET", f"{_path(batch_id)}/results", query={"format": format})
        async with self._transport.open(request, options) as response:
            with open(path, "wb") as file, _connected():
                async for chunk in response.aiter_bytes():
                    file.write(chunk)

    async def run(self, operation: BatchOperation, **batch: Unpack[CreateBatch]) -> AsyncIterator[dict[str, Any]]:
        """Creates a batch, waits for it, yields its results; then raises BatchUnfinishedError if rows are missing."""
        created = await self.create(operation, **batch)
        options = _of_later_calls(batch)
        ended = await self.wait(created.data["id"], **options)
        async for row in self.results(created.data["id"], **options):
            yield row
        if ended["state"] != "completed":
            raise BatchUnfinishedError(ended)

    async def _json(self, request: Request, options: CallOptions) -> Result[Any]:
        return await self._transport.send(request, options)
