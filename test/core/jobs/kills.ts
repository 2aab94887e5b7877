import { createServer } from 'node:http';
import { startJob } from '../../../src/core/jobs/job.ts';
import { startJobRunner } from '../../../src/core/jobs/jobRunner.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

/** Jobs that wait while an instance is killed. */
const BATCH = 4;
/** More steps than an instance takes for one batch. */
const STEPS_MAX = 60;

/** How many jobs ended in each way, and the most requests that one job sent. */
export type Tally = {
  readonly kills: number;
  readonly states: Readonly<Record<string, number>>;
  readonly sentMost: number;
  /** Jobs whose state is wrong: sent but not marked as sent, or succeeded without a request. */
  readonly liars: readonly string[];
};

/**
 * Kills one instance after the other, each at a random step of its work, in front of an upstream that counts requests
 * by job. An instance is a runner in this process. Once it is killed, none of its queries, transactions and calls
 * begins, and none returns an answer. Transactions are atomic, as for a killed process.
 */
export async function killInstances(kills: number, random: () => number): Promise<Tally> {
  const sent = new Map<string, number>();
  const upstream = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name') ?? '';
    sent.set(name, (sent.get(name) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const port = await listenOnLoopback(upstream);
  const world = await startWorld({ egressAllow: `127.0.0.1:${port}` });
  const { operator, account } = world;
  const { ctx } = account;
  await operator.db.account.update({ where: { id: account.id }, data: { rateLimits: { max_jobs: 1_000_000 } } });
  const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const tools = ['pay', 'read'].map((name) => ({
    ...{ name, inputSchema },
    request: { kind: 'template', method: name === 'pay' ? 'POST' : 'GET', path: `/${name}`, query: { name: '{name}' } },
  }));
  await world.saveServer({
    id: 'bank',
    name: 'Bank',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
    tools,
  });
  const { id: stackId } = await createStack(ctx, { name: 'payments' });
  await addServerToStack(ctx, stackId, { serverId: 'bank', enableAllTools: true });
  const open = () => operator.db.job.count({ where: { state: { in: ['waiting', 'running'] } } });
  let started = 0;
  let waiting = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % BATCH === 0) waiting = await open();
    for (; waiting < BATCH; waiting += 1) {
      started += 1;
      await startJob(
        ctx,
        stackId,
        'bank_pay',
        { name: `job ${started}` },
        started % 2 ? { idempotencyKey: `key_${started}` } : {},
      );
    }
    await killedAt(operator, Math.floor(random() * STEPS_MAX));
    // Long enough for its leases to end. Row by row, because its last transaction may lock rows in another order.
    for (const { id } of await operator.db.job.findMany({ where: { state: 'running' }, select: { id: true } }))
      await operator.db.$executeRaw`UPDATE job SET lease_until = now() WHERE id = ${id} AND state = 'running'`;
    for (const { id } of await operator.db.idempotentCall.findMany({ where: { sealed: null }, select: { id: true } }))
      await operator.db.$executeRaw`UPDATE idempotent_call SET lease_until = now() WHERE id = ${id} AND sealed IS NULL`;
  }
  const last = startJobRunner(operator);
  await eventually('all jobs have ended', async () => (await open()) === 0, 60_000);
  await last.stop({ drainMs: 10_000, hurry: new AbortController().signal });
  const tally = await tallyOf(operator, sent);
  await world.close();
  upstream.close();
  return { kills, ...tally };
}

async function tallyOf({ db }: Ctx, sent: ReadonlyMap<string, number>): Promise<Omit<Tally, 'kills'>> {
  const rows = await db.job.findMany({ select: { state: true, sentAt: true }, orderBy: { id: 'asc' } });
  const states: Record<string, number> = {};
  const liars: string[] = [];
  for (const [at, { state, sentAt }] of rows.entries()) {
    states[state] = (states[state] ?? 0) + 1;
    const times = sent.get(`job ${at + 1}`) ?? 0;
    const isWrong = (state === 'succeeded' && times !== 1) || (sentAt === null && times > 0);
    if (isWrong) liars.push(`job ${at + 1}: ${state}, sent ${times} times`);
  }
  return { states, sentMost: Math.max(0, ...sent.values()), liars };
}

/** Runs an instance until it has begun `steps` steps, or has nothing left to do; then kills it. */
async function killedAt(operator: Ctx, steps: number): Promise<void> {
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  let [left, isDead] = [steps, false];
  const unlessDead = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    if (isDead) throw new Error('killed');
    const value = await work();
    if (isDead) throw new Error('killed');
    return value;
  };
  const step = (work: () => PromiseLike<unknown>): Promise<unknown> => {
    left -= 1;
    const isLast = left === 0;
    // Half of the kills come before a step, and half after it, but before its answer.
    if (isLast && steps % 2 === 0) isDead = true;
    const done = unlessDead(work);
    if (isLast) {
      isDead = true;
      kill();
    }
    return done;
  };
  const stepping = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name);
        if (typeof value === 'function') return (...args: unknown[]) => step(() => Reflect.apply(value, from, args));
        return typeof value === 'object' && value !== null ? stepping(value) : value;
      },
    });
  const connector = operator.connectors.http;
  const instance: Ctx = {
    ...operator,
    db: stepping(operator.db),
    sealedValues: stepping(operator.sealedValues),
    connectors: { ...operator.connectors, http: { ...connector, call: stepping({ call: connector.call }).call } },
    changes: { ...operator.changes, subscribe: () => undefined },
    jobBell: { ring: () => undefined, hold: null },
  };
  startJobRunner(instance);
  const idle = async (): Promise<void> => {
    await eventually(
      'it has nothing left to do',
      async () => isDead || (await operator.db.job.count({ where: { state: { in: ['waiting', 'running'] } } })) === 0,
    );
    isDead = true;
  };
  await Promise.race([killed, steps === 0 ? Promise.resolve() : idle()]);
  isDead = true;
}

/** A random number generator with a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
