import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toServerId } from '../../src/core/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../harness/databaseProxy.ts';
import { eventually } from '../harness/eventually.ts';
import { hasPgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../harness/postgres.ts';
import { startWorld, type World } from '../harness/world.ts';

const BOUND_MS = 1_000;
const EVERY_MS = 20;
const OBSERVED_MS = 1_600;
const TOOL = {
  name: 'ping',
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'POST', path: '/' },
};

let postgres: FaultyPostgres;
let proxy: DatabaseProxy;
let here: World;
let there: World;
const measured: string[] = [];

beforeAll(async () => {
  postgres = await startFaultyPostgres();
  proxy = await startDatabaseProxy(postgres.url);
  there = await startWorld({ databaseUrl: postgres.url });
  here = await startWorld({ databaseUrl: proxy.url });
  const connector = { kind: 'http', baseUrl: 'https://example.com' };
  await there.saveServer({ id: 'demo', name: 'Demo', connector, tools: [TOOL] });
});
afterAll(async () => {
  proxy.heal();
  await here?.close();
  await there?.close();
  proxy.close();
  await postgres.close();
  process.stdout.write(`time from a revocation elsewhere to the last answer here (ms):\n  ${measured.join('\n  ')}\n`);
});

type Asked = { readonly clientId: string; readonly token: string };

async function list({ url }: World, { clientId, token }: Asked): Promise<number> {
  const response = await fetch(`${url}/s/${clientId}/list_tools`, { headers: { authorization: `Bearer ${token}` } });
  const body: unknown = await response.json();
  // A tool that is no longer listed is refused, too.
  return response.status === 200 && JSON.stringify(body).includes('demo_ping') ? 200 : Math.max(response.status, 201);
}

/** What is taken back on another instance: a token, or a tool. */
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

/** Asks all the time from the revocation on; when the last request was allowed and the first one refused. */
async function observe(world: World, asked: Asked, revokedAt: number) {
  let lastAllowed = 0;
  let firstRefused = Number.POSITIVE_INFINITY;
  const running: Promise<void>[] = [];
  while (performance.now() - revokedAt < OBSERVED_MS) {
    const one = list(world, asked).then((status) => {
      const at = Math.round(performance.now() - revokedAt);
      if (status === 200) lastAllowed = Math.max(lastAllowed, at);
      else firstRefused = Math.min(firstRefused, at);
    });
    running.push(one);
    await delay(EVERY_MS);
  }
  await Promise.all(running);
  return { lastAllowed, firstRefused, asked: running.length };
}

type Fault = { readonly name: string; begin(): Promise<void> | void };

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

async function measure(world: World, fault: Fault, what: keyof typeof REVOCATIONS): Promise<void> {
  const made = await make(`${fault.name} ${what}`);
  await eventually('it is in memory here', async () => (await list(world, made)) === 200, 10_000);
  await fault.begin();
  await REVOCATIONS[what](made);
  const { lastAllowed, firstRefused, asked } = await observe(world, made, performance.now());
  measured.push(`${fault.name}, ${what}: allowed until ${lastAllowed}, refused from ${firstRefused}; ${asked} asked`);
  expect(lastAllowed).toBeLessThanOrEqual(BOUND_MS);
  expect(firstRefused).toBeLessThanOrEqual(BOUND_MS);
}

const CASES = FAULTS.flatMap((fault) => (['a token', 'a tool'] as const).map((what) => ({ ...fault, what })));

it.each(CASES)(
  '$what that is taken back elsewhere is refused within a second: $name',
  async ({ what, ...fault }) => {
    await measure(here, fault, what).finally(() => proxy.heal());
    await eventually('changes are heard again', () => here.edge.deps.changes.isLive, 15_000);
  },
  60_000,
);

it.skipIf(!hasPgbouncer())(
  '… behind a transaction pooler, which breaks LISTEN',
  async () => {
    const pooler = await startPgbouncer(postgres.url, 'transaction');
    const pooled = await startWorld({ databaseUrl: pooler.url });
    try {
      for (const what of ['a token', 'a tool'] as const) {
        await measure(pooled, { name: 'transaction pooler', begin: () => undefined }, what);
      }
      expect(pooled.edge.deps.changes.isLive, 'its own notifications prove nothing').toBe(false);
    } finally {
      await pooled.close();
      await pooler.close();
    }
  },
  60_000,
);
