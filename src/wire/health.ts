import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Edge } from './edge.ts';

// Load balancers and monitors may probe with HEAD.
const WITH_HEAD = { exposeHeadRoute: true } as const;
/** How long an answer of the database is reused, since anybody may ask at any rate. */
const PROBE_TRUSTED_MS = 1_000;

/**
 * `/livez`: the process answers, and says since when an embedded database that had ended runs again. `/readyz`: it can
 * do its work; not ready while it stops or without its database, which is asked at most once a second.
 */
export function registerHealth(app: FastifyInstance, edge: Edge, isReady: () => boolean): void {
  const isDatabaseUp = createProbe(edge);
  app.get('/livez', WITH_HEAD, async () => ({ status: 'ok', ...restartsOf(edge) }));
  app.get('/readyz', WITH_HEAD, async (request, reply) => {
    const isUp = await isDatabaseUp(request.log);
    const isAll = isReady() && isUp;
    return reply.status(isAll ? 200 : 503).send({
      status: isAll ? 'ready' : 'not ready',
      database: isUp ? 'ok' : 'unavailable',
      limits: edge.deps.limiter.isDegraded() ? 'degraded' : 'ok',
    });
  });
}

function restartsOf({ databaseRestarts }: Edge) {
  const { count = 0, runsSince = null } = databaseRestarts?.() ?? {};
  return count > 0 && { database: { restarts: count, runsSince: runsSince?.toISOString() ?? null } };
}

/**
 * Asks the database whether it answers; callers at the same time, or within a second of the answer, share one query.
 */
function createProbe({ deps }: Edge): (log: FastifyBaseLogger) => Promise<boolean> {
  let last: { readonly isUp: Promise<boolean>; untilMs: number } | null = null;
  return (log) => {
    if (last && performance.now() < last.untilMs) return last.isUp;
    const isUp = deps.db.apiKey.findFirst({ select: { id: true } }).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'not ready');
        return false;
      },
    );
    const asked = { isUp, untilMs: Number.POSITIVE_INFINITY };
    last = asked;
    void isUp.then(() => {
      asked.untilMs = performance.now() + PROBE_TRUSTED_MS;
    });
    return isUp;
  };
}
