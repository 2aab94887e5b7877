import OpenAI from 'openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=openai_responses`, { headers });
const { tools } = await list.json();

const openai = new OpenAI();
const model = 'gpt-5.5';
let response = await openai.responses.create({ model, tools, input: 'Say hi with the echo tool.' });
for (;;) {
  const calls = response.output.filter((item) => item.type === 'function_call');
  if (calls.length === 0) break;
  const input: OpenAI.Responses.ResponseInput = [];
  for (const call of calls) {
    const body = JSON.stringify({ tool_name: call.name, tool_input: call.arguments });
    const answer = await fetch(`${TOOLYARD_STACK_URL}/call_tool`, { method: 'POST', headers, body });
    input.push({ type: 'function_call_output', call_id: call.call_id, output: await answer.text() });
  }
  response = await openai.responses.create({ model, tools, input, previous_response_id: response.id });
}
console.log(response.output_text);
