import { isRecord } from '../../../api/isRecord.ts';
import type { JsonValue } from '../json.ts';
import { API_KEY_VARIABLE, bodyOf, END_USER_HEADER, invokeUrl, type Snippet, type SnippetCall } from './call.ts';

const INDENT = '    ';
const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON as a Python literal; the two differ in only three words. */
export function pythonLiteral(value: JsonValue, indent = ''): string {
  const inner = indent + INDENT;
  const block = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((item) => pythonLiteral(item, inner)),
      ']',
    );
  if (isRecord(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member, inner)}`,
    );
    return block('{', members, '}');
  }
  const text = JSON.stringify(value);
  return WORDS[text] ?? text;
}

export function pythonSnippet(call: SnippetCall): Snippet {
  const endUser = call.endUser ? `\n        ${JSON.stringify(END_USER_HEADER)}: ${JSON.stringify(call.endUser)},` : '';
  const code = `import json
import os
from urllib.request import Request, urlopen

body = ${pythonLiteral(bodyOf(call))}
request = Request(
    ${JSON.stringify(invokeUrl(call))},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['${API_KEY_VARIABLE}']}",
        "Content-Type": "application/json",${endUser}
    },
)
with urlopen(request) as answer:
    print(json.dumps(json.load(answer)["result"], indent=2))`;
  return { code, note: 'Python 3 without packages.', secret: 'apiKey' };
}
