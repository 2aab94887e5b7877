import OpenAI from 'openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=openai_responses`, { headers });
if (!list.ok) throw new Error(`No list of tools: ${list.status} ${await list.text()}`);
const { tools } = await list.json();

const openai = new OpenAI();
const model = 'gpt-5.5';
let response = await openai.responses.create({ model, tools, input: 'Say hi with the echo tool.' });
for (let step = 1; ; step += 1) {
  const calls = response.output.filter((item) => item.type === 'function_call');
  if (calls.length === 0) break;
  if (step > 10) throw new Error('The model still calls tools after 10 steps');
  const input: OpenAI.Responses.ResponseInput = [];
  for (const call of calls) {
    const body = JSON.stringify({ tool_name: call.name, tool_input: call.arguments });
    const url = `${TOOLYARD_STACK_URL}/call_tool?result=openai_responses`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { result, error } = await answer.json();
    // The model also gets failures and can correct itself.
    const output = answer.ok ? result.output : `Failed: ${error}`;
    input.push({ type: 'function_call_output', call_id: call.call_id, output });
  }
  response = await openai.responses.create({ model, tools, input, previous_response_id: response.id });
}
console.log(response.output_text);
