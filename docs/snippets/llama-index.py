"""A LlamaIndex agent with the tools of a stack, over MCP."""

import asyncio
import os

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai import OpenAI
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

STACK, TOKEN = os.environ["TOOLYARD_STACK_URL"], os.environ["TOOLYARD_TOKEN"]


async def main():
    client = BasicMCPClient(f"{STACK}/mcp", headers={"Authorization": f"Bearer {TOKEN}"})
    tools = await McpToolSpec(client=client).to_tool_list_async()
    agent = FunctionAgent(tools=tools, llm=OpenAI(model="gpt-5-mini"))
    print(await agent.run(user_msg="Say hi with the echo tool.", max_iterations=10))


asyncio.run(main())
