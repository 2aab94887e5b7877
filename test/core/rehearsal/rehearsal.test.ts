import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { updateContentSettings } from '../../../src/core/callContents/settings.ts';
import { createClientEndpoint, updateClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { toEndpointId } from '../../../src/core/kernel/ids.ts';
import { FAILURE_KINDS } from '../../../src/core/kernel/rehearsalSettings.ts';
import { isRecord } from '../../../src/core/lib/json.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../../mcp/kit.ts';

const PET = {
  type: 'object',
  required: ['id', 'name', 'born'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, born: { type: 'string', format: 'date' } },
};
const petApi = (origin: string) => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: origin }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }, schemas: { Pet: PET } },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A pet',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { id: 7, name: 'Rex' } },
            },
          },
        },
      },
      delete: {
        operationId: 'deletePet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Deleted' } },
      },
    },
  },
});
const REPORT = { type: 'object', required: ['total'], properties: { total: { type: 'number', minimum: 5 } } };
const mcpServer = (origin: string) => ({
  id: 'reports',
  name: 'Reports',
  credentials: [
    {
      id: 'token',
      name: 'Token',
      description: '',
      required: true,
      secret: true,
      placement: { in: 'header' as const, name: 'X-Token' },
    },
  ],
  connector: {
    kind: 'mcp-http' as const,
    url: `${origin}/mcp`,
    passThrough: ['resources' as const, 'prompts' as const],
  },
  tools: [
    { name: 'typed', description: '', inputSchema: { type: 'object' }, outputSchema: REPORT },
    { name: 'plain', description: '', inputSchema: { type: 'object' } },
  ],
});

let connections = 0;
let status = 503;
let pet = {};
const upstream = createServer((_request, response) => {
  if (status === 0) return;
  if (status === 200) return void response.setHeader('content-type', 'application/json').end(JSON.stringify(pet));
  response.writeHead(status, status === 429 ? { 'retry-after': '30' } : {}).end();
}).on('connection', () => {
  connections += 1;
});

let world: World;
let real: Endpoint;
let rehearsed: Endpoint & { readonly id: string };

beforeAll(async () => {
  const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
  world = await startWorld({ egressAllow: new URL(origin).host, runsJobs: true, config: { callTimeoutMs: 1_000 } });
  const { ctx } = world.account;
  real = await makeEndpoint(ctx, world.url, 'pets', []);
  await world.saveServer(importOpenApi(JSON.stringify(petApi(origin))).document);
  await world.saveServer(mcpServer(origin));
  // The same without credentials, which a real call needs.
  await world.saveServer({
    ...importOpenApi(JSON.stringify(petApi(origin)), { id: 'open' }).document,
    credentials: [],
  });
  for (const serverId of ['pets', 'reports', 'open'])
    await addServerToStack(ctx, real.stackId, { serverId, enableAllTools: true });
  const made = await createClientEndpoint(ctx, { stackId: real.stackId, name: 'rehearsal', isRehearsal: true });
  const { clientId, id } = made.endpoint;
  rehearsed = { ...real, id, clientId, token: made.token, url: `${world.url}/s/${clientId}/mcp` };
});
afterAll(async () => {
  await world?.close();
  upstream.closeAllConnections();
  upstream.close();
});

async function call(
  endpoint: Endpoint,
  tool: string,
  input: object,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const url = `${world.url}/s/${endpoint.clientId}/call_tool${query}`;
  const answer = await post({ ...endpoint, url }, { tool_name: tool, tool_input: input }, { headers });
  return { status: answer.status, body: answer.body, headers: answer.headers };
}

const mcp = (endpoint: Endpoint, method: string, params: object) =>
  post(endpoint, { jsonrpc: '2.0', id: 1, method, params });

const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);

