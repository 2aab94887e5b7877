import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/kernel/context.ts';
import { activeDelay, DatabaseSilent } from '../core/kernel/timeouts.ts';
import { type DatabaseFaultKind, databaseFault } from '../core/lib/databaseFault.ts';
import type { HttpDeps } from './httpDeps.ts';

/** How long the result of a database check is reused. Anyone may request `/readyz`, at any rate. */
const PROBE_TRUSTED_MS = 1_000;
const PROBE_MS_MAX = 1_000;

/** The source of revocable data for calls; `stale` is memory that is not proven current. */
type Serves = 'memory' | 'database' | 'stale' | 'nothing';
/** Whether the database responds, and whether it accepts writes. */
type Probe = { readonly isUp: boolean; readonly writes: 'ok' | DatabaseFaultKind };
/** A summary of `/readyz`. */
export type Health = { readonly isReady: boolean; readonly isUp: boolean; readonly acceptsWrites: boolean };

/**
 * `/livez`: the process responds, and reports restarts of an embedded database. `/readyz`: calls are served; not ready
 * while the process stops or calls would be refused. Refused writes don't make it unready, because calls still work:
 * fields and headers report them. The database is checked at most once a second.
 */
export function registerHealth(app: FastifyInstance, edge: HttpDeps, isReady: () => boolean): void {
  const probe = createProbe(edge);
  edge.metrics?.watchHealth(async () => {
    const { isUp, writes } = await probe(edge.deps.log);
    return { isReady: isReady() && servesOf(edge, isUp) !== 'nothing', isUp, acceptsWrites: writes === 'ok' };
  });
  app.get('/livez', async () => {
    const { count = 0, runsSince = null } = edge.databaseRestarts?.() ?? {};
    const database = { restarts: count, runsSince: runsSince?.toISOString() ?? null };
    return { status: 'ok', ...(count > 0 && { database }) };
  });
  app.get('/readyz', async (request, reply) => {
    const { isUp, writes } = await probe(request.log);
    const serves = servesOf(edge, isUp);
    const isAll = isReady() && serves !== 'nothing';
    reply.headers({ 'x-toolyard-writes': writes, 'x-toolyard-serves': serves });
    return reply.status(isAll ? 200 : 503).send({
      status: isAll ? 'ready' : 'not ready',
      database: isUp ? 'ok' : 'unavailable',
      writes,
      changes: edge.heartbeat.hearing,
      carrier: edge.heartbeat.carrier,
      serves,
      limits: edge.deps.limiter.isDegraded() ? 'degraded' : 'ok',
      ...externalStores(edge),
      ...(edge.workers && { workers: edge.workers() }),
    });
  });
}

const externalStores = ({ deps: { callCopier, fileStore } }: HttpDeps) => ({
  ...(callCopier && { copies: callCopier.isTaking() ? 'ok' : 'waiting' }),
  ...(fileStore.isUp && { files: fileStore.isUp() ? 'ok' : 'unavailable' }),
});

function servesOf({ deps: { changes } }: HttpDeps, isUp: boolean): Serves {
  if (changes.isLive) return 'memory';
  if (isUp) return 'database';
  return changes.canServeStale ? 'stale' : 'nothing';
}

/**
 * Checks whether the database responds and accepts writes. Callers at the same time, or within a second of the result,
 * share one query.
 */
function createProbe(edge: HttpDeps): (log: Log) => Promise<Probe> {
  let last: { readonly answer: Promise<Probe>; untilMs: number } | null = null;
  return (log) => {
    if (last && performance.now() < last.untilMs) return last.answer;
    const answer = ask(edge).catch((error: unknown): Probe => {
      log.warn({ err: error }, 'the database does not respond');
      return { isUp: false, writes: databaseFault(error)?.kind ?? 'absent' };
    });
    const pending = { answer, untilMs: Number.POSITIVE_INFINITY };
    last = pending;
    void answer.then(() => {
      pending.untilMs = performance.now() + PROBE_TRUSTED_MS;
    });
    return answer;
  };
}

async function ask({ deps: { db }, refusesWrites }: HttpDeps): Promise<Probe> {
  const over = new AbortController();
  const late = activeDelay(PROBE_MS_MAX, over).then(() => {
    throw new DatabaseSilent();
  });
  // The query reads a table, because `SELECT 1` would succeed while every table is locked.
  const read = db.$queryRaw<{ isReadOnly: boolean }[]>`
    SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"
    FROM (SELECT 1) AS one LEFT JOIN (SELECT id FROM api_key LIMIT 1) AS any_key ON true`;
  const [row] = await Promise.race([read, late]).finally(() => over.abort());
  return { isUp: true, writes: row?.isReadOnly ? 'read_only' : (refusesWrites() ?? 'ok') };
}
