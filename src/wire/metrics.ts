import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../core/lib/sha256.ts';
import { bearerOf } from './gate.ts';
import type { Health } from './health.ts';
import type { HttpDeps } from './httpDeps.ts';

/** The content of `/metrics`, and the token required to read it. */
export type MetricsPage = {
  /** The bearer token of the scraper. */
  readonly token: string;
  read(): Promise<string>;
  /** Adds the values of `/readyz`. */
  watchHealth(ask: () => Promise<Health>): void;
};

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics` for Prometheus; without a configured token, the path does not exist. */
export function registerMetrics(app: FastifyInstance, { metrics }: Pick<HttpDeps, 'metrics'>): void {
  if (!metrics) return;
  const expected = sha256(metrics.token);
  app.get('/metrics', async (request, reply) => {
    const token = bearerOf(request.headers.authorization);
    if (token === null || !timingSafeEqual(sha256(token), expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ detail: 'Unauthorized' });
    }
    return reply
      .type(PROMETHEUS_TEXT)
      .header('cache-control', 'no-store')
      .send(await metrics.read());
  });
}
