"""Lists that come in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True)
class RateLimit:
    """The rate limit: requests per minute, the remaining ones, and when the next minute begins."""

    limit: int
    remaining: int
    reset_at: datetime


@dataclass(frozen=True)
class Answer:
    """A response with its metadata."""

    status: int
    """200, or 304 if the list still matches ``if_none_match``."""

    data: Any
    """As the operation's own method returns it; ``None`` with 304."""

    request_id: str | None
    """The request's id in the service's log."""

    etag: str | None
    """The version of a list of tools, for ``if_none_match``."""

    next_cursor: str | None
    """For a page of a list: where the next one starts; ``None`` after the last."""

    rate_limit: RateLimit | None


class Pages(Generic[Row]):
    """A list that is read page by page during iteration: ``for row in pages``."""

    def __init__(self, read: Callable[[str | None], Answer]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[Row]:
        for rows in self.pages():
            yield from rows

    def pages(self) -> Iterator[list[Row]]:
        """Iterates over the pages."""
        cursor: str | None = None
        while True:
            answer = self._read(cursor)
            yield answer.data
            if answer.next_cursor is None:
                return
            if answer.next_cursor == cursor:
                raise RuntimeError("The service names the same page again")
            cursor = answer.next_cursor
