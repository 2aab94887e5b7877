import { API_KEY_VARIABLE, bodyOf, END_USER_HEADER, invokeUrl, type Snippet, type SnippetCall } from './call.ts';

/** As a POSIX shell reads it back, whatever it holds. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlSnippet(call: SnippetCall): Snippet {
  const lines = [
    'curl -s -X POST',
    `  ${shellQuoted(invokeUrl(call))}`,
    `  -H "Authorization: Bearer $${API_KEY_VARIABLE}"`,
    "  -H 'Content-Type: application/json'",
    ...(call.endUser ? [`  -H ${shellQuoted(`${END_USER_HEADER}: ${call.endUser}`)}`] : []),
    `  -d ${shellQuoted(JSON.stringify(bodyOf(call)))}`,
  ];
  return { code: lines.join(' \\\n'), note: 'Paste it into a terminal.', secret: 'apiKey' };
}
