"""An agent of the OpenAI Agents SDK with the tools of a stack."""

import asyncio
import json
import os

from agents import Agent, FunctionTool, Runner
from toolyard import AsyncToolyard, ToolyardError

CLIENT = os.environ["TOOLYARD_CLIENT_ID"]
toolyard = AsyncToolyard(os.environ["TOOLYARD_URL"], token=os.environ["TOOLYARD_TOKEN"])


def tool_of(listed):
    async def call(_context, tool_input):
        try:
            answer = await toolyard.call_tool(client_id=CLIENT, tool_name=listed["name"], tool_input=tool_input)
        except ToolyardError as error:
            return f"Failed: {error}"  # The model also gets failures and can correct itself.
        return json.dumps(answer["result"])

    return FunctionTool(
        name=listed["name"],
        description=listed["description"],
        params_json_schema=listed["inputSchema"],
        on_invoke_tool=call,
        strict_json_schema=False,
    )


async def main():
    listed = await toolyard.list_tools(client_id=CLIENT)
    agent = Agent(name="Echo", model="gpt-5.5", tools=[tool_of(each) for each in listed["tools"]])
    answer = await Runner.run(agent, "Say hi with the echo tool.", max_turns=10)
    print(answer.final_output)


asyncio.run(main())
