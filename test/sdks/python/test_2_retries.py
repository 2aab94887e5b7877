"""What is repeated, and what is not."""

from __future__ import annotations

import socket
import threading
import time

from service import API_KEY, CLIENT, CUT, HANG, LOST, STACK, URL, Case, answer, faults, passed, reached

from toolyard import Cancellation, Cancelled, RequestOptions, Toolyard, new_idempotency_key

LATER = answer(429, {"retry-after": "1"})
tried = 0


def counted(count: int = 1) -> None:
    global tried
    tried += count


class Retries(Case):
    def test_creations_are_made_once(self) -> None:
        endpoint_id = self.toolyard.create_endpoint(stack_id=STACK, name="Agent")["endpoint_id"]
        creations = {
            "create_stack": lambda: self.toolyard.create_stack(stack_name="Once")["stack_id"],
            "create_endpoint": lambda: self.toolyard.create_endpoint(stack_id=STACK, name="Once")["endpoint_id"],
            "create_stack_token": lambda: self.toolyard.create_stack_token(endpoint_id=endpoint_id)["token"],
            "create_api_key": lambda: self.toolyard.create_api_key(name="Once")["key"],
            "add_server": lambda: self.toolyard.add_server(stack_id=STACK, server_id="corner")["message"],
        }
        made = dict[str, str]()
        for operation, create in creations.items():
            passed()
            faults(LOST, CUT, answer(502))
            made[operation] = create()
            sent = passed()
            self.assertEqual([each["status"] for each in sent], [200, 200, 0, 200])
            self.assertEqual({each["operation"] for each in sent}, {operation})
            self.assertEqual(len({each["key"] for each in sent}), 1)
            counted()
        stacks = [each["stack_name"] for each in self.toolyard.list_stacks()]
        self.assertEqual(stacks.count("Once"), 1)
        self.assertEqual([each["name"] for each in self.toolyard.list_api_keys()].count("Once"), 1)
        self.assertEqual(len(self.toolyard.list_stack_tokens(endpoint_id=endpoint_id)), 2)
        self.assertGreater(len(Toolyard(URL, api_key=made["create_api_key"]).list_stacks()), 1)

    def test_reads(self) -> None:
        faults(LOST, CUT, answer(504))
        self.assertEqual(self.toolyard.get_stack(stack_id=STACK)["stack_name"], "Work")
        self.assertEqual(len(passed()), 4)
        faults(*[LOST] * 5)
        error = self.error_of(lambda: self.toolyard.get_stack(stack_id=STACK))
        self.assertEqual((error.code, error.attempts, error.is_outcome_unknown), ("no_answer", 4, False))
        faults(LOST)
        error = self.error_of(lambda: self.toolyard.get_stack(stack_id=STACK, options=RequestOptions(retries=0)))
        self.assertEqual(error.attempts, 1)
        counted(3)

    def invoke(self, key: str | None = None) -> object:
        options = RequestOptions(idempotency_key=key)
        return self.toolyard.invoke_tool(
            stack_id=STACK, tool_id="shop_echo", tool_input={"text": "once"}, options=options
        )

    def test_calls(self) -> None:
        before = reached()
        faults(LOST)
        error = self.error_of(self.invoke)
        self.assertEqual((error.code, error.attempts, error.is_outcome_unknown), ("no_answer", 1, True))
        self.assertEqual(reached(), before + 1)
        faults(LOST)
        self.invoke(new_idempotency_key())
        self.assertEqual(reached(), before + 2)
        faults(LOST)
        self.toolyard.call_tool(
            client_id=CLIENT,
            tool_name="shop_echo",
            tool_input={"text": "once"},
            options=RequestOptions(idempotency_key=new_idempotency_key()),
        )
        self.assertEqual(reached(), before + 3)
        faults(LOST, LOST)
        error = self.error_of(lambda: self.invoke(new_idempotency_key()))
        self.assertEqual((error.attempts, error.is_outcome_unknown), (2, True))
        unknown = {"x-outcome": "unknown", "retry-after": "1"}
        faults(answer(500, unknown))
        error = self.error_of(lambda: self.invoke(new_idempotency_key()))
        self.assertEqual((error.attempts, error.is_outcome_unknown), (1, True))
        faults(answer(503, unknown))
        self.toolyard.create_api_key(name="Again")
        passed()
        faults(LOST, answer(400, {"retry-after": "1"}), answer(503, {"retry-after": "1"}))
        self.invoke(new_idempotency_key())
        self.assertEqual(len(passed()), 4)
        counted(7)

    def test_changes(self) -> None:
        for change in (
            lambda: self.toolyard.update_stack(stack_id=STACK, stack_name="Work"),
            lambda: self.toolyard.invoke_batch(
                stack_id=STACK, calls=[{"tool_id": "shop_echo", "tool_input": {"text": "a"}}]
            ),
        ):
            faults(LOST)
            error = self.error_of(change)
            self.assertEqual((error.attempts, error.is_outcome_unknown), (1, True))
            counted()

    def test_waits(self) -> None:
        started_at = time.monotonic()
        faults(LATER, LATER)
        self.invoke()
        self.assertGreaterEqual(time.monotonic() - started_at, 2)
        faults(answer(429, {"retry-after": "60", "x-error-message": "The limit stacks is 30 a minute"}))
        options = RequestOptions(total_timeout=30)
        error = self.error_of(
            lambda: self.toolyard.update_stack(stack_id=STACK, stack_name="Work", options=options)
        )
        self.assertEqual((error.code, error.retry_after, error.attempts), ("rate_limited", 60, 1))
        self.assertEqual(error.message, "The limit stacks is 30 a minute")
        faults(LOST, answer(429, {"retry-after": "600"}))
        error = self.error_of(lambda: self.toolyard.create_api_key(name="Lost"))
        self.assertEqual((error.code, error.attempts, error.is_outcome_unknown), ("rate_limited", 2, True))
        counted(3)

    def test_no_connection(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        nowhere = Toolyard(f"http://127.0.0.1:{port}", api_key=API_KEY, retries=1)
        error = self.error_of(lambda: nowhere.update_stack(stack_id=STACK, stack_name="Work"))
        self.assertEqual((error.code, error.attempts, error.is_outcome_unknown), ("no_answer", 2, False))
        self.assertNotIn(API_KEY, repr(error) + str(error.__dict__))
        counted()

    def test_time_is_up(self) -> None:
        faults(HANG, HANG)
        options = RequestOptions(timeout=0.3, retries=1)
        error = self.error_of(lambda: self.toolyard.get_stack(stack_id=STACK, options=options))
        self.assertEqual((error.code, error.attempts), ("no_answer", 2))
        counted()

    def test_cancellation(self) -> None:
        done = Cancellation()
        done.cancel()
        with self.assertRaises(Cancelled):
            self.toolyard.list_stacks(options=RequestOptions(cancellation=done))
        self.assertEqual(passed(), [])
        for fault in (HANG, answer(429, {"retry-after": "100"})):
            faults(fault)
            cancellation = Cancellation()
            thread = threading.Thread(target=cancel_when_passed, args=(cancellation,))
            thread.start()
            with self.assertRaises(Cancelled):
                self.toolyard.list_stacks(options=RequestOptions(cancellation=cancellation))
            thread.join()
            counted()

    @classmethod
    def tearDownClass(cls) -> None:
        print(f"Python: {tried} ways in which requests fail")


def cancel_when_passed(cancellation: Cancellation) -> None:
    """The proxy tells of a request when it has been answered, or was left without an answer."""
    while not passed():
        pass
    cancellation.cancel()
