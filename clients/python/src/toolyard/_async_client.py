"""The client of one service, for asyncio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from ._async_pages import AsyncPages
from ._cancel import Cancellation
from ._client import PAGE_LIMIT, Secret, Toolyard
from ._errors import Pause
from ._generated.async_operations import AsyncOperations
from ._options import RequestOptions, WaitForPerson
from ._pages import Answer
from ._transport import Transport, send


class AsyncToolyard(AsyncOperations):
    """``Toolyard`` for asyncio, with the same settings. Cancelling a task closes its connection, which ends a call at
    the service unless it has an ``idempotency_key``.

    Each request has a thread while it runs. At most ``concurrency`` requests run at once; the others wait.
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
        concurrency: int = 64,
        transport: Transport = send,
        parse_json: Callable[[bytes], Any] = json.loads,
    ) -> None:
        self._client = Toolyard(
            base_url,
            api_key=api_key,
            token=token,
            timeout=timeout,
            total_timeout=total_timeout,
            retries=retries,
            transport=transport,
            parse_json=parse_json,
        )
        # Not the event loop's default threads, because slow tools would occupy them all.
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="toolyard")

    def __repr__(self) -> str:
        return f"Async{self._client!r}"

    async def answer(self, operation: str, params: dict[str, object], options: RequestOptions | None = None) -> Answer:
        """As the operation's own method, with the response's metadata."""
        given = options or RequestOptions()
        cancellation = Cancellation()
        own = replace(given, cancellation=cancellation, wait_for_person=_in_loop(given))
        if given.cancellation is not None:
            given.cancellation.add(cancellation.cancel)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._client.answer, operation, params, own)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise
        finally:
            if given.cancellation is not None:
                given.cancellation.remove(cancellation.cancel)

    async def _ask(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> Any:
        if options is not None and options.if_none_match is not None:
            raise TypeError("if_none_match is for AsyncToolyard.answer")
        return (await self.answer(operation, params, options)).data

    def _list(self, operation: str, params: dict[str, object], options: RequestOptions | None) -> AsyncPages[Any]:
        first = {**params, "limit": params.get("limit") or PAGE_LIMIT}

        async def read(cursor: str | None) -> Answer:
            return await self.answer(operation, first if cursor is None else {**first, "cursor": cursor}, options)

        return AsyncPages(read)


def _in_loop(options: RequestOptions) -> WaitForPerson | None:
    """The same options, with ``on_pause`` called in the event loop instead of the request's thread."""
    waiting = options.wait_for_person
    if waiting is None or waiting.on_pause is None:
        return waiting
    loop, on_pause = asyncio.get_running_loop(), waiting.on_pause

    def tell(pause: Pause) -> None:
        loop.call_soon_threadsafe(on_pause, pause)

    return replace(waiting, on_pause=tell)
