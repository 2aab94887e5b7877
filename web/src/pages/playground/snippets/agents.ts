import {
  END_USER_HEADER,
  endpointUrlOf,
  promptOf,
  type Snippet,
  type SnippetCall,
  STACK_TOKEN_VARIABLE,
} from './call.ts';

const BEARER = `\`Bearer \${process.env.${STACK_TOKEN_VARIABLE}}\``;

const connectionOf = (call: SnippetCall): string => {
  const endUser = call.endUser ? `, ${JSON.stringify(END_USER_HEADER)}: ${JSON.stringify(call.endUser)}` : '';
  const address = JSON.stringify(`${endpointUrlOf(call)}/mcp`);
  return `url: ${address},\nheaders: { Authorization: ${BEARER}${endUser} },`;
};

const indented = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`);

export function vercelSnippet(call: SnippetCall): Snippet {
  const code = `import { createMCPClient } from '@ai-sdk/mcp';
import { openai } from '@ai-sdk/openai';
import { generateText, isStepCount } from 'ai';

const client = await createMCPClient({
  transport: {
    type: 'http',
    ${indented(connectionOf(call), '    ')}
  },
});
const { text } = await generateText({
  model: openai.chat('gpt-5.5'),
  tools: await client.tools(),
  stopWhen: isStepCount(5),
  prompt: ${JSON.stringify(promptOf(call))},
});
console.log(text);
await client.close();`;
  return { code, note: 'Node with the packages ai, @ai-sdk/mcp and @ai-sdk/openai.', secret: 'stackToken' };
}

export function langchainSnippet(call: SnippetCall): Snippet {
  const code = `import { HumanMessage } from '@langchain/core/messages';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';

const client = new MultiServerMCPClient({
  mcpServers: {
    toolyard: {
      transport: 'http',
      ${indented(connectionOf(call), '      ')}
    },
  },
});
const tools = await client.getTools();
const model = new ChatOpenAI({ model: 'gpt-5.5' }).bindTools(tools);

const question = new HumanMessage(${JSON.stringify(promptOf(call))});
const asked = await model.invoke([question]);
const results = [];
for (const call of asked.tool_calls ?? []) {
  results.push(await tools.find(({ name }) => name === call.name)?.invoke({ ...call, type: 'tool_call' }));
}
const answer = await model.invoke([question, asked, ...results]);
console.log(answer.text);
await client.close();`;
  const note = 'Node with the packages @langchain/core, @langchain/openai and @langchain/mcp-adapters.';
  return { code, note, secret: 'stackToken' };
}

/** Claude Code's configuration file. Other clients differ only in the file name and the variable syntax. */
export function mcpSnippet(call: SnippetCall): Snippet {
  const server = {
    type: 'http',
    url: `${endpointUrlOf(call)}/mcp`,
    headers: { Authorization: `Bearer \${${STACK_TOKEN_VARIABLE}}` },
  };
  const code = JSON.stringify({ mcpServers: { toolyard: server } }, null, 2);
  return { code, note: 'For Claude Code, save as .mcp.json in your project.', secret: 'stackToken' };
}
