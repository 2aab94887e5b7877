import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveServer } from '../src/core/catalog/saveServer.ts';
import { setCredentials } from '../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../src/core/stacks/stack.ts';
import { addServerToStack } from '../src/core/stacks/stackServer.ts';
import { DOCUMENTED } from './contract/document.ts';
import { CREDENTIAL } from './harness/credential.ts';
import { type HttpApi, startHttpApi } from './harness/petshop.ts';
import { startWorld, type World, type WorldAccount } from './harness/world.ts';

/** Everything of one account that a request can name. */
type Things = Readonly<Record<'stack' | 'server' | 'tool' | 'client' | 'handle' | 'cursor', string>>;
type Asked = { readonly path: string; readonly body?: object; readonly isAgent?: true };
type Row = (named: Things, own: Things) => readonly Asked[];

const agent = (path: string, body?: object): Asked => ({ path, isAgent: true, ...(body && { body }) });
const SERVERS = (stack: string, server: string) => `/v1/stacks/${stack}/servers/${server}`;

/** Every operation of the REST interface, with each thing that it can be given. A new operation without a row fails. */
const REST: Readonly<Record<string, Row>> = {
  'GET /v1/stacks': () => [{ path: '/v1/stacks' }],
  'POST /v1/stacks': () => [],
  'GET /v1/servers': () => [{ path: '/v1/servers' }],
  'PUT /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}`, body: { stack_name: 'mine now' } }],
  'POST /v1/stacks/{stack_id}/servers': ({ stack, server }, own) => [
    { path: `/v1/stacks/${stack}/servers`, body: { server_id: own.server } },
    { path: `/v1/stacks/${own.stack}/servers`, body: { server_id: server } },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}': ({ stack, server }, own) => [
    { path: SERVERS(stack, server) },
    { path: SERVERS(own.stack, server) },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/tools': ({ stack, server, tool }, own) => [
    { path: `${SERVERS(stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, own.server)}/tools`, body: { enabled_tools: [tool] } },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
    { path: `${SERVERS(own.stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
  ],
  'GET /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials` },
    { path: `${SERVERS(own.stack, server)}/credentials` },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}/credentials/{field_id}': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials/key` },
    { path: `${SERVERS(own.stack, server)}/credentials/key` },
  ],
  'GET /v1/stacks/{stack_id}/tools': ({ stack }) => [{ path: `/v1/stacks/${stack}/tools` }],
  'POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
    { path: `/v1/stacks/${own.stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
  ],
  'POST /v1/stacks/{stack_id}/tools/invoke_batch': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
    { path: `/v1/stacks/${own.stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
  ],
  'GET /v1/stacks/{stack_id}/results/{handle}': ({ stack, handle }, own) => [
    { path: `/v1/stacks/${stack}/results/${handle}` },
    { path: `/v1/stacks/${own.stack}/results/${handle}` },
  ],
  'GET /s/{client_id}/results/{handle}': ({ client, handle }, own) => [
    agent(`/s/${client}/results/${handle}`),
    agent(`/s/${own.client}/results/${handle}`),
  ],
  'GET /s/{client_id}/list_tools': ({ client }, own) => [
    agent(`/s/${client}/list_tools`),
    agent(`/s/${own.client}/list_tools`),
  ],
  'POST /s/{client_id}/call_tool': ({ client, tool }, own) => [
    agent(`/s/${client}/call_tool`, { tool_name: tool, tool_input: {} }),
    agent(`/s/${own.client}/call_tool`, { tool_name: tool, tool_input: {} }),
  ],
  // Last: if it were obeyed, nothing would be left to ask for.
  'DELETE /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}` }],
};

const uri = ({ server }: Things) => ({ uri: `toolyard://${server}/notes` });
const NOTHING = () => ({});

/** Every method of a stack as an MCP server, with the parameters that name something. */
const MCP: Readonly<Record<string, (named: Things) => object>> = {
  'tools/list': ({ cursor }) => ({ cursor }),
  'tools/call': ({ tool }) => ({ name: tool, arguments: {} }),
  'resources/list': NOTHING,
  'resources/templates/list': NOTHING,
  'resources/read': uri,
  'prompts/list': NOTHING,
  'prompts/get': ({ server }) => ({ name: `${server}_greet` }),
  'completion/complete': (named) => ({
    ref: { type: 'ref/resource', ...uri(named) },
    argument: { name: 'a', value: 'b' },
  }),
};

let api: HttpApi;
let world: World;
let ours: Things;
let theirs: Things;
let ourToken: string;
let theirToken: string;

