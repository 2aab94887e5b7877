"""A CrewAI agent with the tools of a stack, over MCP."""

import os

from crewai import Agent
from crewai.mcp import MCPServerHTTP

STACK, TOKEN = os.environ["TOOLYARD_STACK_URL"], os.environ["TOOLYARD_TOKEN"]

agent = Agent(
    role="Echo",
    goal="Use the echo tool to repeat what the user says",
    backstory="You call tools.",
    llm="openai/gpt-5.5",
    mcps=[MCPServerHTTP(url=f"{STACK}/mcp", headers={"Authorization": f"Bearer {TOKEN}"})],
    max_iter=10,
)
print(agent.kickoff("Say hi with the echo tool.").raw)
