"""Reads responses of the service."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from ._errors import ErrorCode, Fate, Issue, Pause, ToolyardError
from ._operation import Operation
from ._pages import Answer, RateLimit


@dataclass(frozen=True)
class Received:
    """A response as received, with header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def read_answer(operation: Operation, received: Received, parse_json: Callable[[bytes], Any]) -> Answer:
    """Raises ``ToolyardError`` for a failure, or an unreadable response."""
    headers = received.headers
    if received.status not in (200, 304):
        raise _to_error(operation, received)
    data: Any = None
    if received.status == 200:
        try:
            data = parse_json(received.body)
        except ValueError as cause:
            raise ToolyardError(
                "The answer is not JSON",
                operation=operation,
                fate="lost",
                code="no_answer",
                status=received.status,
                request_id=headers.get("x-request-id"),
            ) from cause
    return Answer(
        status=received.status,
        data=data,
        request_id=headers.get("x-request-id"),
        etag=headers.get("etag"),
        next_cursor=_cursor_in(headers.get("link", "")),
        rate_limit=_limits_in(headers),
    )


def _cursor_in(link: str) -> str | None:
    """The start of the next page. Only the cursor is taken from the address: a proxy may change the rest."""
    found = re.search(r'<([^>]*)>\s*;\s*rel="?next"?', link)
    if found is None:
        return None
    return parse_qs(urlsplit(found[1]).query).get("cursor", [None])[0]


def _limits_in(headers: Mapping[str, str]) -> RateLimit | None:
    limit, remaining, reset = (headers.get(f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset"))
    if not limit or not remaining or not reset:
        return None
    return RateLimit(int(limit), int(remaining), datetime.fromtimestamp(int(reset), timezone.utc))


def _body_in(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _text_at(body: Mapping[str, object], key: str) -> str | None:
    value = body.get(key)
    return value if isinstance(value, str) else None


def _to_error(operation: Operation, received: Received) -> ToolyardError:
    body = _body_in(received.body)
    status, headers = received.status, received.headers
    # If the body has a fixed text, a header has the details.
    more = headers.get("x-error-message")
    message = more or _text_at(body, "detail") or _text_at(body, "error") or f"The service answered {status}"
    pause = _pause_in(body)
    code = _code_of(status, headers, message, pause)
    upstream = body.get("upstream")
    return ToolyardError(
        message,
        operation=operation,
        fate=_fate_of(status, headers, code),
        code=code,
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_in(headers.get("retry-after")),
        issues=_issues_in(headers.get("x-validation-errors")),
        pause=pause,
        upstream=cast("dict[str, Any]", upstream) if isinstance(upstream, dict) else None,
        is_repeatable=body.get("is_repeatable") is True,
    )


def _pause_in(body: Mapping[str, object]) -> Pause | None:
    approval_id, url = _text_at(body, "pause_id"), _text_at(body, "connect_url")
    if approval_id is not None:
        return Pause("approval", approval_id=approval_id)
    return None if url is None else Pause("sign_in", url=url)


def _seconds_in(text: str | None) -> int | None:
    """Seconds, or a date that a proxy may send instead (RFC 9110, section 10.2.3)."""
    if text is None:
        return None
    if re.fullmatch(r"\d+", text, re.ASCII):
        return int(text)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0, math.ceil((at - datetime.now(timezone.utc)).total_seconds()))


_PROXY_STATUS = (502, 503, 504)
"""Statuses of a proxy that doesn't know whether the request was carried out."""


def _fate_of(status: int, headers: Mapping[str, str], code: ErrorCode) -> Fate:
    if headers.get("x-outcome") == "unknown":
        return "unknown"
    # The service behind the tool has responded: its 503 isn't ours, and doesn't mean that nothing was done.
    if code in ("upstream_error", "upstream_refused"):
        return "refused"
    if _seconds_in(headers.get("retry-after")) is not None:
        return "not_done"
    return "lost" if status in _PROXY_STATUS else "refused"


_CODES: dict[int, ErrorCode] = {
    400: "invalid_input",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
    502: "unavailable",
    503: "unavailable",
    504: "unavailable",
}


def _code_of(status: int, headers: Mapping[str, str], message: str, pause: Pause | None) -> ErrorCode:
    """The error code that the service names. Older services name none, so it's derived from the rest."""
    told = headers.get("x-error-code", "")
    if re.fullmatch(r"[a-z_]+", told):
        # A code that this version doesn't know is passed on: a newer service may have more.
        return cast(ErrorCode, told)
    if pause is not None:
        return "approval_required" if pause.kind == "approval" else "missing_credentials"
    if re.match(r"Tool execution failed\b", message):
        return "tool_failed"
    return _CODES.get(status, "internal" if status >= 500 else "invalid_input")


def _issues_in(text: str | None) -> tuple[Issue, ...]:
    try:
        issues: list[dict[str, str]] = json.loads(text or "[]")
        return tuple(Issue(each["path"], each["message"]) for each in issues)
    except (ValueError, KeyError, TypeError):
        return ()
