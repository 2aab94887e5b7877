import { Agent, MCPServerStreamableHttp, run } from '@openai/agents';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

const toolyard = new MCPServerStreamableHttp({
  name: 'toolyard',
  url: `${TOOLYARD_STACK_URL}/mcp`,
  requestInit: { headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` } },
});
// Throws if the list is unavailable; the model gets tool failures.
await toolyard.connect();
try {
  const agent = new Agent({ name: 'Echo', model: 'gpt-5.5', mcpServers: [toolyard] });
  const { finalOutput } = await run(agent, 'Say hi with the echo tool.', { maxTurns: 10 });
  console.log(finalOutput);
} finally {
  await toolyard.close();
}
