"""Sends one request over a separate connection, with the proxies of the environment."""

from __future__ import annotations

import http.client
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ._answers import Received
from ._cancel import Cancellation
from ._errors import Cancelled, ToolyardError
from ._operation import Operation

_PART = 65_536


@dataclass(frozen=True)
class Prepared:
    """A request that can be sent any number of times."""

    operation: Operation
    url: str
    headers: Mapping[str, str]
    body: bytes | None


class Transport(Protocol):
    """Sends a request once. ``Toolyard`` accepts a replacement, for tests and other transports."""

    def __call__(self, request: Prepared, timeout: float, cancellation: Cancellation | None) -> Received: ...


def send(request: Prepared, timeout: float, cancellation: Cancellation | None) -> Received:
    """Raises ``ToolyardError`` if there is no response, and ``Cancelled``."""
    if cancellation is not None:
        cancellation.check()
    sockets: list[socket.socket] = []

    def end() -> None:
        for each in sockets:
            _shut(each)

    if cancellation is not None:
        cancellation.add(end)
    try:
        return _exchange(request, timeout, _opener(sockets, cancellation))
    except (OSError, http.client.HTTPException) as cause:
        if cancellation is not None and cancellation.is_cancelled:
            raise Cancelled() from cause
        raise _no_answer(request, cause) from cause
    finally:
        if cancellation is not None:
            cancellation.remove(end)


def _exchange(request: Prepared, timeout: float, opener: urllib.request.OpenerDirector) -> Received:
    ends_at = time.monotonic() + timeout
    method = request.operation.method
    asked = urllib.request.Request(request.url, request.body, dict(request.headers), method=method)
    with opener.open(asked, timeout=timeout) as response:
        parts: list[bytes] = []
        while part := response.read1(_PART):
            parts.append(part)
            if time.monotonic() >= ends_at:
                raise TimeoutError(f"The answer took longer than {timeout:g} s")
        # A truncated response also ends here: the rest is not valid JSON.
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Received(response.status, headers, b"".join(parts))


def _shut(each: socket.socket) -> None:
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # It is closed already.


def _opener(sockets: list[socket.socket], cancellation: Cancellation | None) -> urllib.request.OpenerDirector:
    """Neither follows redirects, which would take the key elsewhere, nor raises for a status."""

    def noting(connection: type[http.client.HTTPConnection]) -> Callable[..., http.client.HTTPConnection]:
        class Noting(connection):
            def connect(self) -> None:
                super().connect()
                sockets.append(self.sock)
                if cancellation is not None and cancellation.is_cancelled:
                    _shut(self.sock)

        return Noting

    class Http(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(noting(http.client.HTTPConnection), req)

    class Https(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(noting(http.client.HTTPSConnection), req)

    opener = urllib.request.OpenerDirector()
    handlers: list[Any] = [urllib.request.ProxyHandler(), Http(), Https(), urllib.request.UnknownHandler()]
    for handler in handlers:
        opener.add_handler(handler)
    return opener


def _no_answer(request: Prepared, cause: Exception) -> ToolyardError:
    """If the connection was never established, nothing was sent."""
    reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
    is_unsent = isinstance(reason, (ConnectionRefusedError, socket.gaierror))
    return ToolyardError(
        f"No answer: {reason or type(reason).__name__}",
        operation=request.operation,
        fate="not_done" if is_unsent else "lost",
        code="no_answer",
    )
