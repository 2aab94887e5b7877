import type { Issue } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';
import { scalarText } from '../lib/scalarText.ts';
import { documentFormOf, parseDocument } from './documentText.ts';

/** The kind of document in a text, or why nothing can be imported from it. */
export type DetectedDocument =
  /** Our own document; not validated yet. */
  | { readonly kind: 'server'; readonly value: Record<string, unknown> }
  /** OpenAPI 3 or Swagger 2. */
  | { readonly kind: 'openapi'; readonly value: Record<string, unknown> }
  /** A `server.json` of the official MCP registry. */
  | { readonly kind: 'registry'; readonly value: Record<string, unknown> }
  /** A GraphQL schema: definitions as text, or the result of an introspection query. */
  | { readonly kind: 'graphql'; readonly schema: string | Record<string, unknown> }
  | { readonly kind: 'problem'; readonly message: string; readonly issues: readonly Issue[] };

const problem = (message: string, cause = message): DetectedDocument => ({
  kind: 'problem',
  message,
  issues: [{ path: '', message: cause }],
});

const WEB_PAGE =
  'This is a web page, not an OpenAPI document, GraphQL schema or server.json: import the document itself';

type Parsed = { readonly value: unknown } | { readonly problem: DetectedDocument };

function parseText(text: string): Parsed {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^\s*</.test(plain)) return { problem: problem(WEB_PAGE) };
  try {
    return { value: parseDocument(plain, { merge: true }) };
  } catch (error) {
    const form = documentFormOf(plain);
    // The parser's message about a text that does not parse; its first line names the position.
    const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
    return {
      problem: problem(
        `The document is not valid ${form}`,
        `The document is not valid ${form}: ${line.replace(/:$/, '')}`,
      ),
    };
  }
}

const isOpenApi = ({ openapi, swagger }: Record<string, unknown>): boolean =>
  (typeof openapi === 'string' && openapi.startsWith('3.')) || scalarText(swagger) === '2.0' || swagger === 2;

const isRegistryEntry = (value: Record<string, unknown>): boolean =>
  typeof value['name'] === 'string' && (Array.isArray(value['remotes']) || Array.isArray(value['packages']));

function detectRecord(value: Record<string, unknown>): DetectedDocument {
  if (isRecord(value['connector'])) return { kind: 'server', value };
  if (isOpenApi(value)) return { kind: 'openapi', value };
  if (isRegistryEntry(value)) return { kind: 'registry', value };
  // The registry's API returns its entries wrapped in `server`.
  const inner = value['server'];
  if (isRecord(inner) && isRegistryEntry(inner)) return { kind: 'registry', value: inner };
  if (isRecord(value['mcpServers'])) {
    return problem(
      'This is the configuration of an MCP client: the operator can import its servers with `toolyard server import FILE --server NAME`',
    );
  }
  const data = value['data'];
  if (isRecord(value['__schema']) || (isRecord(data) && isRecord(data['__schema'])))
    return { kind: 'graphql', schema: value };
  return problem(
    'The document is neither a server document, nor OpenAPI 2 or 3, nor a GraphQL schema, nor a registry entry (server.json)',
  );
}

const IGNORED = /[\s,]*(?:#[^\n\r]*[\n\r][\s,]*)*(?:#[^\n\r]*$)?/y;
const DESCRIPTION = /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"/y;
const DEFINITION =
  /(?:extend\s+)?(?:schema|type|interface|union|enum|input|scalar|directive)(?:\s*\{|\s*@|\s+[_A-Za-z])/y;

/** Whether a text is a GraphQL schema: its first definition follows comments and its description. */
function isSchemaText(text: string): boolean {
  let at = 0;
  for (const pattern of [IGNORED, DESCRIPTION, IGNORED]) {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  }
  DEFINITION.lastIndex = at;
  return DEFINITION.test(text);
}

/** Detects a GraphQL schema. Parses any other text as JSON or YAML, and detects the kind of document by its keys. */
export function detectDocument(text: string): DetectedDocument {
  if (isSchemaText(text)) return { kind: 'graphql', schema: text };
  const parsed = parseText(text);
  if ('problem' in parsed) return parsed.problem;
  return isRecord(parsed.value) ? detectRecord(parsed.value) : problem('The document is not an object');
}
