import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Received, send } from './client.ts';
import { toSent } from './run.ts';
import { makeScene, type Scene } from './scene.ts';
import { shopDocument } from './shop.ts';

const LIMITS = {
  default: 4,
  stacks: 3,
  invoke: 2,
  list_tools: 3,
  call_tool: 2,
  failed_auth: 3,
  sign_in: 3,
  sign_in_hourly: 1_000,
  dashboard: 600,
  dashboard_calls: 2,
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: LIMITS });
  await world.saveServer(shopDocument({ url: 'http://shop.test' }));
});
afterAll(() => world.close());

const request = async (scene: Scene, method: string, path: string, from?: string): Promise<Received> =>
  send(world.url, { ...toSent({ method, path }, scene), from });

const shown = ({ status, headers }: Received) => ({
  status,
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
});

test('each class counts separately, down to zero, whatever the response', async () => {
  const scene = await makeScene(world, '');
  const first = await request(scene, 'GET', '/v1/stacks');
  expect(shown(first)).toEqual({ status: 200, limit: '4', remaining: '3' });
  expect(shown(await request(scene, 'POST', '/v1/stacks'))).toEqual({ status: 400, limit: '3', remaining: '2' });
  expect(shown(await request(scene, 'PUT', '/v1/stacks/x'))).toEqual({ status: 404, limit: '3', remaining: '1' });
  expect(shown(await request(scene, 'DELETE', '/v1/stacks/x'))).toEqual({ status: 404, limit: '4', remaining: '2' });
  expect(shown(await request(scene, 'POST', '/v1/stacks/x/tools/y/invoke'))).toEqual({
    status: 404,
    limit: '2',
    remaining: '1',
  });
  expect(shown(await request(scene, 'GET', '/v1/nope'))).toEqual({ status: 404, limit: '4', remaining: '1' });
  expect(shown(await request(scene, 'PATCH', '/v1/stacks'))).toEqual({ status: 405, limit: '4', remaining: '0' });
  const refused = await request(scene, 'GET', '/v1/servers');
  expect(shown(refused)).toEqual({ status: 429, limit: '4', remaining: '0' });
  expect(refused.text).toBe('{"detail":"Too many requests"}');
  const { id } = scene.owner;
  expect(refused.headers['x-error-message']).toBe(
    `Too many requests: try again in ${refused.headers['retry-after']} s. The limit default (requests of this account) is 4 a minute; the operator can raise it with TOOLYARD_RATE_LIMITS=default=N, or only for this account with \`toolyard account limits --account ${id} --set default=N\` (docs/limits.md)`,
  );
  expect(first.headers).not.toHaveProperty('x-error-message');
  expect(shown(await request(scene, 'POST', '/v1/stacks'))).toEqual({ status: 400, limit: '3', remaining: '0' });
});

test('the window ends at a whole second of Unix time, and Retry-After counts down to it', async () => {
  const scene = await makeScene(world, '');
  const path = '/v1/stacks/x/tools/y/invoke';
  const answers = [];
  let requestedAt = 0;
  for (let sent = 0; sent < 3; sent += 1) {
    requestedAt = Date.now() / 1_000;
    answers.push(await request(scene, 'POST', path));
  }
  const resets = answers.map(({ headers }) => Number(headers['x-ratelimit-reset']));
  expect(new Set(resets.map((reset) => reset - (resets[0] ?? 0))).size).toBeLessThanOrEqual(2);
  const now = Date.now() / 1_000;
  expect(resets[2]).toBeGreaterThan(now);
  expect(resets[2]).toBeLessThanOrEqual(now + 61);
  const retryAfter = Number(answers[2]?.headers['retry-after']);
  expect(answers[2]?.status).toBe(429);
  // The service computed the header at some time between `askedAt` and `now`.
  expect(retryAfter).toBeGreaterThanOrEqual((resets[2] ?? 0) - now - 1);
  expect(retryAfter).toBeLessThanOrEqual((resets[2] ?? 0) - requestedAt + 1);
});

