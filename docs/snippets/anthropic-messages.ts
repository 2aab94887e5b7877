import Anthropic from '@anthropic-ai/sdk';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=anthropic`, { headers });
if (!list.ok) throw new Error(`No list of tools: ${list.status} ${await list.text()}`);
const { tools } = await list.json();

const anthropic = new Anthropic();
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Say hi with the echo tool.' }];
for (let step = 1; ; step += 1) {
  if (step > 10) throw new Error('The model still calls tools after 10 steps');
  const message = await anthropic.messages.create({ model: 'claude-sonnet-5', max_tokens: 1024, messages, tools });
  messages.push({ role: 'assistant', content: message.content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of message.content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type !== 'tool_use') continue;
    const body = JSON.stringify({ tool_name: block.name, tool_input: block.input });
    const answer = await fetch(`${TOOLYARD_STACK_URL}/call_tool?result=anthropic`, { method: 'POST', headers, body });
    const { result, error } = await answer.json();
    // The model also gets failures and can correct itself.
    const content = answer.ok ? result.content : `Failed: ${error}`;
    results.push({ type: 'tool_result', tool_use_id: block.id, content, is_error: !answer.ok });
  }
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}
