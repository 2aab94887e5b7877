"""Why a request failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ._operation import Operation

ErrorCode = Literal[
    "unauthenticated",
    "forbidden",
    "not_found",
    "already_exists",
    "invalid_input",
    "rate_limited",
    "too_large",
    "unsupported_media_type",
    "method_not_allowed",
    "unavailable",
    "internal",
    "tool_error",
    "missing_credentials",
    "upstream_refused",
    "upstream_rate_limited",
    "upstream_error",
    "timed_out",
    "unreachable",
    "outcome_unknown",
    "address_refused",
    "bad_answer",
    "denied",
    "approval_required",
    "held_for_review",
    "cancelled",
    "tool_failed",
    "no_answer",
]
"""A code of the service's document on errors, for a broken rule or a failed tool. Two are the client's own:
``no_answer`` for a missing or unreadable response, and ``tool_failed`` if a service does not say how."""

Fate = Literal["not_done", "lost", "unknown", "refused"]
"""The known effect of a failed request. ``not_done``: it changed nothing and can be sent again. ``lost``: there was
no response. ``unknown``: the service does not know. ``refused``: the service refused it."""


@dataclass(frozen=True)
class Pause:
    """The reason a call waits: a person's approval, or a sign-in at an address."""

    kind: Literal["approval", "sign_in"]
    approval_id: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Issue:
    """A problem with one value of an input; ``path`` is a JSON Pointer to it."""

    path: str
    message: str


class Cancelled(Exception):
    """A ``Cancellation`` ended the request, which may have been carried out anyway."""


class ToolyardError(Exception):
    """The only error for a failed request; wrong arguments raise a ``TypeError``."""

    def __init__(
        self,
        message: str,
        *,
        operation: Operation,
        fate: Fate,
        code: ErrorCode,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: int | None = None,
        issues: tuple[Issue, ...] = (),
        pause: Pause | None = None,
        upstream: dict[str, Any] | None = None,
        is_repeatable: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.operation = operation.name
        self.fate: Fate = fate
        self.code: ErrorCode = code
        self.status = status
        """The HTTP status; ``None`` without a response."""
        self.request_id = request_id
        """The request's id in the service's log."""
        self.retry_after = retry_after
        """How many seconds the service asks you to wait before a retry."""
        self.issues = issues
        """Why an input was refused."""
        self.pause = pause
        """What the call waits for; ``None`` for any other error."""
        self.upstream = upstream
        """The response of the service behind the tool: ``status``, ``code``, ``problems``, ``content_type``, ``body`` and
        ``is_truncated``, as far as known; ``None`` if it sent none."""
        self.is_repeatable = is_repeatable
        """Whether a call with an unknown outcome can be repeated without harm."""
        self.attempts = 1
        """How often the request was sent."""
        self.is_outcome_unknown = operation.kind != "read" and fate in ("lost", "unknown")
        """Whether the request may have had an effect anyway: check before you repeat it."""
