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
try {
  // Throws if the list is unavailable; the model gets tool failures.
  const { text, finishReason } = await generateText({
    model: openai.chat('gpt-5.5'),
    tools: await client.tools(),
    stopWhen: isStepCount(10),
    prompt: 'Say hi with the echo tool.',
  });
  if (finishReason === 'tool-calls') throw new Error('The model still calls tools after 10 steps');
  console.log(text);
} finally {
  await client.close();
}
