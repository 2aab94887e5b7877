import OpenAI from 'openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=openai`, { headers });
if (!list.ok) throw new Error(`No list of tools: ${list.status} ${await list.text()}`);
const { tools } = await list.json();

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
  const images: OpenAI.ChatCompletionContentPart[] = [];
  for (const call of message.tool_calls) {
    if (call.type !== 'function') continue;
    // The model's arguments are JSON text, which is passed on unchanged.
    const body = JSON.stringify({ tool_name: call.function.name, tool_input: call.function.arguments });
    const answer = await fetch(`${TOOLYARD_STACK_URL}/call_tool?result=openai`, { method: 'POST', headers, body });
    const { result, error } = await answer.json();
    // The model also gets failures and can correct itself.
    messages.push({ role: 'tool', tool_call_id: call.id, content: answer.ok ? result.content : `Failed: ${error}` });
    images.push(...(result?.images ?? []));
  }
  if (images.length > 0) messages.push({ role: 'user', content: images });
}
