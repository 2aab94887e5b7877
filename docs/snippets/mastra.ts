import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN, OPENAI_BASE_URL: url, OPENAI_API_KEY: apiKey } = process.env;

const client = new MCPClient({
  servers: {
    toolyard: {
      url: new URL(`${TOOLYARD_STACK_URL}/mcp`),
      requestInit: { headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` } },
    },
  },
});
try {
  // Reports errors: `listTools` silently omits an unreachable server.
  const { toolsets, errors } = await client.listToolsetsWithErrors();
  if (errors['toolyard']) throw new Error(`No list of tools: ${errors['toolyard']}`);
  const model = { id: 'openai/gpt-5.5', url: `${url}`, apiKey: `${apiKey}` } as const;
  const agent = new Agent({ id: 'echo', name: 'Echo', instructions: 'You use tools.', model });
  const { text, finishReason } = await agent.generate('Say hi with the echo tool.', { toolsets, maxSteps: 10 });
  if (finishReason === 'tool-calls') throw new Error('The model still calls tools after 10 steps');
  console.log(text);
} finally {
  await client.disconnect();
}
