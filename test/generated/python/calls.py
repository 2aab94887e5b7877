"""Makes every call with the Python client made from openapi.json; prints what was answered, one JSON object a line."""

import json
import os
from datetime import datetime
from urllib.parse import urlsplit

from azure.core import AsyncPipelineClient, PipelineClient
from azure.core.exceptions import HttpResponseError
from azure.core.pipeline import policies

# The generated code passes these as named parameters, which Debian 12's version does not accept yet.
for runtime in (PipelineClient, AsyncPipelineClient):
    if not hasattr(runtime, "__class_getitem__"):
        runtime.__class_getitem__ = classmethod(lambda cls, _parameters: cls)

import toolyard  # noqa: E402
import toolyard.aio  # noqa: E402, F401 (that it can be imported)
from toolyard import models  # noqa: E402

IDS = json.loads(os.environ["IDS"])


def note(answer):
    """Tells the test what was asked and answered."""
    request, status = answer.http_request, answer.http_response.status_code
    print(json.dumps({"method": request.method, "path": urlsplit(request.url).path, "status": status}))


def client_of(token):
    """A client that shows a key or a token. Its policies are given, since its own are of a later version, too."""
    headers = policies.HeadersPolicy(headers={"Authorization": f"Bearer {token}"})
    hook = policies.CustomHookPolicy(raw_response_hook=note)
    return toolyard.ToolyardClient(
        endpoint=os.environ["URL"], policies=[headers, policies.ContentDecodePolicy(), hook]
    )


account = client_of(os.environ["API_KEY"])
agent = client_of(IDS["token"])
stack, endpoint = IDS["stack"], IDS["client"]

# Stacks.
made = account.create_stack(models.CreateStackRequest(stack_name="New"))
assert isinstance(made.created_at, datetime), made
recording = models.UpdateStackRequestConfiguration(analytics_enabled=True)
renamed = account.update_stack(made.stack_id, models.UpdateStackRequest(stack_name="Newer", configuration=recording))
assert renamed.configuration == models.Configuration(analytics_enabled=True), renamed
assert "Newer" in [each.stack_name for each in account.list_stacks()]
schemas = [tool.parameters for server in account.list_servers() for tool in server.tools]
assert "object" in [schema["type"] for schema in schemas], schemas
assert "corner" in account.add_server(made.stack_id, {"server_id": "corner"}).message
assert "deleted" in account.delete_stack(made.stack_id).message

# Tools.
assert account.list_stack_tools(stack, schema="openai").tools
called = account.invoke_tool(stack, "shop_echo", {"tool_input": {"text": "hi"}})
assert called.result["path"] == "/echo", called
calls = [{"tool_id": "shop_echo", "tool_input": {"text": "hi"}}, {"tool_id": "shop_none", "tool_input": {}}]
first, second = account.invoke_batch(stack, {"calls": calls}).results
assert first["result"]["path"] == "/echo" and second["status"] == 404, (first, second)
assert isinstance(account.read_result(stack, IDS["result"], offset=500).next_offset, int)

# An agent.
assert agent.list_tools(endpoint).tools
called = agent.call_tool(endpoint, {"tool_name": "shop_echo", "tool_input": '{"text":"hi"}'}, idempotency_key="one")
assert called.result["path"] == "/echo", called
try:
    agent.call_tool(endpoint, {"tool_name": "none", "tool_input": {}})
    raise AssertionError("a tool that is not there was called")
except HttpResponseError as failure:
    assert json.loads(failure.response.text()) == {"error": "Tool none not found"}, failure
assert isinstance(agent.read_own_result(endpoint, IDS["ownResult"]).text, str)

# Credentials: stored and removed.
account.update_credentials(stack, "shop", {"credentials": {"shop_region": "north"}})
status = account.get_credential_status(stack, "shop")
assert status.optional_credentials == {"shop_region": "added"}, status
account.remove_credential(stack, "shop", "shop_region")
account.update_server_tools(stack, "shop", {"enabled_tools": ["shop_echo"]})
account.remove_server(stack, "shop")

# Endpoints and stack tokens.
endpoint_id = account.create_endpoint(stack, {"name": "Generated"}).endpoint_id
assert account.get_stack(stack).stack_name == "Work"
assert len(account.list_endpoints(stack, limit=1)) == 1
assert account.get_endpoint(endpoint_id).mode == "full"
assert account.update_endpoint(endpoint_id, {"mode": "search"}).mode == "search"
token_id = account.create_stack_token(endpoint_id, {"tools": ["shop_*"]}).token_id
assert len(account.list_stack_tokens(endpoint_id)) == 2
assert "revoked" in account.revoke_stack_token(token_id).message
assert isinstance(account.get_stack_token(token_id).revoked_at, datetime)
assert "deleted" in account.delete_endpoint(endpoint_id).message

# Keys.
key = account.create_api_key({"name": "Generated", "role": "auditor"})
assert key.key.startswith("ty_")
assert account.get_api_key(key.api_key_id).role == "auditor"
assert "revoked" in account.revoke_api_key(key.api_key_id).message
assert isinstance(account.list_api_keys()[0].revoked_at, datetime)

# Operations without lines above.
for each in json.loads(os.environ["REQUESTS"]):
    client = agent if each["path"].startswith("/s/") else account
    getattr(client, each["id"])(*each["params"].values(), *([each["body"]] if "body" in each else []))
