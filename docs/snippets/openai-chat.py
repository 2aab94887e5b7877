"""An agent without a package: Python's own library speaks to the stack and to Chat Completions."""

import json
import os
import urllib.error
import urllib.request

STACK, TOKEN = os.environ["TOOLYARD_STACK_URL"], os.environ["TOOLYARD_TOKEN"]
OPENAI, KEY = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"), os.environ["OPENAI_API_KEY"]


def send(url, token, body=None):
    """The status and the body of an answer; what is no HTTP answer is raised."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as failed:
        return failed.code, json.load(failed)


def call(function):
    """What the model is told of a call: also that it failed, so that it can correct itself."""
    body = {"tool_name": function["name"], "tool_input": function["arguments"]}
    status, answer = send(f"{STACK}/call_tool?result=openai", TOKEN, body)
    return (answer["result"]["content"], answer["result"].get("images", [])) if status == 200 else (f"Failed: {answer['error']}", [])


status, listed = send(f"{STACK}/list_tools?schema=openai", TOKEN)
if status != 200:
    raise SystemExit(f"No list of tools: {status} {listed}")

messages = [{"role": "user", "content": "Say hi with the echo tool."}]
for step in range(10):
    body = {"model": "gpt-5.5", "messages": messages, "tools": listed["tools"]}
    status, answer = send(f"{OPENAI}/chat/completions", KEY, body)
    if status != 200:
        raise SystemExit(f"The model answered {status}: {answer}")
    message = answer["choices"][0]["message"]
    messages.append(message)
    if not message.get("tool_calls"):
        print(message["content"])
        break
    shown = []
    for each in message["tool_calls"]:
        content, images = call(each["function"])
        messages.append({"role": "tool", "tool_call_id": each["id"], "content": content})
        shown += images
    if shown:
        messages.append({"role": "user", "content": shown})
else:
    raise SystemExit("The model still calls tools after 10 steps")
