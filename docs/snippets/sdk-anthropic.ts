import Anthropic from '@anthropic-ai/sdk';
import { Toolyard, ToolyardError } from '@toolyard/sdk';

const { TOOLYARD_URL: baseUrl = '', TOOLYARD_TOKEN: token = '', TOOLYARD_CLIENT_ID: client_id = '' } = process.env;
const agent = new Toolyard({ baseUrl, token });
const { tools } = await agent.listTools({ client_id, schema: 'anthropic' });

/** Returns the text for the model: the result, or the error, so that the model can correct its call. */
async function call({ id: tool_use_id, name: tool_name, input }: Anthropic.ToolUseBlock) {
  try {
    const tool_input = JSON.stringify(input);
    const { result } = await agent.callTool({ client_id, tool_name, tool_input, result: 'anthropic' });
    return { type: 'tool_result', tool_use_id, ...result } satisfies Anthropic.ToolResultBlockParam;
  } catch (error) {
    if (!(error instanceof ToolyardError)) throw error;
    const content = `Failed: ${error.message}`;
    return { type: 'tool_result', tool_use_id, content, is_error: true } satisfies Anthropic.ToolResultBlockParam;
  }
}

const anthropic = new Anthropic();
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Say hi with the echo tool.' }];
for (let step = 1; ; step += 1) {
  if (step > 10) throw new Error('The model still calls tools after 10 steps');
  const message = await anthropic.messages.create({ model: 'claude-sonnet-5', max_tokens: 1024, messages, tools });
  messages.push({ role: 'assistant', content: message.content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of message.content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type === 'tool_use') results.push(await call(block));
  }
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}