test('many keys do not multiply a limit, and accounts do not share one', async () => {
  const [scene, other] = [await makeScene(world, ''), await makeScene(world, '')];
  const second = await createApiKey(scene.owner.ctx, { name: 'Second' });
  for (let sent = 0; sent < 4; sent += 1) await request(scene, 'GET', '/v1/stacks');
  const headers = { authorization: `Bearer ${second.key}` };
  expect((await send(world.url, { method: 'GET', path: '/v1/stacks', headers })).status).toBe(429);
  expect((await request(other, 'GET', '/v1/stacks')).status).toBe(200);
});

test('clients of one stack have separate counters, one per operation', async () => {
  const scene = await makeScene(world, '{bareClient}');
  const { bare = '', bareClient = '', bareToken = '' } = scene.names;
  const other = await createClientEndpoint(scene.owner.ctx, { stackId: toStackId(bare), name: 'Other' });
  const ask = (method: string, operation: string, client = bareClient, token = bareToken) =>
    send(world.url, { method, path: `/s/${client}/${operation}`, headers: { authorization: `Bearer ${token}` } });
  for (const remaining of ['2', '1', '0']) {
    expect(shown(await ask('GET', 'list_tools'))).toEqual({ status: 200, limit: '3', remaining });
  }
  expect(shown(await ask('GET', 'list_tools'))).toEqual({ status: 429, limit: '3', remaining: '0' });
  const refused = await ask('GET', 'list_tools');
  expect(refused.text).toBe('{"error":"Too many requests"}');
  // A stack token's holder doesn't learn its account.
  expect(refused.headers['x-error-message']).toContain(
    'The limit list_tools (tool lists of this endpoint) is 3 a minute; the operator can raise it with TOOLYARD_RATE_LIMITS=list_tools=N, or only for this account with `toolyard account limits --account ID --set list_tools=N`',
  );
  expect(JSON.stringify(refused.headers)).not.toContain(scene.owner.id);
  expect(shown(await ask('POST', 'call_tool'))).toEqual({ status: 400, limit: '2', remaining: '1' });
  const { clientId } = other.endpoint;
  expect(shown(await ask('GET', 'list_tools', clientId, other.token))).toEqual({
    status: 200,
    limit: '3',
    remaining: '2',
  });
});

test('failed authentications count by address; a valid key from there still works', async () => {
  const scene = await makeScene(world, '');
  const bad = (from: string, path = '/v1/stacks') =>
    send(world.url, { method: 'GET', path, headers: { authorization: 'Bearer nope' }, from });
  for (const remaining of ['2', '1', '0']) {
    expect(shown(await bad('127.0.0.7'))).toEqual({ status: 401, limit: '3', remaining });
  }
  const refused = await bad('127.0.0.7');
  expect(shown(refused)).toEqual({ status: 429, limit: '3', remaining: '0' });
  expect(refused.headers).toHaveProperty('retry-after');
  expect(refused.headers['x-error-message']).toContain(
    '(requests without a valid credential from this network) is 3 a minute; the operator can raise it with TOOLYARD_RATE_LIMITS=failed_auth=N (docs/limits.md)',
  );
  expect((await bad('127.0.0.7', '/s/x/list_tools')).text).toBe('{"error":"Too many requests"}');
  expect((await bad('127.0.0.8')).status).toBe(401);
  expect((await request(scene, 'GET', '/v1/stacks', '127.0.0.7')).status).toBe(200);
});

test('without limits the headers are still sent', async () => {
  const unlimited = await startWorld({ limits: 'off' });
  const headers = { authorization: `Bearer ${unlimited.account.apiKey}` };
  const answer = await send(unlimited.url, { method: 'GET', path: '/v1/stacks', headers });
  expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(1_000_000);
  await unlimited.close();
});

test('a batch costs one point per call, and makes only the calls within the limit', async () => {
  const scene = await makeScene(world, '{stack}');
  const call = { tool_id: 'shop_text', tool_input: {} };
  const sent = { method: 'POST', path: '/v1/stacks/{stack}/tools/invoke_batch', send: { calls: [call, call, call] } };
  const received = await send(world.url, toSent(sent, scene));
  expect(shown(received)).toEqual({ status: 200, limit: '2', remaining: '0' });
  const { results } = JSON.parse(received.text);
  expect(results.map(({ status }: { status: number }) => status)).toEqual([500, 500, 429]);
  expect(results[2]).toEqual({ status: 429, detail: 'Too many requests' });
  expect(shown(await send(world.url, toSent(sent, scene))).status).toBe(429);
});
