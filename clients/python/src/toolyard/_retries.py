"""Retries requests as long as a retry is harmless."""

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
    """Limits on the number and duration of attempts."""

    kind: Kind
    has_key: bool
    retries: int
    total_timeout: float
    cancellation: Cancellation | None


def with_retries(plan: Plan, attempt: Callable[[float], T]) -> T:
    """Retries until there is a response. ``attempt`` receives the remaining seconds."""
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
            # An earlier attempt may have had an effect, even if this one must be retried later.
            if lost > 0 and error.fate == "not_done" and plan.kind != "read":
                error.is_outcome_unknown = True
            seconds = _wait_of(error, attempts)
            is_late = time.monotonic() + seconds >= ends_at
            if attempts > plan.retries or is_late or not _may_repeat(plan, error, lost):
                raise
        wait(seconds, plan.cancellation)


def _may_repeat(plan: Plan, error: ToolyardError, lost: int) -> bool:
    """A request that was not carried out can always be sent again. One that may have been carried out is repeated
    if that is harmless: reads, and creations with a key. A tool call with a key is repeated after one lost response,
    not after two. The service reports an unknown outcome once and then frees the key, and that response may be lost.
    """
    if error.fate == "refused":
        return False
    if error.fate == "not_done" or plan.kind == "read":
        return True
    if plan.kind == "creation":
        return plan.has_key
    return plan.kind == "call" and plan.has_key and error.fate == "lost" and lost == 1


def _wait_of(error: ToolyardError, attempts: int) -> float:
    """As long as the service asks. Otherwise, the wait doubles each time, with a random part."""
    if error.retry_after is not None:
        return error.retry_after + random.random() * _FIRST_WAIT
    return min(_WAIT_MAX, _FIRST_WAIT * 2.0 ** (attempts - 1)) * (0.5 + random.random() / 2)
