import { HumanMessage } from '@langchain/core/messages';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

const client = new MultiServerMCPClient({
  mcpServers: {
    toolyard: {
      transport: 'http',
      url: `${TOOLYARD_STACK_URL}/mcp`,
      headers: { Authorization: `Bearer ${TOOLYARD_TOKEN}` },
    },
  },
});
const tools = await client.getTools();
const model = new ChatOpenAI({ model: 'gpt-5.5' }).bindTools(tools);

const question = new HumanMessage('Say hi with the echo tool.');
const asked = await model.invoke([question]);
const results = [];
for (const call of asked.tool_calls ?? []) {
  results.push(await tools.find(({ name }) => name === call.name)?.invoke({ ...call, type: 'tool_call' }));
}
const answer = await model.invoke([question, asked, ...results]);
console.log(answer.text);
await client.close();
