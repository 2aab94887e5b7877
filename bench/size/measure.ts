import { join } from 'node:path';
import type { Client } from 'pg';
import { createAccount } from '../../src/core/accounts/account.ts';
import { verifyAuditChain } from '../../src/core/audit/verify.ts';
import { pruneCalls } from '../../src/core/callRecords/retention.ts';
import { type Closers, createClosers } from '../../src/start/closers.ts';
import { clientAt } from '../../src/store/connection.ts';
import { addServer, addStack, type Gateway, type Installation, install } from '../lib/installation.ts';
import { drive } from '../lib/load.ts';
import { cpuMsOf, printedPort, residentMbOf, start } from '../lib/processes.ts';
import { agentCall } from '../lib/targets.ts';
import { type Page, pagesOf } from './pages.ts';
import { type SlowScan, watchPlans } from './plans.ts';
import { type Size, seedAccounts, seedCalls, seedTotals } from './seed.ts';
import { seedAuditEvents } from './seedAudit.ts';

/** Milliseconds of `ROUNDS` requests. */
export type Timing = { readonly p50: number; readonly p95: number };

/** The measurements of one installation size. */
export type Measured = {
  readonly size: Size;
  readonly pages: Readonly<Record<string, Timing>>;
  /** Keyed by the figure's name, which includes the unit. */
  readonly figures: Readonly<Record<string, number>>;
  readonly slowScans: readonly SlowScan[];
};

const ROUNDS = 15;
const RETENTION_DAYS = 20;
const CONCURRENCY = 16;
const WARM_UP_MS = 2_000;
const CALLS_MS = 4_000;

const timingOf = (ms: readonly number[]): Timing => {
  const sorted = ms.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type Caller = { readonly url: string; readonly apiKey: string };

/** @throws for an error response */
async function ask({ url, apiKey }: Caller, { path, body, name }: Page): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"errors":'))
    throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`);
}

async function timePage(client: Caller, page: Page, rounds = ROUNDS): Promise<Timing> {
  await ask(client, page);
  const ms: number[] = [];
  for (let round = 0; round < rounds; round++) ms.push(await timed(() => ask(client, page)));
  return timingOf(ms);
}

/** A page without a response, such as a heavy read that exceeds its time limit, is a normal figure. */
function refused(error: unknown): Timing {
  console.log(`warning: ${String(error)}`);
  return { p50: Number.NaN, p95: Number.NaN };
}

/** Seeds an installation, measures it and removes it. */
export async function measureSize(size: Size): Promise<Measured> {
  const closers = createClosers();
  try {
    const upstream = await start(
      { command: [process.execPath, join(import.meta.dirname, '../servers/upstream.ts')], core: 'rest' },
      printedPort,
    );
    closers.add(() => upstream.stop());
    const installation = await install(upstream.ready);
    closers.add(() => installation.close());
    const db = clientAt(installation.databaseUrl);
    await db.connect();
    closers.add(() => db.end());
    return await measureOn({ installation, db, size, origin: `http://127.0.0.1:${upstream.ready}`, closers });
  } finally {
    await closers.close();
  }
}

type Bench = {
  readonly installation: Installation;
  readonly db: Client;
  readonly size: Size;
  readonly origin: string;
  readonly closers: Closers;
};

