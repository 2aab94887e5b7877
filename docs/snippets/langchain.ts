import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
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
try {
  // Throws if the list is unavailable.
  const tools = await client.getTools();
  const model = new ChatOpenAI({ model: 'gpt-5.5' }).bindTools(tools);
  const messages: BaseMessage[] = [new HumanMessage('Say hi with the echo tool.')];
  for (let step = 1; ; step += 1) {
    if (step > 10) throw new Error('The model still calls tools after 10 steps');
    const asked = await model.invoke(messages);
    messages.push(asked);
    if (!asked.tool_calls?.length) {
      console.log(asked.text);
      break;
    }
    for (const call of asked.tool_calls) {
      const tool = tools.find(({ name }) => name === call.name);
      // The model also gets failures and can correct itself.
      const failed = (error: unknown) => new ToolMessage({ tool_call_id: `${call.id}`, content: `Failed: ${error}` });
      messages.push(tool ? await tool.invoke({ ...call, type: 'tool_call' }).catch(failed) : failed('no such tool'));
    }
  }
} finally {
  await client.close();
}
