"""The asyncio client: operations, formats by type, lists, pauses, and cancelled tasks."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from service import API_KEY, CLIENT, LOST, STACK, TOKEN, URL, Case, abandoned, control, faults, passed, reached

from toolyard import AsyncToolyard, Cancellation, Cancelled, Pause, RequestOptions, ToolyardError, WaitForPerson

T = TypeVar("T")
DIRECT = os.environ["TOOLYARD_DIRECT"]


def run(what: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end. It needs far less time than the limit."""
    return asyncio.run(asyncio.wait_for(what, 60))


class Async(Case):
    def setUp(self) -> None:
        super().setUp()
        self.agent = AsyncToolyard(URL, api_key=API_KEY, token=lambda: TOKEN)

    def test_calls_at_the_same_time(self) -> None:
        async def main() -> list[Any]:
            calls = [
                self.agent.call_tool(client_id=CLIENT, tool_name="shop_echo", tool_input={"text": str(each)})
                for each in range(8)
            ]
            return await asyncio.gather(*calls)

        self.assertEqual([each["result"]["path"] for each in run(main())], ["/echo"] * 8)
        self.assertEqual(len(passed()), 8)

    def test_formats_have_types(self) -> None:
        async def main() -> tuple[str, str, str, str]:
            chat = await self.agent.list_tools(client_id=CLIENT, schema="openai")
            messages = await self.agent.list_stack_tools(stack_id=STACK, schema="anthropic")
            own = await self.agent.list_tools(client_id=CLIENT)
            called = await self.agent.call_tool(
                client_id=CLIENT, tool_name="shop_echo", tool_input={"text": "hi"}, result="openai"
            )
            return (
                chat["tools"][0]["function"]["name"],
                messages["tools"][0]["input_schema"]["type"],
                own["tools"][0]["inputSchema"]["type"],
                called["result"]["content"][0]["type"],
            )

        name, *kinds = run(main())
        sync = self.toolyard.list_tools(client_id=CLIENT, schema="openai")
        self.assertEqual(name, sync["tools"][0]["function"]["name"])
        self.assertEqual(kinds, ["object", "object", "text"])

    def test_lists(self) -> None:
        async def main() -> tuple[list[str], list[int]]:
            names = [stack["stack_name"] async for stack in self.agent.iter_stacks(limit=1)]
            sizes = [len(rows) async for rows in self.agent.iter_stacks(limit=1).pages()]
            return names, sizes

        names, sizes = run(main())
        self.assertEqual(names, [stack["stack_name"] for stack in self.toolyard.list_stacks()])
        self.assertEqual(sizes, [1] * len(names))

    def test_retries_and_errors(self) -> None:
        faults(LOST)
        self.assertTrue(run(self.agent.list_stacks()))
        with self.assertRaises(ToolyardError) as caught:
            run(self.agent.get_stack(stack_id="stack_00000000-0000-0000-0000-000000000000"))
        self.assertEqual(caught.exception.code, "not_found")
        with self.assertRaises(TypeError):
            run(self.agent.get_stack(stack_id=".."))
        with self.assertRaises(TypeError):
            run(self.agent.list_stacks(options=RequestOptions(if_none_match='"a"')))

    def test_pauses_are_reported_in_the_loop(self) -> None:
        told: list[Pause] = []

        async def main() -> Any:
            loop = asyncio.get_running_loop()

            def on_pause(pause: Pause) -> None:
                self.assertIs(asyncio.get_running_loop(), loop)
                told.append(pause)
                control("approve", {"id": pause.approval_id})

            waiting = WaitForPerson(timeout=60, interval=0.1, on_pause=on_pause)
            return await self.agent.invoke_tool(
                stack_id=STACK, tool_id="shop_welcome", tool_input={}, options=RequestOptions(wait_for_person=waiting)
            )

        self.assertEqual(run(main())["result"], {"welcome": True})
        self.assertEqual(len(told), 1)


class Cancelling(Case):
    """Connects directly to the service, which ends a call at its upstream when the caller disconnects."""

    def setUp(self) -> None:
        super().setUp()
        self.agent = AsyncToolyard(DIRECT, api_key=API_KEY, concurrency=2)
        self.stack = self.toolyard.create_stack(stack_name=f"Slow {time.monotonic_ns()}")["stack_id"]
        self.toolyard.add_server(stack_id=self.stack, server_id="slow", enable_all_tools=True)

    async def started(self, count: int) -> list[asyncio.Task[Any]]:
        """Calls that have reached the upstream and get no answer."""
        before = reached()
        calls = [self.agent.invoke_tool(stack_id=self.stack, tool_id="slow_hang", tool_input={}) for _ in range(count)]
        tasks: list[asyncio.Task[Any]] = [asyncio.ensure_future(each) for each in calls]
        while await asyncio.to_thread(reached) < before + min(count, 2):
            await asyncio.sleep(0.02)
        return tasks

    async def ended(self, count: int) -> None:
        while await asyncio.to_thread(abandoned) < count:
            await asyncio.sleep(0.02)

    def test_a_cancelled_task_ends_the_call_at_the_upstream(self) -> None:
        async def main() -> None:
            before = abandoned()
            (task,) = await self.started(1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await self.ended(before + 1)

        run(main())

    def test_other_ways_to_cancel(self) -> None:
        async def main() -> None:
            before = abandoned()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for((await self.started(1))[0], 0.1)
            await self.ended(before + 1)
            cancellation = Cancellation()
            call = self.agent.invoke_tool(
                stack_id=self.stack,
                tool_id="slow_hang",
                tool_input={},
                options=RequestOptions(cancellation=cancellation),
            )
            arrived = reached()
            task = asyncio.ensure_future(call)
            while await asyncio.to_thread(reached) == arrived:
                await asyncio.sleep(0.02)
            cancellation.cancel()
            with self.assertRaises(Cancelled):
                await task
            await self.ended(before + 2)

        run(main())

    def test_what_waits_for_its_turn_is_never_sent(self) -> None:
        async def main() -> int:
            before = abandoned()
            tasks = await self.started(5)
            arrived = reached()
            for task in reversed(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.ended(before + 2)
            return reached() - arrived

        self.assertEqual(run(main()), 0)
