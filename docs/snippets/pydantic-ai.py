"""A Pydantic AI agent with the tools of a stack."""

import asyncio
import json
import os

from pydantic_ai import Agent, Tool, UsageLimits
from toolyard import AsyncToolyard, ToolyardError

CLIENT = os.environ["TOOLYARD_CLIENT_ID"]
toolyard = AsyncToolyard(os.environ["TOOLYARD_URL"], token=os.environ["TOOLYARD_TOKEN"])


def tool_of(listed):
    async def call(**tool_input):
        try:
            answer = await toolyard.call_tool(client_id=CLIENT, tool_name=listed["name"], tool_input=tool_input)
        except ToolyardError as error:
            return f"Failed: {error}"  # The model also gets failures and can correct itself.
        return json.dumps(answer["result"])

    return Tool.from_schema(call, listed["name"], listed["description"], listed["inputSchema"])


async def main():
    listed = await toolyard.list_tools(client_id=CLIENT)
    agent = Agent("openai-chat:gpt-5.5", tools=[tool_of(each) for each in listed["tools"]])
    answer = await agent.run("Say hi with the echo tool.", usage_limits=UsageLimits(request_limit=10))
    print(answer.output)


asyncio.run(main())
