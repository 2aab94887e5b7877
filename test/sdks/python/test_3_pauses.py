"""Calls that wait for a person, lists of several pages, and what failures are called."""

from __future__ import annotations

from collections.abc import Callable

from service import API_KEY, CLIENT, IDS, STACK, URL, Case, answer, control, faults, passed, reached

from toolyard import Cancellation, Cancelled, Pause, RequestOptions, Toolyard, WaitForPerson, types


class Pauses(Case):
    def ask(self, options: RequestOptions | None = None) -> types.Result:
        return self.toolyard.invoke_tool(stack_id=STACK, tool_id="shop_welcome", tool_input={}, options=options)

    def ask_as_agent(self, options: RequestOptions | None = None) -> types.Result:
        return self.toolyard.call_tool(
            client_id=CLIENT, tool_name="shop_welcome", tool_input={}, options=options
        )

    def deciding(self, decision: str, told: list[Pause]) -> RequestOptions:
        def on_pause(pause: Pause) -> None:
            told.append(pause)
            control(decision, {"id": pause.approval_id})

        return RequestOptions(wait_for_person=WaitForPerson(timeout=20, interval=0.1, on_pause=on_pause))

    def test_the_same_call_goes_on(self) -> None:
        for ask in (self.ask, self.ask_as_agent):
            before = reached()
            error = self.error_of(ask)
            self.assertEqual((error.code, error.status, error.attempts), ("approval_required", 400, 1))
            self.assertIsNotNone(error.pause)
            control("approve", {"id": error.pause.approval_id if error.pause else ""})
            self.assertEqual(ask()["result"], {"welcome": True})
            self.assertEqual(reached(), before + 1)

    def test_waits_for_whoever_decides(self) -> None:
        told: list[Pause] = []
        before = reached()
        self.assertEqual(self.ask(self.deciding("approve", told))["result"], {"welcome": True})
        self.assertEqual((len(told), reached()), (1, before + 1))

    def test_the_words_of_whoever_refuses(self) -> None:
        told: list[Pause] = []
        error = self.error_of(lambda: self.ask_as_agent(self.deciding("deny", told)))
        self.assertEqual((error.code, error.pause, len(told)), ("denied", None, 1))
        self.assertIn("Not today.", error.message)

    def test_a_sign_in(self) -> None:
        missing = answer(400, detail="Sign in", connect_url="https://x.test/c")
        faults(missing, missing)
        told: list[Pause] = []
        waiting = WaitForPerson(timeout=20, interval=0.01, on_pause=told.append)
        self.toolyard.invoke_tool(
            stack_id=STACK,
            tool_id="shop_echo",
            tool_input={"text": "hi"},
            options=RequestOptions(wait_for_person=waiting),
        )
        self.assertEqual(told, [Pause("sign_in", url="https://x.test/c")])
        self.assertEqual(len(passed()), 3)

    def test_gives_up(self) -> None:
        waiting = WaitForPerson(timeout=2, interval=0.01)
        error = self.error_of(lambda: self.ask(RequestOptions(wait_for_person=waiting)))
        self.assertEqual(error.code, "approval_required")
        self.assertGreater(len(passed()), 1)
        cancellation = Cancellation()
        waiting = WaitForPerson(timeout=60, interval=50, on_pause=lambda _: cancellation.cancel())
        with self.assertRaises(Cancelled):
            self.ask(RequestOptions(wait_for_person=waiting, cancellation=cancellation))


class Pages(Case):
    def test_lists(self) -> None:
        for each in range(6):
            self.toolyard.create_api_key(name=f"Key {each}")
        endpoint_id = self.toolyard.create_endpoint(stack_id=STACK, name="Pages")["endpoint_id"]
        self.toolyard.create_stack_token(endpoint_id=endpoint_id)
        toolyard = self.toolyard
        lists = (
            (toolyard.iter_stacks(limit=1), toolyard.list_stacks()),
            (toolyard.iter_servers(limit=1), toolyard.list_servers()),
            (toolyard.iter_endpoints(stack_id=STACK, limit=1), toolyard.list_endpoints(stack_id=STACK)),
            (
                toolyard.iter_stack_tokens(endpoint_id=endpoint_id, limit=1),
                toolyard.list_stack_tokens(endpoint_id=endpoint_id),
            ),
            (toolyard.iter_api_keys(limit=3), toolyard.list_api_keys()),
        )
        pages = 0
        for pages_of, expected in lists:
            self.assertEqual(list(pages_of), expected)
            self.assertGreater(len(expected), 1)
            pages += len(list(pages_of.pages()))
        print(f"Python: {len(lists)} lists, {pages} pages")
        self.assertGreater(pages, 10)


class Failures(Case):
    def test_names(self) -> None:
        auditor = Toolyard(URL, api_key=self.toolyard.create_api_key(name="Auditor", role="auditor")["key"])
        stranger = Toolyard(URL, api_key="ty_none", token="none")
        toolyard = self.toolyard

        def call(tool_id: str, **tool_input: object) -> Callable[[], object]:
            return lambda: toolyard.invoke_tool(stack_id=STACK, tool_id=tool_id, tool_input=tool_input)

        bare = IDS["bare"]
        failures: tuple[tuple[str, Callable[[], object]], ...] = (
            ("unauthenticated", stranger.list_stacks),
            ("unauthenticated", lambda: stranger.list_tools(client_id=CLIENT)),
            ("forbidden", lambda: auditor.create_stack(stack_name="No")),
            ("not_found", lambda: toolyard.get_stack(stack_id="stack_none")),
            ("not_found", call("shop_none")),
            ("already_exists", lambda: toolyard.create_stack(stack_name="Work")),
            ("invalid_input", lambda: toolyard.create_stack(stack_name="")),
            ("invalid_input", call("shop_echo", text=1)),
            (
                "missing_credentials",
                lambda: toolyard.invoke_tool(stack_id=bare, tool_id="shop_echo", tool_input={"text": "a"}),
            ),
            ("upstream_refused", call("shop_refused")),
            (
                "upstream_rate_limited",
                lambda: toolyard.invoke_tool(
                    stack_id=STACK, tool_id="shop_limited", tool_input={}, options=RequestOptions(retries=0)
                ),
            ),
            (
                "upstream_error",
                lambda: toolyard.call_tool(client_id=CLIENT, tool_name="shop_broken", tool_input={}),
            ),
            ("denied", call("shop_binary")),
            ("too_large", call("shop_echo", text="x" * 20_000_000)),
        )
        for code, request in failures:
            error = self.error_of(request)
            self.assertEqual((error.code, error.attempts, error.is_outcome_unknown), (code, 1, False), error)
            self.assertIsNotNone(error.request_id)
            self.assertNotIn(API_KEY, str(error.__dict__))
        issues = self.error_of(call("shop_echo", text=1)).issues
        self.assertEqual([each.path for each in issues], ["/text"])
        print(f"Python: {len(failures)} failures of {len({code for code, _ in failures})} codes")
