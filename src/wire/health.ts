import type { FastifyInstance } from 'fastify';
import type { Edge } from './edge.ts';

// Load balancers and monitors may probe with HEAD.
const WITH_HEAD = { exposeHeadRoute: true } as const;

/** `/livez`: the process answers. `/readyz`: it can do its work; unready while it stops or without its database. */
export function registerHealth(app: FastifyInstance, edge: Edge, isReady: () => boolean): void {
  app.get('/livez', WITH_HEAD, async () => ({ status: 'ok' }));
  app.get('/readyz', WITH_HEAD, async (request, reply) => {
    const { db, limiter } = edge.deps;
    const isDatabaseUp = await db.apiKey.findFirst({ select: { id: true } }).then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'not ready');
        return false;
      },
    );
    const isUp = isReady() && isDatabaseUp;
    return reply.status(isUp ? 200 : 503).send({
      status: isUp ? 'ready' : 'not ready',
      database: isDatabaseUp ? 'ok' : 'unavailable',
      limits: limiter.isDegraded() ? 'degraded' : 'ok',
    });
  });
}
