import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

/* An upstream that executes a refund, then resets the connection. A search of it settles the call. */

type Refund = { readonly id: number; readonly marks: readonly string[] };
let refunds: Refund[] = [];
/** Refunds that the search doesn't show yet. */
let hidden = 0;
let searches = 0;

const api = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://api.test');
  if (request.method === 'POST') {
    const sent = await text(request);
    const runs = url.pathname !== '/lost';
    const marks = [sent, request.headers['x-note'] ?? '', url.searchParams.get('note') ?? ''].flat();
    if (runs) refunds.push({ id: refunds.length + 1, marks });
    request.socket.destroy();
    return;
  }
  searches += 1;
  const query = url.searchParams.get('q') ?? 'nothing';
  const shown = refunds.slice(0, refunds.length - hidden);
  const data = shown.filter(({ marks }) => marks.some((mark) => mark.includes(query))).map(({ id }) => ({ id }));
  const status = url.pathname === '/search/down' ? 500 : 200;
  const body = url.pathname === '/search/page' ? '<p>found' : JSON.stringify({ data, has: data.length > 0 });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
const baseUrl = `http://127.0.0.1:${await listenOnLoopback(api)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
afterAll(async () => {
  await world.close();
  api.close();
});
beforeEach(() => {
  [refunds, hidden, searches] = [[], 0, 0];
});

const BY_KEY = { path: '/search', query: { q: '{call_key}' }, found: '/data/0' };
const template = (reconcile: object, more: object = {}) => ({
  kind: 'template',
  method: 'POST',
  path: '/refunds',
  body: { charge: '{charge}', metadata: { ours: ['{call_key}'] } },
  reconcile: { ...BY_KEY, ...reconcile },
  ...more,
});
const operation = (reconcile: object, from: object) => ({
  kind: 'operation',
  method: 'POST',
  path: '/refunds',
  parameters: [],
  body: { contentType: 'application/json', from, required: true },
  reconcile: { ...BY_KEY, ...reconcile },
});
const MEMBERS = { properties: { charge: 'charge' } };

const SEARCHES: Readonly<Record<string, object>> = {
  slot_in_body: template({}),
  slot_in_header: template({}, { body: {}, headers: { 'x-note': 'key {call_key}' } }),
  slot_in_query: template({}, { body: {}, query: { note: '{call_key}' } }),
  key_in_header: template({ key: { in: 'header', name: 'X-Note' } }, { body: {} }),
  key_in_body: operation({ key: { in: 'body', name: 'note' } }, MEMBERS),
  key_in_query: operation({ key: { in: 'query', name: 'note' } }, MEMBERS),
  key_of_service: operation({}, MEMBERS),
  by_input: template({ query: { q: '{charge}' } }, { body: { charge: '{charge}' } }),
  whole_list: template({ found: '/data' }),
  a_flag: template({ found: '/has' }),
};
const UNKNOWN: Readonly<Record<string, object>> = {
  not_run: template({}, { path: '/lost' }),
  search_down: template({ path: '/search/down' }),
  search_page: template({ path: '/search/page' }),
  elsewhere: template({ found: '/items/0' }),
  no_search: template({}, { reconcile: undefined }),
};
const keyOfService = { idempotencyKey: { in: 'header', name: 'X-Note' } };
const tools = Object.entries({ ...SEARCHES, ...UNKNOWN }).map(([name, request]) => ({
  name,
  inputSchema: { type: 'object', properties: { charge: { type: 'string' } } },
  request: { ...request, ...(name === 'key_of_service' && keyOfService) },
}));
await world.saveServer({ id: 'bank', name: 'Bank', connector: { kind: 'openapi', baseUrl }, tools });
const { ctx, apiKey } = world.account;
const { id: stackId } = await createStack(ctx, { name: 'payments' });
await addServerToStack(ctx, stackId, { serverId: 'bank', enableAllTools: true });

async function call(name: string, key?: string) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/bank_${name}/invoke`, {
    method: 'POST',
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({ tool_input: { charge: 'ch_17' } }),
  });
  return { status: response.status, body: await response.json(), outcome: response.headers.get('x-outcome') };
}

it.each(Object.keys(SEARCHES))('%s: the search settles the call, and a repeat returns the same', async (name) => {
  const key = randomUUID();
  const first = await call(name, key);
  const found = name === 'whole_list' ? [{ id: 1 }] : name === 'a_flag' ? true : { id: 1 };
  expect(first).toMatchObject({
    status: 200,
    body: { result: { found, remark: expect.stringContaining('was lost') } },
  });
  expect(await call(name, key)).toEqual(first);
  expect([refunds.length, searches]).toEqual([1, 1]);
});

it.each(Object.keys(UNKNOWN))('%s: the outcome stays unknown', async (name) => {
  const key = randomUUID();
  expect(await call(name, key)).toMatchObject({ status: 500, outcome: 'unknown', body: { outcome: 'unknown' } });
  const before = refunds.length;
  expect(await call(name, key)).toMatchObject({ status: 400, outcome: 'unknown' });
  expect(refunds.length).toBe(before);
});

it('a repeat searches again, so that a service may show the effect later', async () => {
  hidden = 1;
  const key = randomUUID();
  const first = await call('slot_in_body', key);
  expect(first).toMatchObject({ status: 500, outcome: 'unknown' });
  expect(JSON.stringify(first.body)).toContain('a search of the service found no effect yet');
  expect(await call('slot_in_body', key)).toMatchObject({ status: 400, outcome: 'unknown' });
  hidden = 0;
  const settled = await call('slot_in_body', key);
  expect(settled).toMatchObject({ status: 200, body: { result: { found: { id: 1 } } } });
  expect(await call('slot_in_body', key)).toEqual(settled);
  expect([refunds.length, searches]).toEqual([1, 3]);
});

it('a call without a key never finds an earlier one of the same input', async () => {
  expect(await call('slot_in_body')).toMatchObject({ body: { result: { found: { id: 1 } } } });
  expect(await call('slot_in_body')).toMatchObject({ body: { result: { found: { id: 2 } } } });
});

it('a repeat is checked like a call: another input is refused', async () => {
  const key = randomUUID();
  await call('search_down', key);
  expect(await call('slot_in_body', key)).toMatchObject({ status: 400 });
  expect(refunds.length).toBe(1);
});
