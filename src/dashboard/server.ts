import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const FILES_DIR = join(import.meta.dirname, '../../dist/web');
// Addresses of the dashboard's router. All others keep the API's 404.
const PAGES = [
  '/',
  '/signin',
  '/welcome',
  '/import',
  '/registry',
  '/playground',
  '/activity',
  '/jobs',
  '/rules',
  '/audit',
  '/keys',
  '/people',
  '/settings',
  // Pages of earlier versions, which the router redirects.
  '/alerts',
  '/reviews',
  '/account',
];
const NESTED_PAGES = ['/stacks', '/marketplace', '/inbox', '/approvals'];

// Allows only scripts, styles and requests of this origin.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // For audio in tool results.
  'media-src data:',
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = 'The dashboard is not built. Run `npm run build`, then start the service again.\n';

/** Serves the dashboard: its files, and its one page at all of its addresses. */
export async function registerDashboard(app: FastifyInstance, filesDir: string = FILES_DIR): Promise<void> {
  const index = join(filesDir, 'index.html');
  const page = existsSync(index) ? await readFile(index, 'utf8') : null;
  const answer = (reply: FastifyReply): FastifyReply =>
    page === null ? reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT) : sendPage(reply, page);
  for (const url of [...PAGES, ...NESTED_PAGES.flatMap((path) => [path, `${path}/*`])]) {
    app.get(url, (_request, reply) => answer(reply));
  }
  if (page === null) return;
  await app.register(fastifyStatic, {
    root: filesDir,
    index: false,
    // Only files that exist at start become routes: no request's path reaches the file system.
    wildcard: false,
    globIgnore: ['*.html', '**/*.gz', '**/*.br'],
    preCompressed: true,
    // Asset names contain a hash of their content.
    setHeaders: (reply, path) => reply.header('cache-control', cacheOf(path)),
    cacheControl: false,
  });
}

const cacheOf = (path: string): string =>
  path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(page);
