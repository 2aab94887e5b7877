import Anthropic from '@anthropic-ai/sdk';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

const message = await new Anthropic().beta.messages.create({
  model: 'claude-sonnet-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Say hi with the echo tool.' }],
  mcp_servers: [
    { type: 'url', name: 'toolyard', url: `${TOOLYARD_STACK_URL}/mcp`, authorization_token: `${TOOLYARD_TOKEN}` },
  ],
  tools: [{ type: 'mcp_toolset', mcp_server_name: 'toolyard' }],
  betas: ['mcp-client-2025-11-20'],
});
for (const block of message.content) if (block.type === 'text') console.log(block.text);
