"""Calls that wait for a person."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from ._cancel import Cancellation, wait
from ._errors import Pause, ToolyardError
from ._options import WaitForPerson

T = TypeVar("T")


def until_decided(waiting: WaitForPerson, cancellation: Cancellation | None, call: Callable[[], T]) -> T:
    """Repeats the same call while it waits for a person; this is how the service continues it. Raises any
    other failure, such as ``denied``, or the error with its ``pause`` when the time is up.
    """
    ends_at = time.monotonic() + waiting.timeout
    told: Pause | None = None
    while True:
        try:
            return call()
        except ToolyardError as error:
            if error.pause is None:
                raise
            if error.pause != told and waiting.on_pause is not None:
                waiting.on_pause(error.pause)
            told = error.pause
            if time.monotonic() + waiting.interval >= ends_at:
                raise
        wait(waiting.interval, cancellation)