describe('a rehearsal', () => {
  it('answers from the example of the document, completed and without credentials', async () => {
    const { status: code, body, headers } = await call(rehearsed, 'pets_getPet', { id: 1 });
    expect({ code, body }).toEqual({ code: 200, body: { result: { id: 7, name: 'Rex', born: '2026-01-15' } } });
    expect(headers.get('toolyard-rehearsal')).toBe('example');
    const missing = await call(real, 'pets_getPet', { id: 1 });
    expect(missing.headers.get('x-error-code')).toBe('missing_credentials');
  });

  it('answers from an output schema, and without one with an empty answer', async () => {
    const typed = await mcp(rehearsed, 'tools/call', { name: 'reports_typed', arguments: {} });
    expect(memberOf(typed.body, 'result')).toMatchObject({
      structuredContent: { total: 5 },
      _meta: { 'toolyard/rehearsal': { source: 'schema' } },
    });
    const plain = await mcp(rehearsed, 'tools/call', { name: 'reports_plain', arguments: {} });
    expect(memberOf(plain.body, 'result', '_meta')).toMatchObject({ 'toolyard/rehearsal': { source: 'none' } });
    expect((await call(rehearsed, 'pets_deletePet', { id: 1 })).body).toEqual({ result: {} });
  });

  it('checks inputs and rules as a real call', async () => {
    expect(await call(rehearsed, 'pets_getPet', { id: 'one' })).toMatchObject({ status: 400 });
    const { ctx } = world.account;
    await createPolicyRule(ctx, { name: 'no deletions', effect: 'deny', tools: ['open_deletePet'] });
    const denied = await call(rehearsed, 'open_deletePet', { id: 1 });
    expect(denied.headers.get('x-error-code')).toBe('denied');
  });

  it('opens no connection on any surface', async () => {
    const before = connections;
    const id = { id: 1 };
    const tools = ['pets_getPet', 'pets_deletePet', 'open_getPet', 'reports_typed', 'reports_plain'];
    const requests: (() => Promise<unknown>)[] = [
      ...tools.flatMap((tool) => [
        () => call(rehearsed, tool, id),
        () => call(rehearsed, tool, id, { query: '?dry_run=true' }),
        () => call(rehearsed, tool, id, { headers: { prefer: 'respond-async' } }),
        () => call(rehearsed, tool, id, { headers: { 'idempotency-key': `key-${tool}` } }),
        () => call(rehearsed, 'call_tool', { tool_name: tool, tool_input: id, select: '@' }, { query: '?mode=search' }),
        () => call(rehearsed, 'run_code', { code: `return await tools.${tool}({ id: 1 });` }, { query: '?mode=code' }),
        () => mcp(rehearsed, 'tools/call', { name: tool, arguments: id }),
        ...FAILURE_KINDS.map((kind) => () => call(rehearsed, tool, id, { headers: { 'toolyard-rehearse': kind } })),
      ]),
      () => mcp(rehearsed, 'tools/list', {}),
      () => mcp(rehearsed, 'resources/list', {}),
      () => mcp(rehearsed, 'resources/templates/list', {}),
      () => mcp(rehearsed, 'resources/read', { uri: 'reports://a' }),
      () => mcp(rehearsed, 'resources/subscribe', { uri: 'reports://a' }),
      () => mcp(rehearsed, 'prompts/list', {}),
      () => mcp(rehearsed, 'prompts/get', { name: 'reports_a' }),
      () =>
        mcp(rehearsed, 'completion/complete', {
          ref: { type: 'ref/prompt', name: 'reports_a' },
          argument: { name: 'a', value: '' },
        }),
    ];
    for (const request of requests) await request();
    await expect.poll(() => world.account.ctx.db.job.count({ where: { endedAt: null } })).toBe(0);
    expect({ requests: requests.length, connections: connections - before }).toEqual({ requests: 63, connections: 0 });
    // The same request of a real endpoint is counted.
    await call(real, 'open_getPet', id);
    expect(connections).toBeGreaterThan(before);
  });
});

