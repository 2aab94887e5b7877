"""How one request is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ._cancel import Cancellation
from ._errors import Pause


@dataclass(frozen=True)
class WaitForPerson:
    """How long to wait for a person who has to approve a call, or to sign in."""

    timeout: float
    """In seconds. The service keeps a call that waits for a day."""

    interval: float = 3.0
    """Seconds between two tries, each of which counts as a call."""

    on_pause: Callable[[Pause], None] | None = None
    """Told once of each thing that the call waits for: show it to whoever can decide."""


@dataclass(frozen=True)
class RequestOptions:
    """What is left out is as the client was told when it was made."""

    timeout: float | None = None
    """Of one attempt, in seconds. A call that is given up runs on at the service if it has an ``idempotency_key``."""

    total_timeout: float | None = None
    """Of all attempts with the waits between them; waiting for a person has a bound of its own."""

    retries: int | None = None
    """How often a request is repeated at most; 0 for never."""

    idempotency_key: str | None = None
    """Creations get a key by themselves. A tool call with one is made once however often it is sent within 24 hours,
    and is repeated when its answer is lost; without one it is not."""

    end_user: str | None = None
    """Your own id for the user that the request is for."""

    wait_for_person: WaitForPerson | None = None
    """Waits while a call needs a person, and makes it again, instead of raising."""

    cancellation: Cancellation | None = None
    """Ends the request, its repetitions and all waiting."""

    if_none_match: str | None = None
    """For ``Toolyard.answer`` alone: the ``etag`` of a list of tools that is there already."""
