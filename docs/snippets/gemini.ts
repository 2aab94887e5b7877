import { type Content, GoogleGenAI, type Part } from '@google/genai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;
const headers = { authorization: `Bearer ${TOOLYARD_TOKEN}`, 'content-type': 'application/json' };

const list = await fetch(`${TOOLYARD_STACK_URL}/list_tools?schema=gemini`, { headers });
if (!list.ok) throw new Error(`No list of tools: ${list.status} ${await list.text()}`);
const { tools: functionDeclarations } = await list.json();

const gemini = new GoogleGenAI({ apiKey: `${process.env['GEMINI_API_KEY']}` });
const config = { tools: [{ functionDeclarations }] };
const contents: Content[] = [{ role: 'user', parts: [{ text: 'Say hi with the echo tool.' }] }];
for (let step = 1; ; step += 1) {
  if (step > 10) throw new Error('The model still calls tools after 10 steps');
  const response = await gemini.models.generateContent({ model: 'gemini-3-flash', contents, config });
  const content = response.candidates?.[0]?.content;
  const calls = response.functionCalls ?? [];
  if (!content || calls.length === 0) {
    console.log(response.text);
    break;
  }
  contents.push(content);
  const parts: Part[] = [];
  for (const { id, name, args } of calls) {
    const body = JSON.stringify({ tool_name: name, tool_input: args ?? {} });
    const answer = await fetch(`${TOOLYARD_STACK_URL}/call_tool?result=gemini`, { method: 'POST', headers, body });
    const { result, error } = await answer.json();
    // The model also gets failures and can correct itself.
    parts.push({ functionResponse: { id, name, ...(answer.ok ? result : { response: { error } }) } });
  }
  contents.push({ role: 'user', parts });
}
