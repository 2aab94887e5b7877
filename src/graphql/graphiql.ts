import { createHash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../core/errors.ts';
import { EXAMPLES } from './examples.ts';

/** The explorer, a page that loads nothing from anywhere else; the API it talks to asks for an API key as always. */
export function registerGraphiql(app: FastifyInstance, endpoint: string): void {
  const page = renderPage(endpoint);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyFor(page) };
  app.get('/graphiql', (_request, reply) => reply.headers(headers).send(page));
  app.get(endpoint, (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.headers(headers).send(page);
    throw refusedMethod(reply);
  });
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
    url: endpoint,
    onRequest: async (_request, reply) => {
      throw refusedMethod(reply);
    },
    handler: (_request, reply) => reply,
  });
}

function refusedMethod(reply: FastifyReply): AppError {
  reply.header('allow', 'GET, POST');
  return new AppError('method_not_allowed', 'Send operations as POST with Content-Type: application/json');
}

const HEADERS = JSON.stringify({ Authorization: 'Bearer <API key>' }, null, 2);

const renderPage = (endpoint: string): string =>
  renderGraphiQL({
    title: 'Toolyard GraphQL',
    endpoint,
    defaultTabs: EXAMPLES.map((example) => ({ ...example, headers: HEADERS })),
    headers: HEADERS,
    shouldPersistHeaders: false,
    disableTabs: false,
  });

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Only the page's own scripts run, and they reach only this server. */
function policyFor(page: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => hashOf(script));
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
