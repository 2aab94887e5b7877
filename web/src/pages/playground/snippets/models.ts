import {
  API_KEY_VARIABLE,
  bodyOf,
  END_USER_HEADER,
  promptOf,
  type Snippet,
  type SnippetCall,
  toolsUrl,
} from './call.ts';

const headersOf = ({ endUser }: SnippetCall): string => {
  const extra = endUser ? `\n  ${JSON.stringify(END_USER_HEADER)}: ${JSON.stringify(endUser)},` : '';
  return `const headers = {
  authorization: \`Bearer \${process.env.${API_KEY_VARIABLE}}\`,
  'content-type': 'application/json',${extra}
};`;
};

/** Body members in addition to the model's arguments. */
const optionsOf = (call: SnippetCall): string => {
  const { tool_input: _input, ...options } = bodyOf(call);
  const members = Object.entries(options).map(([name, value]) => `, ${name}: ${JSON.stringify(value)}`);
  return members.join('');
};

const listOf = (call: SnippetCall, format: string): string =>
  `const url = ${JSON.stringify(toolsUrl(call))};
${headersOf(call)}

const list = await fetch(\`\${url}?schema=${format}\`, { headers });
const { tools } = await list.json();`;

export function openaiSnippet(call: SnippetCall): Snippet {
  const code = `import OpenAI from 'openai';

${listOf(call, 'openai')}

const openai = new OpenAI();
const messages = [{ role: 'user', content: ${JSON.stringify(promptOf(call))} }];
for (;;) {
  const { choices } = await openai.chat.completions.create({ model: 'gpt-5.5', messages, tools });
  const { message } = choices[0];
  if (!message.tool_calls) {
    console.log(message.content);
    break;
  }
  messages.push(message);
  for (const { id, function: { name, arguments: input } } of message.tool_calls) {
    const body = JSON.stringify({ tool_input: input${optionsOf(call)} });
    const answer = await fetch(\`\${url}/\${name}/invoke\`, { method: 'POST', headers, body });
    // Failures are returned too, so that the model can correct itself.
    messages.push({ role: 'tool', tool_call_id: id, content: await answer.text() });
  }
}`;
  return { code, note: 'Node with the package openai and OPENAI_API_KEY.', secret: 'apiKey' };
}

export function anthropicSnippet(call: SnippetCall): Snippet {
  const code = `import Anthropic from '@anthropic-ai/sdk';

${listOf(call, 'anthropic')}

const anthropic = new Anthropic();
const messages = [{ role: 'user', content: ${JSON.stringify(promptOf(call))} }];
for (;;) {
  const message = await anthropic.messages.create({ model: 'claude-sonnet-5', max_tokens: 1024, messages, tools });
  messages.push({ role: 'assistant', content: message.content });
  const results = [];
  for (const block of message.content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type !== 'tool_use') continue;
    const body = JSON.stringify({ tool_input: block.input${optionsOf(call)} });
    const answer = await fetch(\`\${url}/\${block.name}/invoke\`, { method: 'POST', headers, body });
    results.push({ type: 'tool_result', tool_use_id: block.id, content: await answer.text(), is_error: !answer.ok });
  }
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}`;
  return { code, note: 'Node with the package @anthropic-ai/sdk and ANTHROPIC_API_KEY.', secret: 'apiKey' };
}
