import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../harness/databaseProxy.ts';
import { eventually } from '../harness/eventually.ts';
import { hasPgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../harness/postgres.ts';
import { hasRedis, type RedisServer, startRedis } from '../harness/redis.ts';
import { startWorld, type World } from '../harness/world.ts';

const HAS_REDIS = hasRedis();
const BOUND_MS = 1_000;
const EVERY_MS = 20;
/** How many requests are sent after the revocation. */
const LATER_REQUESTS = 30;
const TOOL = {
  name: 'ping',
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'POST', path: '/' },
};

let postgres: FaultyPostgres;
let proxy: DatabaseProxy;
let redis: RedisServer;
let redisProxy: DatabaseProxy;
/** The instance that revokes. */
let there: World;
let worlds: Record<'listening' | 'by Redis', World>;
const measured: string[] = [];

beforeAll(async () => {
  postgres = await startFaultyPostgres();
  proxy = await startDatabaseProxy(postgres.url);
  redis = await startRedis();
  redisProxy = await startDatabaseProxy(redis.url);
  const config = { changes: 'redis', redisUrl: redisProxy.url } as const;
  there = await startWorld({ databaseUrl: postgres.url, config: { ...config, redisUrl: redis.url } });
  worlds = {
    listening: await startWorld({ databaseUrl: proxy.url }),
    'by Redis': await startWorld({ databaseUrl: proxy.url, config }),
  };
  const connector = { kind: 'http', baseUrl: 'https://example.com' };
  await there.saveServer({ id: 'demo', name: 'Demo', connector, tools: [TOOL] });
});
afterAll(async () => {
  proxy.heal();
  for (const world of [...Object.values(worlds ?? {}), there]) await world?.close();
  proxy.close();
  redisProxy.close();
  await redis.kill();
  await postgres.close();
  process.stdout.write(`time from a revocation elsewhere to what was asked here (ms):\n  ${measured.join('\n  ')}\n`);
});

type Target = { readonly clientId: string; readonly token: string };

async function list({ url }: World, { clientId, token }: Target): Promise<number> {
  const response = await fetch(`${url}/s/${clientId}/list_tools`, { headers: { authorization: `Bearer ${token}` } });
  const body: unknown = await response.json();
  // A list without the tool counts as refused, because a call of the tool would be.
  return response.status === 200 && JSON.stringify(body).includes('demo_ping') ? 200 : Math.max(response.status, 201);
}

/** The object revoked on another instance: a token, or a tool. */
const REVOCATIONS = {
  'a token': ({ tokenId }: Made) => revokeStackToken(there.account.ctx, tokenId),
  'a tool': ({ stackId }: Made) =>
    updateServerTools(there.account.ctx, stackId, toServerId('demo'), { enabledTools: [] }),
};
type Made = Awaited<ReturnType<typeof make>>;

