import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/lib/errors.ts';
import { isMethodRefused } from '../../wire/routes.ts';
import { HOW_TO_ASK } from './getRequest.ts';

const PAGE_FILE = join(import.meta.dirname, '../../../dist/web/graphiql.html');
const NOT_BUILT = 'GraphiQL is not built. Run `npm run build`, then start the service again.\n';

// Only scripts of this origin run, and they can connect only to this origin. The editor adds its own style elements.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The handler of operations by `GET`. */
type Operations = {
  /** Whether a request starts a separate connection. */
  isConnection(request: FastifyRequest): boolean;
  gate(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  execute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Serves the explorer, whose source is in `web/`; its requests need a session or API key like any others. */
export function registerGraphiql(
  app: FastifyInstance,
  endpoint: string,
  operations: Operations,
  pageFile: string = PAGE_FILE,
): void {
  const isOperation = (request: FastifyRequest): boolean =>
    operations.isConnection(request) || !(request.headers.accept?.includes('text/html') ?? false);
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : null;
  const answer = (reply: FastifyReply): FastifyReply =>
    page === null
      ? reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
      : reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);
  app.get('/graphiql', (_request, reply) => answer(reply));
  app.route({
    method: 'GET',
    url: endpoint,
    onRequest: async (request, reply) => {
      if (isOperation(request)) await operations.gate(request, reply);
    },
    handler: (request, reply) => (isOperation(request) ? operations.execute(request, reply) : answer(reply)),
  });
  app.route({
    method: ['PATCH', 'OPTIONS', 'TRACE'],
    url: endpoint,
    config: { refuses: true },
    onRequest: async (request, reply) => {
      isMethodRefused(request, reply);
      throw new AppError('method_not_allowed', HOW_TO_ASK);
    },
    handler: (_request, reply) => reply,
  });
}
