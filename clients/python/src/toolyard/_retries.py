"""Trying again, as long as that can do no harm."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ._cancel import Cancellation, wait
from ._errors import ToolyardError
from ._operation import Kind

T = TypeVar("T")

_FIRST_WAIT = 0.25
_WAIT_MAX = 8.0


@dataclass(frozen=True)
class Plan:
    """How often and how long a request may be tried."""

    kind: Kind
    has_key: bool
    retries: int
    total_timeout: float
    cancellation: Cancellation | None


def with_retries(plan: Plan, attempt: Callable[[float], T]) -> T:
    """Tries until there is an answer. ``attempt`` is given how many seconds are left for everything."""
    ends_at = time.monotonic() + plan.total_timeout
    lost = 0
    attempts = 0
    while True:
        attempts += 1
        try:
            return attempt(ends_at - time.monotonic())
        except ToolyardError as error:
            error.attempts = attempts
            lost += error.fate == "lost"
            # An earlier attempt may have done what this one was told to try again later.
            if lost > 0 and error.fate == "not_done" and plan.kind != "read":
                error.is_outcome_unknown = True
            seconds = _wait_of(error, attempts)
            is_late = time.monotonic() + seconds >= ends_at
            if attempts > plan.retries or is_late or not _may_repeat(plan, error, lost):
                raise
        wait(seconds, plan.cancellation)


def _may_repeat(plan: Plan, error: ToolyardError, lost: int) -> bool:
    """A request that was not carried out can always be sent again. One that may have been is repeated where that
    changes nothing more: reads, and what is made once under its key. A tool call under a key is repeated after one
    lost answer, not after two: the service says once that an outcome is unknown and frees the key, and that answer
    may be among the lost ones.
    """
    if error.fate == "refused":
        return False
    if error.fate == "not_done" or plan.kind == "read":
        return True
    if plan.kind == "creation":
        return plan.has_key
    return plan.kind == "call" and plan.has_key and error.fate == "lost" and lost == 1


def _wait_of(error: ToolyardError, attempts: int) -> float:
    """As long as the service asks; else twice as long each time, and not as long as everybody else waits."""
    if error.retry_after is not None:
        return error.retry_after + random.random() * _FIRST_WAIT
    return min(_WAIT_MAX, _FIRST_WAIT * 2.0 ** (attempts - 1)) * (0.5 + random.random() / 2)
