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
"""In the words of the service's document on errors: a broken rule, or how a tool failed. Two are the client's own:
``no_answer``, where none came or none that could be read, and ``tool_failed``, where a service does not say how."""

Fate = Literal["not_done", "lost", "unknown", "refused"]
"""What is known of a request that failed: ``not_done`` is certain to have changed nothing and can be sent again, of
``lost`` there was no answer, of ``unknown`` the service does not know itself, and ``refused`` has its answer."""


@dataclass(frozen=True)
class Pause:
    """What a call waits for: somebody who approves it, or somebody who signs in at an address."""

    kind: Literal["approval", "sign_in"]
    approval_id: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Issue:
    """What is wrong with a value of an input; ``path`` is a JSON Pointer into it."""

    path: str
    message: str


class Cancelled(Exception):
    """A request was ended by its ``Cancellation``. It may have been carried out all the same."""


class ToolyardError(Exception):
    """The one error that is raised for a request that failed; wrong arguments are a ``TypeError``."""

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
        """Of the HTTP answer; ``None`` where there was none."""
        self.request_id = request_id
        """Names the request in the service's log."""
        self.retry_after = retry_after
        """How many seconds the service asks to wait before the request is sent again."""
        self.issues = issues
        """Why an input was refused."""
        self.pause = pause
        """What the call waits for; ``None`` for any other error."""
        self.upstream = upstream
        """The response of the service behind the tool: ``status``, ``code``, ``problems``, ``content_type``, ``body`` and
        ``is_truncated``, as far as known; ``None`` where it did not answer."""
        self.is_repeatable = is_repeatable
        """Whether a call of an unknown outcome can be made again without harm."""
        self.attempts = 1
        """How often the request was sent."""
        self.is_outcome_unknown = operation.kind != "read" and fate in ("lost", "unknown")
        """Whether something may have been done all the same: look before you repeat it."""
