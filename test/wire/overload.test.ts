import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { eventLoop } from '../../src/core/lib/eventLoopScheduler.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import type { WorldAccount } from '../harness/world.ts';

/** Requests of the flood under way at a time, and how many follow the first refusal. */
const AT_ONCE = 512;
const FURTHER = 1_024;

const { world, api, close } = await startApiWorld({ limits: 'off' });
afterAll(close);

const endpointOf = async ({ ctx }: WorldAccount) => {
  const stack = await createStack(ctx, { name: 'overload' });
  await addServerToStack(ctx, stack.id, { serverId: 'shop', enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'overload' });
  return { clientId: endpoint.clientId, token };
};
type Endpoint = Awaited<ReturnType<typeof endpointOf>>;

let flood: Endpoint;
let bystander: Endpoint;
beforeAll(async () => {
  const connector = { kind: 'http', baseUrl: api.url };
  const request = { kind: 'template', method: 'GET', path: '/echo' };
  const inputSchema = { type: 'object', additionalProperties: false };
  await world.saveServer({ id: 'shop', name: 'Shop', connector, tools: [{ name: 'echo', inputSchema, request }] });
  flood = await endpointOf(world.account);
  bystander = await endpointOf(world.otherAccount);
  // From now on, the credentials are cached.
  expect([await call(flood), await list(flood), await call(bystander)].map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
});

const send = async (url: string, init: RequestInit) => {
  const response = await fetch(`${world.url}${url}`, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const post = (url: string, token: string, body: object) =>
  send(url, { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) });
const call = ({ clientId, token }: Endpoint) =>
  post(`/s/${clientId}/call_tool`, token, { tool_name: 'shop_echo', tool_input: {} });
const list = ({ clientId, token }: Endpoint) => send(`/s/${clientId}/list_tools`, { headers: headersOf(token) });
const message = ({ clientId, token }: Endpoint) =>
  post(`/s/${clientId}/mcp`, token, { jsonrpc: '2.0', id: 1, method: 'ping' });
const query = () => post('/graphql', world.account.apiKey, { query: '{ stacks(first: 1) { nodes { id } } }' });
const stacks = () => send('/v1/stacks', { headers: headersOf(world.account.apiKey) });

/** Takes most of the time of each turn of the event loop, as other requests would. */
function takeTurns(): { stop(): void } {
  let isBusy = true;
  const burn = (): void => {
    const endAt = performance.now() + 7;
    while (performance.now() < endAt);
    if (isBusy) setImmediate(burn);
  };
  burn();
  return {
    stop() {
      isBusy = false;
    },
  };
}

test('an account that overloads the service gets 503 early, and others are served', async () => {
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  // Node accepts one connection per turn, so they are opened while turns are short.
  await Promise.all(Array.from({ length: AT_ONCE }, () => list(flood)));
  const busy = takeTurns();
  const others: number[] = [];
  let left = Number.POSITIVE_INFINITY;
  const keepSending = async (): Promise<void> => {
    while (left > 0) {
      const answer = await list(flood);
      answers.push(answer);
      left = answer.status === 503 && left > FURTHER ? FURTHER : left - 1;
    }
  };
  const watch = async (): Promise<void> => {
    while (left > 0) others.push((await call(bystander)).status, (await send('/livez', {})).status);
  };
  await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, keepSending)]);
  busy.stop();
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const { headers, body } of refused) {
    expect([headers.get('retry-after'), headers.get('x-error-code'), body]).toEqual([
      '1',
      'unavailable',
      '{"error":"Toolyard is overloaded: try again"}',
    ]);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  }
  expect(new Set(others)).toEqual(new Set([200]));
  expect([(await call(flood)).status, eventLoop.waiting()]).toEqual([200, 0]);
});

/** Keeps many requests of an account waiting for their turn, each of which computes. */
function fillQueue(accountId: string): { stop(): Promise<void> } {
  let isOver = false;
  const keepWaiting = async (): Promise<void> => {
    while (!isOver) {
      await (eventLoop.yieldIfBusy(accountId) ?? new Promise((resolve) => setImmediate(resolve)));
      const endAt = performance.now() + 3;
      while (performance.now() < endAt);
    }
  };
  const all = Array.from({ length: 128 }, keepWaiting);
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

test('every surface says in its own form that the service is overloaded', async () => {
  const queue = fillQueue(world.account.id);
  const refusalOf = async (request: () => ReturnType<typeof send>) => {
    for (;;) {
      const { status, headers, body } = await request();
      if (status === 503) return [headers.get('retry-after'), JSON.parse(body)];
    }
  };
  try {
    const [detail, lists, mcp, graphql] = [
      await refusalOf(stacks),
      await refusalOf(() => list(flood)),
      await refusalOf(() => message(flood)),
      await refusalOf(query),
    ];
    const text = 'Toolyard is overloaded: try again';
    expect(detail).toEqual(['1', { detail: text }]);
    expect(lists).toEqual(['1', { error: text }]);
    const error = { code: -32_000, message: `${text} in 1 s`, data: { retryAfterSeconds: 1 } };
    expect(mcp).toEqual(['1', { jsonrpc: '2.0', id: null, error }]);
    expect(graphql).toEqual([
      '1',
      { errors: [{ message: text, extensions: expect.objectContaining({ code: 'UNAVAILABLE' }) }] },
    ]);
  } finally {
    await queue.stop();
  }
});

test('sixty requests at a time are never refused, however busy the process is', async () => {
  const busy = takeTurns();
  const statuses: number[] = [];
  const keepSending = async (): Promise<void> => {
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await call(flood)).status);
  };
  await Promise.all(Array.from({ length: 60 }, keepSending));
  busy.stop();
  expect(statuses).toEqual(Array(240).fill(200));
});