describe('a failure on demand', () => {
  const STATUSES = { unavailable: 503, rate_limited: 429, unauthorized: 401, timeout: 0 };

  it.each(FAILURE_KINDS)('%s equals the failure of the real service', async (kind) => {
    status = STATUSES[kind];
    const expected = await call(real, 'open_getPet', { id: 1 });
    const failed = await call(rehearsed, 'open_getPet', { id: 1 }, { headers: { 'toolyard-rehearse': kind } });
    const facts = ({ status, body, headers }: typeof failed) => ({
      ...{ status, body },
      headers: ['x-error-code', 'x-outcome', 'retry-after'].map((name) => headers.get(name)),
    });
    expect(facts(failed)).toEqual(facts(expected));
    const overMcp = await mcp(rehearsed, 'tools/call', {
      ...{ name: 'open_getPet', arguments: { id: 1 } },
      _meta: { 'toolyard/rehearse': kind },
    });
    const realMcp = await mcp(real, 'tools/call', { name: 'open_getPet', arguments: { id: 1 } });
    expect(overMcp.body).toEqual(realMcp.body);
  });

  it('is refused for an unknown failure, and for an endpoint whose calls are real', async () => {
    const before = connections;
    const headers = { 'toolyard-rehearse': 'unavailable' };
    expect(await call(real, 'open_getPet', { id: 1 }, { headers })).toMatchObject({ status: 400 });
    expect(
      await call(rehearsed, 'open_getPet', { id: 1 }, { headers: { 'toolyard-rehearse': 'flood' } }),
    ).toMatchObject({ status: 400 });
    expect(connections).toBe(before);
  });

  it('happens to the set share of calls, and the same for the same request id', async () => {
    const { ctx } = world.account;
    const failures = { failurePercent: 30, failureKinds: ['rate_limited'] };
    await updateClientEndpoint(ctx, toEndpointId(rehearsed.id), failures);
    const codesOf = () =>
      Promise.all(
        Array.from({ length: 100 }, async (_, at) => {
          const answer = await call(
            rehearsed,
            'open_getPet',
            { id: 1 },
            { headers: { 'x-request-id': `request-${at}` } },
          );
          return answer.headers.get('x-error-code');
        }),
      );
    const codes = await codesOf();
    expect(new Set(codes)).toEqual(new Set([null, 'upstream_rate_limited']));
    expect(await codesOf()).toEqual(codes);
    const failed = codes.filter((code) => code !== null).length;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
    await updateClientEndpoint(ctx, toEndpointId(rehearsed.id), { failurePercent: 0 });
  });
});

describe('a recording', () => {
  it('answers with a stored result: of the same input, or else the newest of the same end user', async () => {
    const { ctx } = world.account;
    await updateContentSettings(ctx, real.stackId, { days: 1 });
    const made = await createClientEndpoint(ctx, {
      ...{ stackId: real.stackId, name: 'recordings', isRehearsal: true, mayUseRecordings: true },
    });
    const url = `${world.url}/s/${made.endpoint.clientId}/mcp`;
    const endpoint = { ...real, clientId: made.endpoint.clientId, token: made.token, url };
    status = 200;
    for (const id of [1, 2]) {
      pet = { id, name: `pet ${id}`, born: '2020-01-01' };
      expect(await call(real, 'open_getPet', { id })).toMatchObject({ status: 200 });
    }
    const stored = () => ctx.db.callContent.count({ where: { stackId: real.stackId } });
    await expect.poll(stored, { timeout: 10_000 }).toBe(2);
    const before = connections;
    const answerTo = async (id: number, headers = {}) => {
      const answer = await call(endpoint, 'open_getPet', { id }, { headers });
      return [answer.headers.get('toolyard-rehearsal'), memberOf(answer.body, 'result', 'name')];
    };
    expect(await answerTo(1)).toEqual(['recording', 'pet 1']);
    expect(await answerTo(3)).toEqual(['recording', 'pet 2']);
    expect(await answerTo(1, { 'x-end-user': 'ann' })).toEqual(['example', 'Rex']);
    // Another endpoint doesn't use them.
    expect((await call(rehearsed, 'open_getPet', { id: 1 })).headers.get('toolyard-rehearsal')).toBe('example');
    expect(connections).toBe(before);
  });

  it('needs the right `admin` and a rehearsal endpoint', async () => {
    const { ctx } = world.account;
    const input = { stackId: real.stackId, name: 'recordings', mayUseRecordings: true };
    await expect(createClientEndpoint(ctx, input)).rejects.toMatchObject({ code: 'invalid_input' });
    if (ctx.actor.kind !== 'apiKey') throw new Error('not a key');
    const member = { ...ctx, actor: { ...ctx.actor, role: 'member' as const } };
    await expect(createClientEndpoint(member, { ...input, isRehearsal: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

it('lets only rehearsal endpoints fail', async () => {
  const { ctx } = world.account;
  const input = { stackId: real.stackId, name: 'real', failurePercent: 10 };
  await expect(createClientEndpoint(ctx, input)).rejects.toMatchObject({ code: 'invalid_input' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId: real.stackId, name: 'real' });
  await expect(updateClientEndpoint(ctx, endpoint.id, { failureKinds: ['timeout'] })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
