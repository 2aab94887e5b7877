import OpenAI from 'openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const tools = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=openai`, { headers }).then((list) => list.json());

const openai = new OpenAI();
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Say hi with the echo tool.' }];
for (;;) {
  const { choices } = await openai.chat.completions.create({ model: 'gpt-5.5', messages, tools: tools.tools });
  const message = choices[0]?.message;
  if (!message?.tool_calls) {
    console.log(message?.content);
    break;
  }
  messages.push(message);
  for (const call of message.tool_calls) {
    if (call.type !== 'function') continue;
    // The model's arguments are JSON text, which is taken as it is.
    const body = JSON.stringify({ tool_name: call.function.name, tool_input: call.function.arguments });
    const answer = await fetch(`${TOOLYARD_STACK_URL}/call_tool`, { method: 'POST', headers, body });
    // A failure goes back too: the model can correct itself.
    messages.push({ role: 'tool', tool_call_id: call.id, content: await answer.text() });
  }
}
