"""Every operation once. The files run in the order of their names: this one leaves the shop as the others need it."""

from __future__ import annotations

import json

from service import API_KEY, CLIENT, IDS, STACK, TOKEN, URL, Case, control, passed

from toolyard import OPERATIONS, RequestOptions, Toolyard


class Operations(Case):
    def test_every_operation(self) -> None:
        self.stacks()
        self.tools()
        self.agents()
        self.credentials()
        self.endpoints()
        self.keys()
        self.servers()
        made = {each["operation"] for each in passed() if each["status"] == 200}
        for each in control("requests"):
            if each["id"] not in made:
                self.toolyard.answer(each["id"], {**each["params"], **each.get("body", {})})
        made |= {each["operation"] for each in passed() if each["status"] == 200}
        print(f"Python: {len(made)} of {len(OPERATIONS)} operations called")
        self.assertEqual(sorted(OPERATIONS), sorted(control("operations")))
        self.assertEqual(sorted(made), sorted(OPERATIONS))

    def stacks(self) -> None:
        made = self.toolyard.create_stack(stack_name="New", configuration={"analytics_enabled": True})
        stack_id = made["stack_id"]
        self.assertEqual(self.toolyard.update_stack(stack_id=stack_id, stack_name="Newer")["stack_name"], "Newer")
        self.assertTrue(self.toolyard.get_stack(stack_id=stack_id)["configuration"]["analytics_enabled"])
        self.assertIn("Newer", [each["stack_name"] for each in self.toolyard.list_stacks()])
        self.assertIn("corner", [each["server_id"] for each in self.toolyard.list_servers()])
        self.toolyard.add_server(stack_id=stack_id, server_id="corner", enable_all_tools=True)
        self.assertIn("deleted", self.toolyard.delete_stack(stack_id=stack_id)["message"])

    def tools(self) -> None:
        listed = self.toolyard.list_stack_tools(stack_id=STACK, schema="openai")
        self.assertGreater(len(listed["tools"]), 5)
        called = self.toolyard.invoke_tool(stack_id=STACK, tool_id="shop_echo", tool_input={"text": "hi"})
        self.assertEqual(called["result"]["path"], "/echo")
        batch = self.toolyard.invoke_batch(
            stack_id=STACK,
            calls=[
                {"tool_id": "shop_echo", "tool_input": {"text": "hi"}},
                {"tool_id": "shop_none", "tool_input": {}},
            ],
        )
        said = [each["status"] if "status" in each else 200 for each in batch["results"]]
        self.assertEqual(said, [200, 404])
        part = self.toolyard.read_result(stack_id=STACK, handle=IDS["result"], offset=500)
        self.assertEqual(part["offset"], 500)

    def agents(self) -> None:
        self.assertGreater(len(self.toolyard.list_tools(client_id=CLIENT)["tools"]), 5)
        called = self.toolyard.call_tool(client_id=CLIENT, tool_name="shop_echo", tool_input={"text": "hi"})
        self.assertEqual(called["result"]["path"], "/echo")
        part = self.toolyard.read_own_result(client_id=CLIENT, handle=IDS["ownResult"])
        self.assertIsInstance(part["text"], str)

    def credentials(self) -> None:
        self.toolyard.update_credentials(stack_id=STACK, server_id="shop", credentials={"shop_region": "north"})
        status = self.toolyard.get_credential_status(stack_id=STACK, server_id="shop")
        self.assertEqual(status["optional_credentials"], {"shop_region": "added"})
        self.toolyard.remove_credential(stack_id=STACK, server_id="shop", field_id="shop_region")

    def endpoints(self) -> None:
        endpoint_id = self.toolyard.create_endpoint(stack_id=STACK, name="Agent")["endpoint_id"]
        self.assertEqual(len(self.toolyard.list_endpoints(stack_id=STACK, limit=1)), 1)
        self.toolyard.update_endpoint(endpoint_id=endpoint_id, mode="search")
        self.assertEqual(self.toolyard.get_endpoint(endpoint_id=endpoint_id)["mode"], "search")
        token = self.toolyard.create_stack_token(endpoint_id=endpoint_id, tools=["shop_*"], calls_max=5)
        self.assertEqual(len(self.toolyard.list_stack_tokens(endpoint_id=endpoint_id)), 2)
        self.toolyard.revoke_stack_token(token_id=token["token_id"])
        self.assertIsNotNone(self.toolyard.get_stack_token(token_id=token["token_id"])["revoked_at"])
        self.toolyard.delete_endpoint(endpoint_id=endpoint_id)

    def keys(self) -> None:
        made = self.toolyard.create_api_key(name="CI", role="auditor")
        self.toolyard.revoke_api_key(api_key_id=made["api_key_id"])
        self.assertIsNotNone(self.toolyard.get_api_key(api_key_id=made["api_key_id"])["revoked_at"])
        self.assertIn("CI", [each["name"] for each in self.toolyard.list_api_keys()])

    def servers(self) -> None:
        stack_id = IDS["bare"]
        self.toolyard.update_server_tools(stack_id=stack_id, server_id="shop", enabled_tools=["shop_echo"])
        self.toolyard.remove_server(stack_id=stack_id, server_id="shop")
        self.toolyard.add_server(stack_id=stack_id, server_id="shop", enable_all_tools=True)

    def test_what_an_answer_says_beside_its_data(self) -> None:
        first = self.toolyard.answer("list_tools", {"client_id": CLIENT})
        self.assertEqual(first.status, 200)
        self.assertIsNotNone(first.rate_limit)
        self.assertIsNotNone(first.request_id)
        again = self.toolyard.answer(
            "list_tools", {"client_id": CLIENT}, RequestOptions(if_none_match=first.etag)
        )
        self.assertEqual((again.status, again.data), (304, None))

    def test_answers_are_read_as_the_caller_wants(self) -> None:
        def parse(body: bytes) -> object:
            return {"read": len(json.loads(body))}

        toolyard = Toolyard(URL, api_key=API_KEY, parse_json=parse)
        self.assertEqual(toolyard.answer("list_stacks", {}).data, {"read": len(self.toolyard.list_stacks())})

    def test_wrong_arguments(self) -> None:
        with self.assertRaisesRegex(TypeError, "stack_id has to be an id"):
            self.toolyard.get_stack(stack_id="..")
        with self.assertRaisesRegex(TypeError, "takes no idempotency_key"):
            self.toolyard.list_stacks(options=RequestOptions(idempotency_key="a"))
        with self.assertRaisesRegex(TypeError, "needs api_key"):
            Toolyard(URL, token=TOKEN).list_stacks()
        with self.assertRaisesRegex(TypeError, "cannot say this x-end-user"):
            self.toolyard.list_stacks(options=RequestOptions(end_user="Zoë"))
        with self.assertRaisesRegex(TypeError, "^api_key is empty, or"):
            Toolyard(URL, api_key="se\ncret").list_stacks()
        with self.assertRaises(ValueError):
            self.toolyard.invoke_tool(stack_id=STACK, tool_id="shop_echo", tool_input={"count": float("nan")})
        with self.assertRaises(TypeError):
            Toolyard("nowhere", api_key=API_KEY)
        self.assertEqual(passed(), [])
        self.assertNotIn(API_KEY, repr(self.toolyard))
