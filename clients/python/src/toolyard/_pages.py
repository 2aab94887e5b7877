"""Lists that come in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True)
class RateLimit:
    """The requests of a minute: how many there may be, how many are left, and when the next minute begins."""

    limit: int
    remaining: int
    reset_at: datetime


@dataclass(frozen=True)
class Answer:
    """What an answer says beside its data."""

    status: int
    """200, or 304 where ``if_none_match`` names what there is."""

    data: Any
    """As the operation's own method returns it; ``None`` with 304."""

    request_id: str | None
    """Names the request in the service's log."""

    etag: str | None
    """The version of a list of tools, for ``if_none_match``."""

    next_cursor: str | None
    """Of a page of a list: where the next one starts; ``None`` after the last."""

    rate_limit: RateLimit | None


class Pages(Generic[Row]):
    """A list that is read page by page as it is gone through: ``for row in pages``."""

    def __init__(self, read: Callable[[str | None], Answer]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[Row]:
        for rows in self.pages():
            yield from rows

    def pages(self) -> Iterator[list[Row]]:
        """The pages themselves."""
        cursor: str | None = None
        while True:
            answer = self._read(cursor)
            yield answer.data
            if answer.next_cursor is None:
                return
            if answer.next_cursor == cursor:
                raise RuntimeError("The service names the same page again")
            cursor = answer.next_cursor
