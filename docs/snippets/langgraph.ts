import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
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
  const agent = new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    // The model also gets failures and can correct itself.
    .addNode('tools', new ToolNode(tools, { handleToolErrors: true }))
    .addEdge('__start__', 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile();
  // Each model step and each tool step counts.
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: 'Say hi with the echo tool.' }] },
    { recursionLimit: 20 },
  );
  console.log(messages.at(-1)?.text);
} finally {
  await client.close();
}
