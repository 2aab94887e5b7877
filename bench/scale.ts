import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { newCallId, type StackId, toServerId, toToolId } from '../src/core/kernel/ids.ts';
import { getSnapshot } from '../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../src/core/stacks/stack.ts';
import type { CallRecord } from '../src/generated/prisma/client.ts';
import { createChanges, type ListeningChanges } from '../src/store/changes.ts';
import { clientAt } from '../src/store/connection.ts';
import { createSharedCounter } from '../src/store/sharedCounter.ts';
import { freePort } from '../test/harness/listen.ts';
import { type Installation, install } from './lib/installation.ts';
import { cpuMsOf, start } from './lib/processes.ts';
import { markdownTable } from './lib/table.ts';
import { seedAccounts } from './size/seed.ts';

/*
 * Measures the inputs of docs/scale.md that `npm run bench` doesn't: CPU time and bytes, because they are the least
 * noisy. Covers call records, listening instances and stacks in PostgreSQL, and counts in Redis.
 */

const CALLS = 10_000;
const ROUNDS = 4;
const STACKS = 500;
const TOOLS = 20;
const LISTENERS = [0, 20, 60];
const BEATS_MS = 6_000;
const ACCOUNTS = 1_000;
const SNAPSHOTS = 200;
const COUNTS = 40_000;
const AT_ONCE = 64;
const TRIES_MAX = 20;

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** CPU time of a process and its children, ms. Measures again if a child exited meanwhile. */
function cpuMsNow(pid: number): number {
  let ms = cpuMsOf(pid);
  for (let tries = 1; Number.isNaN(ms) && tries < TRIES_MAX; tries += 1) ms = cpuMsOf(pid);
  return ms;
}

/** The parent of all other PostgreSQL processes. */
async function postmasterOf(db: Client): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

