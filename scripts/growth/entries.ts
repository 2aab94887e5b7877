import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isRecord } from '../../src/core/lib/json.ts';
import type { Answer } from '../neighbours/client.ts';
import type { Scene } from './scene.ts';

/** A place where a caller or an upstream provides a text, a list or an object. */
export type Entry = {
  readonly name: string;
  /** The most characters to try here: the documented limit, or the body's limit. */
  readonly charsMax: number;
  /** How often the request contains the value. */
  readonly copies?: number;
  send(scene: Scene, value: unknown): Promise<Answer>;
};

const REST_CHARS = 900_000;
const PATH_CHARS = 8_000;

type Described = { readonly parameters?: readonly { readonly name: string; readonly in: string }[] } & {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
};

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const upper = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

/** The members of a body, including those of referenced schemas. */
function membersOf(document: Record<string, unknown>, schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const { $ref: ref, properties } = schema;
  if (typeof ref === 'string') {
    const target = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : null), document);
    return membersOf(document, target);
  }
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** Each path, query and body member of the REST interface. */
export function restEntries(): readonly Entry[] {
  const document: Record<string, unknown> = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      // Boundary: our own document.
      const operation = isRecord(item) ? (item[method] as Described | undefined) : undefined;
      return operation ? operationEntries(document, path, method, operation) : [];
    }),
  );
}

function operationEntries(
  document: Record<string, unknown>,
  path: string,
  method: (typeof METHODS)[number],
  operation: Described,
): readonly Entry[] {
  const name = `${upper[method]} ${path}`;
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const hasBody = schema !== undefined;
  const send = ({ client, fill, tokenFor }: Scene, filled: string, body: unknown) =>
    client.send(upper[method], fill(filled), hasBody ? body : undefined, tokenFor(path));
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([slot = '']) => slot);
  return [
    ...slots.map((slot) => ({
      name: `${name} ${slot}`,
      charsMax: PATH_CHARS,
      send: (scene: Scene, value: unknown) => send(scene, path.replace(slot, inPath(value)), {}),
    })),
    ...(operation.parameters ?? [])
      .filter((each) => each.in === 'query')
      .map((each) => ({
        name: `${name} ?${each.name}`,
        charsMax: PATH_CHARS,
        send: (scene: Scene, value: unknown) => send(scene, `${path}?${each.name}=${inPath(value)}`, {}),
      })),
    // With a key, the whole request is compared with earlier ones.
    ...(hasBody && method === 'post' ? ['tool_input', 'unknown'] : []).map((member) => ({
      name: `${name} .${member} with Idempotency-Key`,
      charsMax: REST_CHARS,
      send: ({ client, fill, tokenFor, valid }: Scene, value: unknown) => {
        const by = { token: tokenFor(path), idempotencyKey: randomUUID() };
        return client.send('POST', fill(path), { ...valid, [member]: value }, by);
      },
    })),
    ...(hasBody ? ['', ...membersOf(document, schema)] : []).map((member) => ({
      name: `${name} ${member === '' ? 'body' : `.${member}`}`,
      charsMax: REST_CHARS,
      send: (scene: Scene, value: unknown) =>
        send(scene, path, member === '' ? value : { ...scene.valid, [member]: value }),
    })),
  ];
}

const inPath = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, PATH_CHARS / 3).toWellFormed(),
  );

const MCP_METHODS: ReadonlyArray<readonly [string, readonly string[]]> = [
  ['initialize', ['protocolVersion', 'capabilities', 'clientInfo']],
  ['ping', ['_meta']],
  ['tools/list', ['cursor', '_meta']],
  ['tools/call', ['name', 'arguments', '_meta', 'inputResponses', 'requestState']],
  ['resources/subscribe', ['uri', '_meta']],
  ['subscriptions/listen', ['notifications', '_meta']],
  ['server/discover', ['_meta']],
  ['resources/list', ['cursor']],
  ['resources/read', ['uri']],
  ['resources/templates/list', ['cursor']],
  ['prompts/list', ['cursor']],
  ['prompts/get', ['name', 'arguments']],
  ['completion/complete', ['ref', 'argument']],
  ['logging/setLevel', ['level']],
  ['notifications/cancelled', ['requestId', 'reason']],
  ['notifications/progress', ['progressToken', 'message']],
  ['unknown/method', ['anything']],
];

/** Each parameter of each MCP method, and the parts of a message. */
export function mcpEntries(): readonly Entry[] {
  const send = ({ client, mcpPath, token }: Scene, message: object) =>
    client.send('POST', mcpPath, { jsonrpc: '2.0', id: 1, ...message }, token);
  return [
    ...['id', 'method', 'params', 'jsonrpc', 'result', 'error'].map((part) => ({
      name: `MCP message .${part}`,
      charsMax: REST_CHARS,
      send: (scene: Scene, value: unknown) => send(scene, { method: 'tools/list', [part]: value }),
    })),
    {
      name: 'MCP tools/call with progress .arguments',
      charsMax: REST_CHARS,
      send: (scene: Scene, value: unknown) =>
        send(scene, {
          method: 'tools/call',
          params: { name: scene.toolId, arguments: value, _meta: { progressToken: 1 } },
        }),
    },
    ...MCP_METHODS.flatMap(([method, params]) =>
      params.map((param) => ({
        name: `MCP ${method} .${param}`,
        charsMax: REST_CHARS,
        send: (scene: Scene, value: unknown) => send(scene, { method, params: { name: scene.toolId, [param]: value } }),
      })),
    ),
  ];
}
