"""Ends requests from another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ._errors import Cancelled


class Cancellation:
    """Ends the requests that use it, their retries and all waiting: they raise ``Cancelled``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._ends: set[Callable[[], None]] = set()

    def cancel(self) -> None:
        """Cancels. May be called from any thread, and more than once."""
        with self._lock:
            self._event.set()
            ends = list(self._ends)
        for end in ends:
            end()

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raises ``Cancelled`` if cancelled."""
        if self.is_cancelled:
            raise Cancelled()

    def wait(self, seconds: float) -> None:
        """Waits, unless cancelled."""
        if self._event.wait(max(0.0, seconds)):
            raise Cancelled()

    def add(self, end: Callable[[], None]) -> None:
        """Calls ``end`` when cancelled, or immediately if that has happened already."""
        with self._lock:
            self._ends.add(end)
            is_late = self._event.is_set()
        if is_late:
            end()

    def remove(self, end: Callable[[], None]) -> None:
        with self._lock:
            self._ends.discard(end)


def wait(seconds: float, cancellation: Cancellation | None) -> None:
    """Waits for that time, or until cancelled."""
    if cancellation is None:
        time.sleep(max(0.0, seconds))
    else:
        cancellation.wait(seconds)