async function bytesOf(db: Client, like: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes
     FROM pg_class WHERE relkind = 'r' AND relname ~ $1 AND relnamespace = 'public'::regnamespace`,
    [like],
  );
  return rows[0]?.bytes ?? 0;
}

type Bench = { readonly installation: Installation; readonly db: Client; readonly postmaster: number };

const callOf = (accountId: CallRecord['accountId'], stackId: StackId, nr: number): CallRecord => ({
  ...{ id: newCallId(), accountId, stackId, serverId: toServerId('a'), toolId: toToolId(`a_tool${nr % TOOLS}`) },
  ...{ endpointId: null, outcome: 'ok', latencyMs: nr % 997, inputBytes: 200, outputBytes: 2_000, at: new Date() },
  ...{ surface: 'mcp', callerKind: 'agent', callerId: newCallId(), endUser: null, requestId: newCallId() },
  ...{ traceId: null, decision: 'allowed', approvalId: null, upstreamStatus: 200, queueMs: 0, ownMs: 1 },
  ...{ upstreamMs: 20, error: null, contents: null, stackVersion: 1 },
});

/** CPU time of PostgreSQL and of this process per recorded call, µs. */
async function recordCalls({ installation, db, postmaster }: Bench, stacks: readonly StackId[]) {
  const { accountId } = installation.account.actor;
  if (accountId === null) throw new Error('the account has an id');
  const { callRecorder } = installation.operator;
  const isStored = async (count: number) =>
    (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM invocation')).rows[0]?.n === count;
  const before = (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM invocation')).rows[0]?.n ?? 0;
  const calls = Array.from({ length: CALLS }, (_, nr) => nr).flatMap((nr) => {
    const stackId = stacks[nr % stacks.length];
    return stackId === undefined ? [] : [callOf(accountId, stackId, nr)];
  });
  const [cpu, own] = [cpuMsNow(postmaster), process.cpuUsage()];
  for (const call of calls) callRecorder.add(call);
  while (callRecorder.waiting() > 0) await delay(20);
  const { user, system } = process.cpuUsage(own);
  while (!(await isStored(before + CALLS))) await delay(50);
  return { postgres: ((cpuMsNow(postmaster) - cpu) * 1_000) / CALLS, own: (user + system) / CALLS };
}

type Figures = [label: string, postgres: number, own: number][];

/** The cost of `sessions` heartbeats in PostgreSQL, as a fraction of one core. */
async function beatsCost({ postmaster }: Bench): Promise<number> {
  const cpu = cpuMsNow(postmaster);
  await delay(BEATS_MS);
  return (cpuMsNow(postmaster) - cpu) / BEATS_MS;
}

async function measureCalls(bench: Bench, figures: Figures): Promise<void> {
  const { installation } = bench;
  const stacks: StackId[] = [];
  for (let nr = 0; nr < STACKS; nr += 1) {
    stacks.push((await createStack(installation.account, { name: `Scale ${nr}` })).id);
  }
  const before = await bytesOf(bench.db, '^(invocation|call_)');
  const sessions: ListeningChanges[] = [];
  for (const count of LISTENERS) {
    while (sessions.length < count) sessions.push(await createChanges({ url: installation.databaseUrl, log: quiet }));
    figures.push([`beats of ${count + 1} listening instances, part of a core`, await beatsCost(bench), Number.NaN]);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { postgres, own } = await recordCalls(bench, stacks);
      figures.push([`a call record with ${count + 1} listening instances, round ${round}, µs`, postgres, own]);
    }
  }
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  await measureChangeLog(bench, figures);
  const bytes = (await bytesOf(bench.db, '^(invocation|call_)')) - before;
  figures.push(['a call record with its totals, bytes', bytes / (CALLS * ROUNDS * LISTENERS.length), Number.NaN]);
}

/** The cost of heartbeats through the change log, as with `TOOLYARD_CHANGES=redis`. */
async function measureChangeLog(bench: Bench, figures: Figures): Promise<void> {
  const { databaseUrl } = bench.installation;
  const sessions: ListeningChanges[] = [];
  const own = await beatsCost(bench);
  for (const count of LISTENERS) {
    while (sessions.length < count)
      sessions.push(await createChanges({ url: databaseUrl, log: quiet, carrier: 'redis' }));
    const cost = (await beatsCost(bench)) - own;
    figures.push([`looks of ${count} instances into the change log, part of a core`, cost, Number.NaN]);
  }
  await Promise.all(sessions.map((session) => session.close()));
}

async function measureStacks({ db, installation }: Bench, figures: Figures): Promise<void> {
  const before = await bytesOf(db, '');
  const size = { accounts: ACCOUNTS, calls: 0, auditEvents: 0 };
  await seedAccounts(db, installation.account.actor.accountId ?? '', size);
  const bytes = (await bytesOf(db, '')) - before;
  // The bench account gets as many stacks as the others together, with five private servers.
  figures.push([
    'a stack with five servers of twenty tools, bytes (half have servers of their own)',
    bytes / (2 * ACCOUNTS),
    Number.NaN,
  ]);
}

/** A stack's share of `TOOLYARD_SNAPSHOT_CACHE_MB`, as the cache estimates it. */
async function measureSnapshots({ db, installation: { account } }: Bench, figures: Figures): Promise<void> {
  const { rows } = await db.query<{ id: StackId }>(
    `SELECT id FROM stack WHERE account_id = $1 AND name LIKE 'Stack %' LIMIT ${SNAPSHOTS}`,
    [account.actor.accountId],
  );
  const before = account.snapshots.bytes();
  const cpu = process.cpuUsage();
  for (const { id } of rows) await getSnapshot(account, id);
  const { user, system } = process.cpuUsage(cpu);
  const bytes = (account.snapshots.bytes() - before) / rows.length;
  figures.push(['the snapshot of a stack with 100 tools, bytes', Number.NaN, bytes]);
  figures.push(['reading it, µs', Number.NaN, (user + system) / rows.length]);
}

/** The cost of counting a call against its limit in Redis; needs Redis installed. */
async function measureRedis(figures: Figures): Promise<void> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return;
  const port = await freePort();
  const command = ['redis-server', '--port', `${port}`, '--save', '', '--dir', tmpdir()] as const;
  const redis = await start({ command, core: 'any' }, (output) => (output.includes('Ready to accept') ? port : null));
  const counter = createSharedCounter(`redis://127.0.0.1:${port}`, quiet);
  const window = { customDuration: 60 };
  await counter.penalty('warm', 1, window);
  const [cpu, own] = [cpuMsOf(redis.pid), process.cpuUsage()];
  for (let done = 0; done < COUNTS; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, nr) => counter.penalty(`call_tool:${(done + nr) % STACKS}`, 1, window)),
    );
  }
  const { user, system } = process.cpuUsage(own);
  figures.push([
    'counting a call in Redis, µs (Redis in the first column)',
    ((cpuMsOf(redis.pid) - cpu) * 1_000) / COUNTS,
    (user + system) / COUNTS,
  ]);
  await counter.close();
  await redis.stop();
}

// No call is made, so nothing needs to listen at this address.
const installation = await install(9);
const db = clientAt(installation.databaseUrl);
await db.connect();
try {
  const bench = { installation, db, postmaster: await postmasterOf(db) };
  const figures: Figures = [];
  await measureCalls(bench, figures);
  await measureStacks(bench, figures);
  await measureSnapshots(bench, figures);
  await measureRedis(figures);
  const rows = figures.map(([label, ...costs]) => [
    label,
    ...costs.map((cost) => (Number.isNaN(cost) ? '' : cost.toPrecision(3))),
  ]);
  console.log(`\n${markdownTable(['source of load', 'PostgreSQL', 'Node'], rows)}\n`);
} finally {
  await db.end();
  await installation.close();
}