/** A private server, a stack with it and its credential, an endpoint, and a stored result. */
async function makeThings({ ctx, apiKey }: WorldAccount, server: string): Promise<{ things: Things; token: string }> {
  const tools = ['find', 'keep'].map((name) => ({
    name,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: `/${name}/${server}${'.'.repeat(300)}`, query: { q: '{text}' } },
  }));
  const credentials = [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }];
  const connector = { kind: 'http', baseUrl: api.url };
  await saveServer(ctx, { id: server, name: server, credentials, connector, tools });
  // Nobody answers there: what matters is whom the stack would ask.
  const passing = { kind: 'mcp-http', url: `${api.url}/absent`, passThrough: ['resources', 'prompts'] };
  await saveServer(ctx, { id: `${server}-notes`, name: 'Notes', connector: passing });
  const { id: stack } = await createStack(ctx, { name: server });
  await addServerToStack(ctx, stack, { serverId: server, enableAllTools: true });
  await addServerToStack(ctx, stack, { serverId: `${server}-notes` });
  await setCredentials(ctx, stack, server, { credentials: { key: CREDENTIAL } });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack, name: 'agent' });
  const tool = `${server}_find`;
  const made = await fetch(`${world.url}/v1/stacks/${stack}/tools/${tool}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: {}, max_bytes: 256 }),
  });
  const handle = /result_[\w-]+/.exec(await made.text())?.[0] ?? '';
  const cursor = Buffer.from(`${stack}:1:0`).toString('base64url');
  return { things: { stack, server, tool, client: endpoint.clientId, handle, cursor }, token };
}

beforeAll(async () => {
  api = await startHttpApi();
  world = await startWorld({ egressAllow: `127.0.0.1:${api.port}` });
  const [mine, others] = [await makeThings(world.account, 'ours'), await makeThings(world.otherAccount, 'theirs')];
  ours = mine.things;
  ourToken = mine.token;
  theirs = others.things;
  theirToken = others.token;
  expect(Object.values(theirs)).not.toContain('');
});
afterAll(async () => {
  await world?.close();
  await api?.close();
});

/** As theirs, and nobody's: the same form with other random parts. */
function nobodys(): Things {
  const other = (id: string) => id.replace(/[0-9a-f]{12}(?=\W|$)/, '0123456789ab');
  const { stack, client, handle, cursor } = theirs;
  return {
    stack: other(stack),
    server: 'nobodys',
    tool: 'nobodys_find',
    client: other(client),
    handle: handle.replace(/.{8}$/, '01234567'),
    cursor: cursor.split('').toReversed().join(''),
  };
}

const VARYING = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length', 'connection'];

/** All that is answered, without what differs between any two requests and with the kinds of things in their places. */
async function answerTo(method: string, { path, body, isAgent }: Asked, named: Things): Promise<string> {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${isAgent ? ourToken : world.account.apiKey}`,
      accept: 'application/json, text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([name]) => !VARYING.includes(name)).map((pair) => pair.join(': '));
  const text = [response.status, ...headers, await response.text()].join('\n');
  const longestFirst = Object.entries(named).sort(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce((all, [kind, name]) => all.replaceAll(name, `<${kind}>`), text);
}

/** A checksum of every table but what is counted in passing. */
async function checksums(): Promise<unknown> {
  const { db } = world.edge.deps;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const sums = tables.map(({ name }) =>
    db.$queryRawUnsafe(`SELECT '${name}' AS name, count(*)::int AS rows,
      md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' ORDER BY to_jsonb(t)::text)) AS sum FROM "${name}" t`),
  );
  return Promise.all(sums);
}

async function expectNothingShown(method: string, asked: (named: Things) => Asked): Promise<void> {
  const before = await checksums();
  const foreign = await answerTo(method, asked(theirs), theirs);
  const unknown = nobodys();
  expect(foreign).toBe(await answerTo(method, asked(unknown), unknown));
  expect(foreign).not.toContain('theirs');
  expect(await checksums()).toEqual(before);
}

describe('the REST interface', () => {
  it('has a row for every operation', () => {
    const documented = DOCUMENTED.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REST).sort()).toEqual([...new Set(documented)].sort());
  });

  const cases = Object.entries(REST).flatMap(([operation, row]) => {
    const blank = { stack: '', server: '', tool: '', client: '', handle: '', cursor: '' };
    return row(blank, blank).map((_, index) => ({ operation, index, row }));
  });
  it.each(cases)(
    '$operation ($index) answers for what another account has as for nothing',
    ({ operation, index, row }) =>
      expectNothingShown(operation.split(' ', 1)[0] ?? '', (named) => row(named, ours)[index] ?? { path: '' }),
  );
});

describe('a stack as an MCP server', () => {
  it('has a row for every method', () => {
    const files = readdirSync('src/mcp').map((name) => readFileSync(`src/mcp/${name}`, 'utf8'));
    const handled = files.flatMap((text) =>
      [...text.matchAll(/setRequestHandler\('([^']+)'/g)].map(([, name]) => name),
    );
    expect(Object.keys(MCP).sort()).toEqual(handled.toSorted());
  });

  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  it.each(Object.entries(MCP))('%s of our own stack finds nothing of theirs', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${ours.client}/mcp`, message(method, params(named)))),
  );
  it.each(Object.entries(MCP))('%s at their address is refused as anywhere', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${named.client}/mcp`, message(method, params(named)))),
  );
});

const CALLS_PER_CLIENT = 1_000;
const CALLS_AT_ONCE = 20;

it('two clients with the same ids at the same time each get their own answers', { timeout: 60_000 }, async () => {
  const clients = [
    { things: ours, token: ourToken },
    { things: theirs, token: theirToken },
  ];
  const call = async ({ things, token }: (typeof clients)[number], id: number) => {
    const text = `${things.server}-${id}`;
    // Every fourth goes by the stream of the SDK, the others by the direct way.
    const meta = id % 4 === 0 ? { _meta: { progressToken: id } } : {};
    const params = { name: things.tool, arguments: { text }, ...meta };
    const response = await fetch(`${world.url}/s/${things.client}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    });
    const answer = await response.text();
    const own = [`"id":${id}\\b`, `/find/${things.server}\\.`, `q=${text}\\b`];
    const isOwn = own.every((pattern) => new RegExp(pattern).test(answer));
    return isOwn ? [] : [`${text}: ${answer}`];
  };
  const wrong: string[] = [];
  for (let first = 1; first <= CALLS_PER_CLIENT; first += CALLS_AT_ONCE) {
    const ids = Array.from({ length: CALLS_AT_ONCE }, (_, index) => first + index);
    const answers = await Promise.all(ids.flatMap((id) => clients.map((client) => call(client, id))));
    wrong.push(...answers.flat());
  }
  expect(wrong).toEqual([]);
});
