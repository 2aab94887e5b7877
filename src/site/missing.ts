import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../wire/html.ts';
import { requestPath } from '../wire/routes.ts';
import { PAGE_HEADERS, sitePage } from './page.ts';

const PAGE = sitePage({
  title: 'Page not found – Toolyard',
  section: '/',
  path: '',
  lists: [],
  main: html`<h1>Page not found</h1>
<p>Go to the <a href="/">dashboard</a> or read the <a href="/docs">documentation</a>.</p>
`,
});

/** Answers an unknown address: a page for people, JSON for programs. */
export function sendMissing(request: FastifyRequest, reply: FastifyReply, page: string = PAGE): FastifyReply {
  reply.code(404);
  // Browsers accept HTML. Addresses of Markdown are for programs.
  const isForPeople = request.headers.accept?.includes('text/html') === true && !requestPath(request).endsWith('.md');
  if (!isForPeople) return reply.send({ detail: 'Not found' });
  return reply.headers(PAGE_HEADERS).header('cache-control', 'no-cache').send(page);
}
