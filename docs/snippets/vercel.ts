import { createMCPClient } from '@ai-sdk/mcp';
import { openai } from '@ai-sdk/openai';
import { generateText, isStepCount } from 'ai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

const client = await createMCPClient({
  transport: {
    type: 'http',
    url: `${TOOLYARD_STACK_URL}/mcp`,
    headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` },
  },
});
const { text } = await generateText({
  model: openai.chat('gpt-5.5'),
  tools: await client.tools(),
  stopWhen: isStepCount(5),
  prompt: 'Say hi with the echo tool.',
});
console.log(text);
await client.close();
