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

/** True for a browser; Markdown addresses are for programs. */
const isForPeople = ({ headers, url }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true && !url.split('?', 1)[0]?.endsWith('.md');

/** Answers an unknown address: a page for people, JSON for programs. */
export function sendMissing(request: FastifyRequest, reply: FastifyReply, page: string = PAGE): FastifyReply {
  reply.code(404);
  if (!isForPeople(request)) return reply.send({ detail: 'Not found' });
  return reply.headers(PAGE_HEADERS).header('cache-control', 'no-cache').send(page);
}
