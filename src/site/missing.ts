import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../wire/html.ts';
import { PAGE_HEADERS, sitePage } from './page.ts';

const PAGE = sitePage({
  title: 'No such page – Toolyard',
  section: '/',
  path: '',
  lists: [],
  main: html`<h1>No such page</h1>
<p>Nothing is at this address. Go to the <a href="/">dashboard</a>, or read the <a href="/docs">documentation</a>.</p>
`,
});

/** What an unknown address answers: a page to people, JSON to programs. */
export function sendMissing({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(404);
  if (headers.accept?.includes('text/html') !== true) return reply.send({ detail: 'Not found' });
  return reply.headers(PAGE_HEADERS).send(PAGE);
}
