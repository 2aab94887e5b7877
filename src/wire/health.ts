import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Edge } from './edge.ts';

// Load balancers and monitors may probe with HEAD.
const WITH_HEAD = { exposeHeadRoute: true } as const;
/** How long the answer of the database counts: anybody may ask, as often as they like. */
const PROBE_TRUSTED_MS = 1_000;

/**
 * `/livez`: the process answers. `/readyz`: it can do its work; unready while it stops or without its database, which is
 * asked at most once a second, whoever asks.
 */
export function registerHealth(app: FastifyInstance, edge: Edge, isReady: () => boolean): void {
  const isDatabaseUp = createProbe(edge);
  app.get('/livez', WITH_HEAD, async () => ({ status: 'ok' }));
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

/** Whether the database answers; one question for all who ask at the same time or within a second of its answer. */
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
