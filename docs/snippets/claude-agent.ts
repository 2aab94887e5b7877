import { query } from '@anthropic-ai/claude-agent-sdk';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

// Without its tools it would still call the model.
const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools`, {
  headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` },
});
if (!list.ok) throw new Error(`No list of tools: ${list.status} ${await list.text()}`);

const messages = query({
  prompt: 'Say hi with the echo tool.',
  options: {
    mcpServers: {
      toolyard: {
        type: 'http',
        url: `${TOOLYARD_STACK_URL}/mcp`,
        headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` },
      },
    },
    // Allows the stack's tools without approval, and none of this machine's tools.
    allowedTools: ['mcp__toolyard__*'],
    tools: [],
    settingSources: [],
    permissionMode: 'dontAsk',
    maxTurns: 10,
  },
});
for await (const message of messages) {
  if (message.type !== 'result') continue;
  if (message.subtype === 'error_max_turns') throw new Error('The model still calls tools after 10 steps');
  if (message.subtype !== 'success') throw new Error(message.subtype);
  console.log(message.result);
}
