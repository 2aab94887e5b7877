import { langchainSnippet, mcpSnippet, vercelSnippet } from './agents.ts';
import { API_KEY_VARIABLE, bodyOf, END_USER_HEADER, invokeUrl, type Snippet, type SnippetCall } from './call.ts';
import { anthropicSnippet, openaiSnippet } from './models.ts';
import type { SnippetName } from './names.ts';
import { sdkPythonSnippet, sdkSnippet } from './own.ts';
import { pythonSnippet } from './python.ts';

/** Quotes any text for a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curlSnippet(call: SnippetCall): Snippet {
  const lines = [
    'curl -s -X POST',
    `  ${shellQuoted(invokeUrl(call))}`,
    `  -H "Authorization: Bearer $${API_KEY_VARIABLE}"`,
    "  -H 'Content-Type: application/json'",
    ...(call.endUser ? [`  -H ${shellQuoted(`${END_USER_HEADER}: ${call.endUser}`)}`] : []),
    `  -d ${shellQuoted(JSON.stringify(bodyOf(call)))}`,
  ];
  return { code: lines.join(' \\\n'), note: 'Paste into a terminal.', secret: 'apiKey' };
}

export const SNIPPETS: Readonly<Record<SnippetName, (call: SnippetCall) => Snippet>> = {
  curl: curlSnippet,
  sdk: sdkSnippet,
  sdkPython: sdkPythonSnippet,
  openai: openaiSnippet,
  anthropic: anthropicSnippet,
  vercel: vercelSnippet,
  langchain: langchainSnippet,
  python: pythonSnippet,
  mcp: mcpSnippet,
};
