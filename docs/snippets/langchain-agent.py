"""A LangChain agent with the tools of a stack."""

import asyncio
import json
import os

from langchain.agents import create_agent
from langchain_core.tools import StructuredTool
from langchain_openai import ChatOpenAI
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

    return StructuredTool(
        name=listed["name"], description=listed["description"], args_schema=listed["schema"], coroutine=call
    )


async def main():
    listed = await toolyard.list_tools(client_id=CLIENT, schema="langchain")
    agent = create_agent(ChatOpenAI(model="gpt-5.5"), [tool_of(each) for each in listed["tools"]])
    asked = {"messages": [{"role": "user", "content": "Say hi with the echo tool."}]}
    answer = await agent.ainvoke(asked, {"recursion_limit": 20})
    print(answer["messages"][-1].content)


asyncio.run(main())
