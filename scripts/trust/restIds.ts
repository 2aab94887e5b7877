import { readFileSync } from 'node:fs';
import type { Attempt } from './tenancy.ts';
import type { Owner, Things } from './things.ts';
import type { TrustWorld } from './world.ts';

/** Path parameters of the documented interface, and the kind of object that each names. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  stack_id: 'stack',
  server_id: 'server',
  tool_id: 'tool',
  field_id: 'field',
  client_id: 'client',
  handle: 'handle',
  endpoint_id: 'endpoint',
  token_id: 'token',
  api_key_id: 'apiKey',
};

type Body = (own: Things) => Readonly<Record<string, unknown>>;

/** Valid bodies for our own objects, by `METHOD path`. */
const BODIES: Readonly<Record<string, Body>> = {
  'PUT /v1/stacks/{stack_id}': () => ({ stack_name: 'renamed' }),
  'POST /v1/stacks/{stack_id}/servers': ({ server }) => ({ server_id: server }),
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/tools': ({ tool }) => ({ enabled_tools: [tool] }),
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/credentials': () => ({ credentials: { key: 'x' } }),
  'POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke': () => ({ tool_input: {} }),
  'POST /v1/stacks/{stack_id}/tools/invoke_batch': ({ tool }) => ({ calls: [{ tool_id: tool, tool_input: {} }] }),
  'POST /v1/stacks/{stack_id}/endpoints': () => ({ name: 'made' }),
  'PUT /v1/endpoints/{endpoint_id}': () => ({ name: 'renamed' }),
  'POST /v1/endpoints/{endpoint_id}/tokens': () => ({ name: 'made' }),
  'POST /s/{client_id}/call_tool': ({ tool }) => ({ tool_name: tool, tool_input: {} }),
};

/** Ids inside bodies: the path of the id, and a body that contains one. */
const IN_BODIES: readonly (readonly [string, string, (id: string) => object])[] = [
  ['POST /v1/stacks/{stack_id}/servers', 'server', (id) => ({ server_id: id })],
  ['POST /v1/stacks/{stack_id}/servers', 'tool', (id) => ({ server_id: 'everything', enabled_tools: [id] })],
  ['PUT /v1/stacks/{stack_id}/servers/{server_id}/tools', 'tool', (id) => ({ enabled_tools: [id] })],
  ['POST /v1/stacks/{stack_id}/tools/invoke_batch', 'tool', (id) => ({ calls: [{ tool_id: id, tool_input: {} }] })],
  ['POST /v1/api_keys', 'stack', (id) => ({ name: 'made', stack_roles: [{ stack_id: id, role: 'auditor' }] })],
  ['POST /s/{client_id}/call_tool', 'tool', (id) => ({ tool_name: id, tool_input: {} })],
];

const MCP_METHODS: Readonly<Record<string, (id: string) => object>> = {
  'tools/call': (id) => ({ name: id, arguments: {} }),
  'prompts/get': (id) => ({ name: id }),
  'resources/read': (id) => ({ uri: `toolyard://${id}/notes` }),
};

type Paths = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/**
 * `METHOD path` of every documented operation. Deleting a whole stack comes last: if that succeeded, nothing would be
 * left.
 */
export function restOperations(): string[] {
  const { paths }: Paths = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => methods.includes(key))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  return all.sort(
    (one, other) => Number(one.startsWith('DELETE')) - Number(other.startsWith('DELETE')) || other.length - one.length,
  );
}

const fill = (path: string, own: Things, put: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(put[name] ?? own[PARAMETERS[name] ?? ''] ?? 'x'),
  );

/** Every path parameter and every id in a REST body, and the names that MCP methods take. */
export function restIdArguments(world: TrustWorld, ours: Owner): Attempt[] {
  const bearerFor = (path: string) => (path.startsWith('/s/') ? ours.token : ours.apiKey);
  const send = (operation: string, path: string, body: object | undefined) => {
    const [method = 'GET', template = ''] = operation.split(' ');
    return world.ask(path, { method, bearer: bearerFor(template), ...(body && { body }) });
  };
  // `encodeURIComponent` refuses a lone surrogate, as every client would.
  const sane = (id: string) => id.toWellFormed();
  const inPaths = restOperations().flatMap((operation) => {
    const [, template = ''] = operation.split(' ');
    return [...template.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']): Attempt => ({
        what: `REST ${operation} {${name}}`,
        kind: PARAMETERS[name] ?? `unknown parameter ${name}`,
        send: (id) =>
          send(operation, fill(template, ours.things, { [name]: sane(id) }), BODIES[operation]?.(ours.things)),
      }),
    );
  });
  const inBodies = IN_BODIES.map(
    ([operation, kind, body]): Attempt => ({
      what: `REST ${operation} body, ${kind}`,
      kind,
      send: (id) => send(operation, fill(operation.split(' ')[1] ?? '', ours.things, {}), body(id)),
    }),
  );
  return [...inBodies, ...mcpAttempts(world, ours), ...inPaths];
}

function mcpAttempts(world: TrustWorld, ours: Owner): Attempt[] {
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { accept: 'application/json, text/event-stream' };
  const post = (client: string, body: object) =>
    world.ask(`/s/${encodeURIComponent(client.toWellFormed())}/mcp`, { bearer: ours.token, headers, body });
  const names = Object.entries(MCP_METHODS).map(
    ([method, params]): Attempt => ({
      what: `MCP ${method}`,
      kind: method === 'resources/read' ? 'server' : 'tool',
      send: (id) => post(ours.things['client'] ?? '', message(method, params(id))),
    }),
  );
  const address: Attempt = {
    what: 'MCP address',
    kind: 'client',
    send: (id) => post(id, message('tools/list', {})),
  };
  return [...names, address];
}
