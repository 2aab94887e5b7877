import { Toolyard, ToolyardError } from '@toolyard/sdk';
import OpenAI from 'openai';

const { TOOLYARD_URL: baseUrl = '', TOOLYARD_TOKEN: token = '', TOOLYARD_CLIENT_ID: client_id = '' } = process.env;
const agent = new Toolyard({ baseUrl, token });
const { tools } = await agent.listTools({ client_id, schema: 'openai' });

/** Returns the text for the model: the result, or the error, so that the model can correct its call. */
async function call(tool_name: string, tool_input: string) {
  try {
    return (await agent.callTool({ client_id, tool_name, tool_input, result: 'openai' })).result;
  } catch (error) {
    if (error instanceof ToolyardError) return { content: `Failed: ${error.message}`, images: [] };
    throw error;
  }
}

const openai = new OpenAI();
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Say hi with the echo tool.' }];
for (let step = 1; ; step += 1) {
  if (step > 10) throw new Error('The model still calls tools after 10 steps');
  const { choices } = await openai.chat.completions.create({ model: 'gpt-5.5', messages, tools });
  const message = choices[0]?.message;
  if (!message?.tool_calls?.length) {
    console.log(message?.content);
    break;
  }
  messages.push(message);
  const shown: OpenAI.ChatCompletionContentPart[] = [];
  for (const each of message.tool_calls) {
    if (each.type !== 'function') continue;
    const { content, images = [] } = await call(each.function.name, each.function.arguments);
    messages.push({ role: 'tool', tool_call_id: each.id, content });
    shown.push(...images);
  }
  if (shown.length > 0) messages.push({ role: 'user', content: shown });
}
