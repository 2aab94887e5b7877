"""The client of one service."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from typing import Any, Union
from urllib.parse import quote, urlencode, urlsplit

from ._answers import read_answer
from ._generated.operations import OPERATIONS, Operations
from ._operation import Operation
from ._options import RequestOptions
from ._pages import Answer, Pages
from ._pauses import until_decided
from ._retries import Plan, with_retries
from ._transport import Prepared, Transport, send

Secret = Union[str, Callable[[], str]]
"""A credential for the service: a value, or a function that returns one for each request."""

_CALL_TIMEOUT = 130.0
"""By default, the service gives a tool two minutes."""
_TIMEOUT = 30.0
PAGE_LIMIT = 100


def new_idempotency_key() -> str:
    """A unique key for ``RequestOptions.idempotency_key``."""
    return secrets.token_hex(16)


class Toolyard(Operations):
    """A client of one service. It holds no connection, needs no closing, and may be shared by threads.

    ``api_key`` is for the account API (``ty_…``), ``token`` is a stack token for the operations of agents. ``timeout``
    limits one attempt, in seconds: by default 130 for tool calls and 30 for others. ``total_timeout`` limits all
    attempts and the waits between them.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Secret | None = None,
        token: Secret | None = None,
        timeout: float | None = None,
        total_timeout: float = 300.0,
        retries: int = 3,
        transport: Transport = send,
        parse_json: Callable[[bytes], Any] = json.loads,
    ) -> None:
        address = urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise TypeError("base_url has to be an address: https://tools.example.com")
        self._base_url = f"{address.scheme}://{address.netloc}{address.path.rstrip('/')}"
        self._secrets: dict[str, Secret | None] = {"api_key": api_key, "token": token}
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._retries = retries
        self._transport = transport
        self._parse_json = parse_json

    def __repr__(self) -> str:
        return f"Toolyard({self._base_url!r})"

    def answer(self, operation: str, params: dict[str, object], options: RequestOptions | None = None) -> Answer:
        """As the operation's own method, with the response's metadata."""
        told = OPERATIONS[operation]
        given = options or RequestOptions()
        key = given.idempotency_key
        if key is None and told.kind == "creation":
            key = new_idempotency_key()
        if key is not None and not told.accepts_key:
            raise TypeError(f"{operation} takes no idempotency_key")
        values = {name: value for name, value in params.items() if value is not None}
        url = _address_of(self._base_url, told, values)
        request = Prepared(told, url, _headers_of(told, given, key), _body_of(told, values))

        def call() -> Answer:
            return self._tried(request, given, has_key=key is not None)

        if given.wait_for_person is None:
            return call()
        return until_decided(given.wait_for_person, given.cancellation, call)

    def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        if options is not None and options.if_none_match is not None:
            raise TypeError("if_none_match is for Toolyard.answer")
        return self.answer(operation, params, options).data

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Pages[Any]:
        first = {**params, "limit": params.get("limit") or PAGE_LIMIT}

        def read(cursor: str | None) -> Answer:
            return self.answer(operation, first if cursor is None else {**first, "cursor": cursor}, options)

        return Pages(read)

    def _tried(self, request: Prepared, options: RequestOptions, *, has_key: bool) -> Answer:
        told = request.operation
        usual = self._timeout or (_CALL_TIMEOUT if told.kind == "call" else _TIMEOUT)
        timeout = usual if options.timeout is None else options.timeout
        plan = Plan(
            kind=told.kind,
            has_key=has_key,
            retries=self._retries if options.retries is None else options.retries,
            total_timeout=self._total_timeout if options.total_timeout is None else options.total_timeout,
            cancellation=options.cancellation,
        )

        def attempt(left: float) -> Answer:
            headers = {**request.headers, "authorization": f"Bearer {self._secret(told)}"}
            sent = Prepared(told, request.url, headers, request.body)
            received = self._transport(sent, min(timeout, left), options.cancellation)
            return read_answer(told, received, self._parse_json)

        return with_retries(plan, attempt)

    def _secret(self, told: Operation) -> str:
        secret = self._secrets[told.credential]
        if secret is None:
            raise TypeError(f"{told.name} needs {told.credential}")
        value = secret if isinstance(secret, str) else secret()
        # Python's message about an invalid header would contain the value.
        if re.fullmatch(r"[!-~]+", value) is None:
            raise TypeError(f"{told.credential} is empty, or has spaces or other signs in it")
        return value


def _address_of(base_url: str, told: Operation, values: dict[str, object]) -> str:
    """Raises ``TypeError`` for invalid or missing values."""
    in_path = re.findall(r"\{(\w+)\}", told.path)
    strangers = [name for name in values if name not in (*in_path, *told.query, *told.body)]
    if strangers:
        raise TypeError(f"There is no {strangers[0]} to be said of {told.path}")
    path = re.sub(r"\{(\w+)\}", lambda found: _segment_of(found[1], values.get(found[1])), told.path)
    query = urlencode({name: str(values[name]) for name in told.query if name in values})
    return f"{base_url}{path}{'?' + query if query else ''}"


def _segment_of(name: str, value: object) -> str:
    """An empty segment, or one of dots, would change the address."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise TypeError(f"{name} has to be an id")
    return quote(value, safe="")


def _body_of(told: Operation, values: dict[str, object]) -> bytes | None:
    if not told.body:
        return None
    return json.dumps({name: values[name] for name in told.body if name in values}, allow_nan=False).encode()


def _headers_of(told: Operation, options: RequestOptions, key: str | None) -> dict[str, str]:
    headers = {"accept": "application/json"}
    if told.body:
        headers["content-type"] = "application/json"
    for name, value in (
        ("idempotency-key", key),
        ("x-end-user", options.end_user),
        ("if-none-match", options.if_none_match),
    ):
        if value is not None:
            if re.fullmatch(r"[ -~]+", value) is None:
                raise TypeError(f"A header cannot say this {name}")
            headers[name] = value
    return headers
