import { API_KEY_VARIABLE, bodyOf, type Snippet, type SnippetCall } from './call.ts';
import { pythonLiteral } from './python.ts';

const INSTALL = 'included in the release and the repository';

export function sdkSnippet(call: SnippetCall): Snippet {
  const { stackId, toolId, endUser, baseUrl } = call;
  const body = { stack_id: stackId, tool_id: toolId, ...bodyOf(call) };
  const options = endUser ? `, ${JSON.stringify({ endUser })}` : '';
  const code = `import { Toolyard } from '@toolyard/sdk';

const toolyard = new Toolyard({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.${API_KEY_VARIABLE},
});
const { result } = await toolyard.invokeTool(${JSON.stringify(body, null, 2)}${options});
console.log(JSON.stringify(result));`;
  return { code, note: `Toolyard’s client, @toolyard/sdk, ${INSTALL}. Save as an .mjs file.`, secret: 'apiKey' };
}

export function sdkPythonSnippet(call: SnippetCall): Snippet {
  const { stackId, toolId, endUser, baseUrl } = call;
  const body = { stack_id: stackId, tool_id: toolId, ...bodyOf(call) };
  const lines = Object.entries(body).map(([name, value]) => `    ${name}=${pythonLiteral(value, '    ')},`);
  const code = `import json
import os
from toolyard import ${endUser ? 'RequestOptions, ' : ''}Toolyard

toolyard = Toolyard(${JSON.stringify(baseUrl)}, api_key=os.environ["${API_KEY_VARIABLE}"])
answer = toolyard.invoke_tool(
${lines.join('\n')}${endUser ? `\n    options=RequestOptions(end_user=${JSON.stringify(endUser)}),` : ''}
)
print(json.dumps(answer["result"]))`;
  return { code, note: `Toolyard’s client, toolyard, ${INSTALL}.`, secret: 'apiKey' };
}
