"""Lists that come in pages, for asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeVar

from ._pages import Answer

Row = TypeVar("Row")


class AsyncPages(Generic[Row]):
    """A list that is read page by page during iteration: ``async for row in pages``."""

    def __init__(self, read: Callable[[str | None], Awaitable[Answer]]) -> None:
        self._read = read

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for rows in self.pages():
            for row in rows:
                yield row

    async def pages(self) -> AsyncIterator[list[Row]]:
        """Iterates over the pages."""
        cursor: str | None = None
        while True:
            answer = await self._read(cursor)
            yield answer.data
            if answer.next_cursor is None:
                return
            if answer.next_cursor == cursor:
                raise RuntimeError("The service names the same page again")
            cursor = answer.next_cursor