async function measureOn(bench: Bench): Promise<Measured> {
  const { installation, db, size, origin, closers } = bench;
  const { account, operator, apiKey } = installation;
  const accountId = account.actor.accountId ?? '';
  await addServer(installation, 'bench', { tools: 10, connector: { kind: 'mcp-http', url: `${origin}/mcp` } });
  const stack = await addStack(installation.account, 'bench', { servers: ['bench'] });
  const seedMs = await timed(() => seed(bench, accountId));
  console.log(`seeded ${JSON.stringify(size)} in ${Math.round(seedMs / 1_000)} s`);
  const { rows } = await db.query<{ id: string }>('SELECT stack_id AS id FROM place WHERE own AND nr = 0');
  const ids = { stackId: rows[0]?.id ?? '', serverId: 'server1', toolId: 'server1_tool1' };
  const pages = await pagesOf(db, accountId, ids, Date.now());
  await (await installation.serve()).stop();
  const startedAt = performance.now();
  const gateway = await installation.serve();
  closers.add(() => gateway.stop());
  const readyMs = performance.now() - startedAt;
  const client = { url: gateway.url, apiKey };
  const timings: Record<string, Timing> = {};
  for (const page of pages) timings[page.name] = await timePage(client, page).catch(refused);
  const callUs = await timeCalls(gateway, agentCall(gateway, stack, 'bench_echo'));
  const bystander = await timeBystander(client, operator, pages);
  const residentMb = residentMbOf(gateway.pid);
  const slowScans = await findSlowScans(db, client, pages);
  const verifyMs = await timed(() => verifyAuditChain(account, accountId));
  const pruneMs = await timed(() => pruneCalls(operator, RETENTION_DAYS));
  const figures = {
    'start to ready, ms': readyMs,
    'processor time of a call, µs': callUs,
    ...bystander,
    'memory after all pages, MB': residentMb,
    'verifying the audit chain, ms': verifyMs,
    'pruning a third of the calls, ms': pruneMs,
  };
  return { size, pages: timings, figures, slowScans };
}

async function seed({ installation: { operator, account }, db, size }: Bench, accountId: string): Promise<void> {
  // Without this setting, PostgreSQL rewrites whole pages every few seconds.
  await db.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await db.query('SELECT pg_reload_conf()');
  await seedAccounts(db, accountId, size);
  await seedCalls(db, operator, accountId, size);
  await seedTotals(db);
  await seedAuditEvents(db, account, accountId, size.auditEvents);
  await db.query('ALTER SYSTEM RESET max_wal_size');
  await db.query('SELECT pg_reload_conf()');
  await db.query('CHECKPOINT');
  await db.query('VACUUM ANALYZE');
}

async function timeCalls(gateway: Gateway, target: Parameters<typeof drive>[0]): Promise<number> {
  await drive(target, { concurrency: CONCURRENCY, forMs: WARM_UP_MS });
  const before = cpuMsOf(gateway.pid);
  const { calls } = await drive(target, { concurrency: CONCURRENCY, forMs: CALLS_MS });
  return ((cpuMsOf(gateway.pid) - before) / calls) * 1_000;
}

const CHARTS_AT_ONCE = 12;

/**
 * How long an account waits for its own list: alone, and while another account requests searches and charts of a month.
 */
async function timeBystander(client: Caller, operator: Installation['operator'], pages: readonly Page[]) {
  const { key } = await createAccount(operator, { name: 'Bystander' });
  const list = pages.find(({ name }) => name === 'StacksList');
  const heavy = pages.filter(({ name }) => /month by day, account|search without hits/.test(name));
  if (!list || heavy.length === 0) throw new Error('there is no such page');
  const bystander = { ...client, apiKey: key };
  const alone = await timePage(bystander, list);
  let isOver = false;
  const keepAsking = async (nr: number): Promise<void> => {
    // A refusal is a correct response here, because the measurement is about the neighbor.
    while (!isOver) await ask(client, heavy[nr % heavy.length] ?? list).catch(() => undefined);
  };
  const asking = Array.from({ length: CHARTS_AT_ONCE * heavy.length }, (_, nr) => keepAsking(nr));
  const contended = await timePage(bystander, list);
  isOver = true;
  await Promise.all(asking);
  return { 'a list of another account, p95 ms': alone.p95, 'the same during 24 heavy reads, p95 ms': contended.p95 };
}

async function findSlowScans(db: Client, client: Caller, pages: readonly Page[]): Promise<SlowScan[]> {
  const plansSince = await watchPlans(db);
  const scans: SlowScan[] = [];
  for (const page of pages) {
    await ask(client, page).catch(() => undefined);
    scans.push(...plansSince(page.name));
  }
  return scans;
}
