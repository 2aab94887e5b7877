"""Options of one request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ._cancel import Cancellation
from ._errors import Pause


@dataclass(frozen=True)
class WaitForPerson:
    """How long to wait for a person who must approve a call or sign in."""

    timeout: float
    """In seconds. The service keeps a waiting call for a day."""

    interval: float = 3.0
    """Seconds between two attempts, each of which counts as a call."""

    on_pause: Callable[[Pause], None] | None = None
    """Called once for each approval or sign-in that the call waits for: show it to the person who can act."""


@dataclass(frozen=True)
class RequestOptions:
    """Omitted options use the client's settings."""

    timeout: float | None = None
    """Time limit of one attempt. An abandoned call continues at the service if it has an ``idempotency_key``."""

    total_timeout: float | None = None
    """Time limit of all attempts and their waits. Waiting for a person has a separate limit."""

    retries: int | None = None
    """Maximum number of retries; 0 for never."""

    idempotency_key: str | None = None
    """Creations get a key automatically. A tool call with a key runs once, however often it is sent within 24 hours,
    and is retried if its response is lost. Without a key, it isn't retried."""

    end_user: str | None = None
    """Your own id for the user of the request."""

    wait_for_person: WaitForPerson | None = None
    """Waits while a call needs a person, and then repeats it, instead of raising."""

    cancellation: Cancellation | None = None
    """Ends the request, its retries and all waiting."""

    if_none_match: str | None = None
    """Only for ``Toolyard.answer``: the ``etag`` of a list of tools that you already have."""
