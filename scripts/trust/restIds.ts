import { isRecord } from '../../src/core/lib/json.ts';
import type { Operation } from '../../src/rest/operation.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';
import { exampleBody } from '../../test/harness/exampleBody.ts';
import type { Attempt } from './tenancy.ts';
import type { Owner, Things } from './things.ts';
import type { TrustWorld } from './world.ts';

/** The kind of object that a path parameter names: `apiKey` for `api_key_id`. */
export const kindOf = (parameter: string): string =>
  parameter.replace(/_id$/, '').replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** An operation's documented body about our own objects; undefined if it takes none. */
export const ownBody = (operation: Operation, own: Things): unknown =>
  exampleBody(operation, (parameter) => own[kindOf(parameter)] ?? 'x');

/** Ids inside bodies, by operation: the kind of object, and a body that contains its id. */
const IN_BODIES: Readonly<Record<string, readonly (readonly [string, (id: string) => object])[]>> = {
  add_server: [
    ['server', (id) => ({ server_id: id })],
    ['tool', (id) => ({ server_id: 'everything', enabled_tools: [id] })],
  ],
  update_server_tools: [['tool', (id) => ({ enabled_tools: [id] })]],
  invoke_batch: [['tool', (id) => ({ calls: [{ tool_id: id, tool_input: {} }] })]],
  create_api_key: [['stack', (id) => ({ name: 'made', stack_roles: [{ stack_id: id, role: 'auditor' }] })]],
  call_tool: [['tool', (id) => ({ tool_name: id, tool_input: {} })]],
};

const MCP_NAMES: readonly { method: string; kind: string; params(id: string): object }[] = [
  { method: 'tools/call', kind: 'tool', params: (id) => ({ name: id, arguments: {} }) },
  { method: 'prompts/get', kind: 'tool', params: (id) => ({ name: id }) },
  { method: 'resources/read', kind: 'server', params: (id) => ({ uri: `toolyard://${id}/notes` }) },
  { method: 'resources/read', kind: 'file', params: (id) => ({ uri: `toolyard://file/${id}` }) },
  { method: 'resources/read', kind: 'handle', params: (id) => ({ uri: `toolyard://result/${id}` }) },
];

/** Every documented operation. Deleting a whole stack comes last: if that succeeded, nothing would be left. */
export const REST_OPERATIONS = OPERATIONS.toSorted(
  (one, other) =>
    Number(one.method === 'DELETE') - Number(other.method === 'DELETE') || other.path.length - one.path.length,
);

const fill = (path: string, own: Things, put: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(put[name] ?? own[kindOf(name)] ?? 'x'));

/** Every path parameter and every id in a REST body, and the names that MCP methods take. */
export function restIdArguments(world: TrustWorld, ours: Owner): Attempt[] {
  const send = ({ method, surface }: Operation, path: string, body: unknown) => {
    const bearer = surface === 'stack' ? ours.token : ours.apiKey;
    return world.ask(path, { method, bearer, ...(isRecord(body) && { body }) });
  };
  // `encodeURIComponent` refuses a lone surrogate, as every client would.
  const sane = (id: string) => id.toWellFormed();
  const inPaths = REST_OPERATIONS.flatMap((operation) =>
    Object.keys(operation.parameters).map(
      (name): Attempt => ({
        label: `REST ${operation.method} ${operation.path} {${name}}`,
        kind: kindOf(name),
        send: (id) =>
          send(operation, fill(operation.path, ours.things, { [name]: sane(id) }), ownBody(operation, ours.things)),
      }),
    ),
  );
  const inBodies = REST_OPERATIONS.flatMap((operation) =>
    (IN_BODIES[operation.id] ?? []).map(
      ([kind, body]): Attempt => ({
        label: `REST ${operation.method} ${operation.path} body, ${kind}`,
        kind,
        send: (id) => send(operation, fill(operation.path, ours.things, {}), body(id)),
      }),
    ),
  );
  return [...inBodies, ...mcpAttempts(world, ours), ...inPaths];
}

function mcpAttempts(world: TrustWorld, ours: Owner): Attempt[] {
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { accept: 'application/json, text/event-stream' };
  const post = (client: string, body: object) =>
    world.ask(`/s/${encodeURIComponent(client.toWellFormed())}/mcp`, { bearer: ours.token, headers, body });
  const names = MCP_NAMES.map(
    ({ method, kind, params }): Attempt => ({
      label: `MCP ${method}, ${kind}`,
      kind,
      send: (id) => post(ours.things['client'] ?? '', message(method, params(id))),
    }),
  );
  const address: Attempt = {
    label: 'MCP address',
    kind: 'client',
    send: (id) => post(id, message('tools/list', {})),
  };
  return [...names, address];
}