async function make(name: string) {
  const { ctx } = there.account;
  const { id: stackId } = await createStack(ctx, { name });
  await addServerToStack(ctx, stackId, { serverId: 'demo', enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const row = await ctx.db.stackToken.findFirstOrThrow({ where: { endpointId: endpoint.id } });
  return { stackId, clientId: endpoint.clientId, token: token ?? '', tokenId: row.id };
}

/**
 * Sends requests continuously from the revocation on. Returns the send times of the last allowed and the first refused
 * request: a busy machine may deliver both responses late.
 */
async function observe(world: World, target: Target, revokedAt: number) {
  let lastAllowed = 0;
  let allowedLate = 0;
  let firstRefused = Number.POSITIVE_INFINITY;
  const running: Promise<void>[] = [];
  for (let later = 0; later < LATER_REQUESTS; ) {
    const at = Math.round(performance.now() - revokedAt);
    if (at > BOUND_MS) later += 1;
    const one = list(world, target).then((status) => {
      if (status === 200) {
        lastAllowed = Math.max(lastAllowed, at);
        if (at > BOUND_MS) allowedLate += 1;
      } else firstRefused = Math.min(firstRefused, at);
    });
    running.push(one);
    await delay(EVERY_MS);
  }
  await Promise.all(running);
  return { lastAllowed, firstRefused, allowedLate, requestCount: running.length };
}

type Fault = { readonly name: string; begin(): Promise<void> | void; end?(): void };

const FAULTS: readonly Fault[] = [
  { name: 'nothing', begin: () => undefined },
  { name: 'frozen', begin: () => proxy.pass({ toDatabase: false, fromDatabase: false }) },
  { name: 'only to the database', begin: () => proxy.pass({ toDatabase: true, fromDatabase: false }) },
  { name: 'only from the database', begin: () => proxy.pass({ toDatabase: false, fromDatabase: true }) },
  { name: 'reset', begin: () => proxy.reset() },
  {
    name: 'PostgreSQL restarted',
    begin: async () => {
      await postgres.kill();
      await postgres.start();
      await eventually('the other is well', async () =>
        there.edge.deps.db.stack.count().then(
          () => true,
          () => false,
        ),
      );
    },
  },
];

const REDIS_FAULTS: readonly Fault[] = [
  { name: 'Redis killed', begin: () => redis.kill(), end: () => redis.start() },
  {
    name: 'Redis frozen',
    begin: () => void redis.child.kill('SIGSTOP'),
    end: () => void redis.child.kill('SIGCONT'),
  },
  { name: 'cut off from Redis', begin: () => redisProxy.pass({ toDatabase: false, fromDatabase: false }) },
  { name: 'Redis reset', begin: () => redisProxy.reset() },
  {
    name: 'cut off from Redis and the database',
    begin() {
      redisProxy.pass({ toDatabase: false, fromDatabase: false });
      proxy.pass({ toDatabase: false, fromDatabase: false });
    },
  },
];

async function measure(world: World, fault: Fault, subject: keyof typeof REVOCATIONS): Promise<void> {
  const made = await make(`${fault.name} ${subject}`);
  await eventually('it is in memory here', async () => (await list(world, made)) === 200, 10_000);
  await fault.begin();
  await REVOCATIONS[subject](made);
  const { lastAllowed, firstRefused, allowedLate, requestCount } = await observe(world, made, performance.now());
  measured.push(
    `${fault.name}, ${subject}: allowed until ${lastAllowed}, refused from ${firstRefused}; ${requestCount} asked`,
  );
  // By its own clock, the service never trusts its cache longer than allowed, even on a busy machine.
  expect(allowedLate).toBe(0);
}

const SUBJECTS = ['a token', 'a tool'] as const;
const CASES = [
  ...FAULTS.flatMap((fault) => SUBJECTS.map((subject) => ({ way: 'listening' as const, fault, subject }))),
  ...[...FAULTS, ...REDIS_FAULTS].flatMap((fault) =>
    SUBJECTS.map((subject) => ({ way: 'by Redis' as const, fault, subject })),
  ),
].filter(({ way }) => HAS_REDIS || way === 'listening');

it.each(CASES)(
  '$subject revoked elsewhere is refused within a second: $fault.name, $way',
  async ({ subject, way, fault }) => {
    const world = worlds[way];
    const carrier = way === 'listening' ? 'listen' : 'redis';
    await eventually('its carrier works', () => world.edge.heartbeat.carrier === carrier, 15_000);
    await measure(world, { ...fault, name: `${way}, ${fault.name}` }, subject).finally(() => {
      fault.end?.();
      redisProxy.heal();
      proxy.heal();
    });
    await eventually('changes are heard again', () => world.edge.deps.changes.isLive, 15_000);
  },
  60_000,
);

const POOLED = [
  { carrier: 'log', config: {} },
  { carrier: 'redis', config: { changes: 'redis' } },
] as const;

it.each(hasPgbouncer() && HAS_REDIS ? POOLED : [])(
  '… behind a transaction pooler, which breaks LISTEN: $carrier',
  async ({ carrier, config }) => {
    const pooler = await startPgbouncer(postgres.url, 'transaction');
    const redisUrl = carrier === 'redis' ? redis.url : null;
    const pooled = await startWorld({ databaseUrl: pooler.url, config: { ...config, redisUrl } });
    try {
      await eventually('its carrier works', () => pooled.edge.heartbeat.carrier === carrier, 15_000);
      for (const subject of SUBJECTS)
        await measure(pooled, { name: `pooler, ${carrier}`, begin: () => undefined }, subject);
      await eventually('it answers from memory', () => pooled.edge.deps.changes.isLive);
    } finally {
      await pooled.close();
      await pooler.close();
    }
  },
  60_000,
);
