"""A paged call: its result is the first page; iterating it yields the rows of all pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, Literal, TypeVar

from ._call import CallOptions, Result

Answer = TypeVar("Answer")
Row = TypeVar("Row")

Paging = Literal["cursor", "page"]


def _next_page(page: Any, paging: Paging) -> dict[str, Any] | None:
    """The members of the body that request the next page; None after the last page."""
    if paging == "page":
        return {"page": page["page"] + 1} if page["page"] < page["total_pages"] else None
    return None if page["cursor"] is None else {"cursor": page["cursor"]}


def _of_next_pages(options: CallOptions) -> CallOptions:
    """The options without the Idempotency-Key: with another body than the first page, the service would reject it."""
    rest = dict(options)
    rest.pop("idempotency_key", None)
    return rest  # type: ignore[return-value]


class Paged(Result[Answer], Generic[Answer, Row]):
    """The first page, and an iterable of the rows of all pages. Each page is one call, made when its rows are read."""

    _call: Callable[[dict[str, Any], CallOptions], Result[Answer]]
    _body: dict[str, Any]
    _paging: Paging
    _options: CallOptions

    @classmethod
    def start(
        cls,
        call: Callable[[dict[str, Any], CallOptions], Result[Answer]],
        body: dict[str, Any],
        paging: Paging,
        options: CallOptions,
    ) -> Paged[Answer, Row]:
        page = cls(**vars(call(body, options)))
        for name, value in {"_call": call, "_body": body, "_paging": paging, "_options": options}.items():
            object.__setattr__(page, name, value)
        return page

    def pages(self) -> Iterator[Result[Answer]]:
        """Each page as a result with its own credits."""
        page: Result[Answer] = self
        while True:
            yield page
            following = _next_page(page.data, self._paging)
            if following is None:
                return
            page = self._call({**self._body, **following}, _of_next_pages(self._options))

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            yield from page.data["results"]  # type: ignore[index]


class AsyncPaged(Generic[Answer, Row]):
    """Awaiting it returns the first page; ``async for`` yields the rows of all pages. Each page is one call."""

    def __init__(
        self,
        call: Callable[[dict[str, Any], CallOptions], Awaitable[Result[Answer]]],
        body: dict[str, Any],
        paging: Paging,
        options: CallOptions,
    ) -> None:
        self._call = call
        self._body = body
        self._paging: Paging = paging
        self._options = options

    def __await__(self) -> Generator[Any, None, Result[Answer]]:
        return self._call(self._body, self._options).__await__()

    async def pages(self) -> AsyncIterator[Result[Answer]]:
        """Each page as a result with its own credits."""
        page = await self
        while True:
            yield page
            following = _next_page(page.data, self._paging)
            if following is None:
                return
            page = await self._call({**self._body, **following}, _of_next_pages(self._options))

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page.data["results"]:  # type: ignore[index]
                yield row
