import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { callTool } from '../../../src/core/calls/call.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';

/* Retries without a caller's key, at instances that share only the database. */

let keys: (string | undefined)[] = [];
const service = createServer((request, response) => {
  keys.push(request.headers['idempotency-key']?.toString());
  response.end();
});
const port = await listenOnLoopback(service);
const database = await createTestDatabase();
const start = () => startWorld({ databaseUrl: database.url, egressAllow: `127.0.0.1:${port}` });
const worlds = [await start(), await start()] as const;
const [first, second] = worlds;
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  await database.close();
  service.close();
});

const { ctx } = first.account;
const { stackId } = await makeEndpoint(ctx, first.url, 'pay', [
  {
    id: 'pay',
    name: 'Pay',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
    tools: [
      {
        name: 'refund',
        description: '',
        inputSchema: { type: 'object' },
        request: {
          ...{ kind: 'template', method: 'POST', path: '/', bodyEncoding: 'json' },
          idempotencyKey: { in: 'header', name: 'Idempotency-Key' },
        },
      },
    ],
  },
]);
beforeEach(() => {
  keys = [];
});

const BOUNDARY = Date.parse('2026-11-29T16:05:00.000Z');
const instance = ({ operator }: typeof first): Ctx => ({ ...operator, actor: ctx.actor });

/** Makes the call at a time in seconds from the boundary of a fixed window. */
async function call(of: Ctx, seconds: number, input: object, more: Partial<Ctx> = {}): Promise<void> {
  const at = new Date(BOUNDARY + seconds * 1_000);
  const snapshot = await getSnapshot(of, stackId);
  await callTool({ ...of, ...more, now: () => at }, snapshot, 'pay_refund', input);
}

it.each([
  ['one second before the boundary, and one after', [-1, 1], 1],
  ['just within five minutes of the first', [-1, 298], 1],
  ['five minutes after the first', [-1, 299], 2],
  ['twice in each of two windows', [-1, 1, 300, 598], 2],
  ['ten minutes later', [-1, 600], 2],
])('retries at other instances, %s, have as many keys as there are windows', async (label, times, count) => {
  const instances = [instance(first), instance(second)];
  for (const [index, seconds] of times.entries())
    await call(instances[index % 2] ?? instances[0] ?? ctx, seconds, { label });
  expect(keys).toHaveLength(times.length);
  expect(new Set(keys).size).toBe(count);
});

it('concurrent calls around the boundary at several instances have one key', async () => {
  const input = { concurrent: true };
  await Promise.all([-2, -1, 0, 1, 2].map((at) => call(instance(at < 0 ? first : second), at, input)));
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
});

it('another input, and a caller’s own key, have other keys', async () => {
  await call(instance(first), 0, { amount: 1 });
  await call(instance(first), 0, { amount: 2 });
  const snapshot = await getSnapshot(instance(first), stackId);
  await callTool(instance(first), snapshot, 'pay_refund', { amount: 1 }, { callKey: 'mine' });
  expect(new Set(keys).size).toBe(3);
});

it('a dry run starts no window, and describes the key that the call would have', async () => {
  const dryRun = async (seconds: number): Promise<string> => {
    const of = { ...instance(second), now: () => new Date(BOUNDARY + seconds * 1_000) };
    const input = { dry: true };
    return JSON.stringify(await callTool(of, await getSnapshot(of, stackId), 'pay_refund', input, { isDryRun: true }));
  };
  await dryRun(-2);
  await call(instance(first), 299, { dry: true });
  expect(await dryRun(301)).toContain(keys[0]);
  await call(instance(first), 301, { dry: true });
  expect(new Set(keys).size).toBe(1);
});

it('while the database fails, calls go on with the keys of fixed windows', async () => {
  const broken = new Proxy(first.operator.db, {
    get: (db, name) => (name === '$queryRaw' ? () => Promise.reject(new Error('down')) : Reflect.get(db, name)),
  });
  for (const at of [1, 200]) await call(instance(first), at, { broken: true }, { db: broken });
  await call(instance(second), 201, { broken: true });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});
