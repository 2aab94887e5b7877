import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';

/** CONNECT, which opens a tunnel, never gets a response. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);
const METRICS_TOKEN = 'a-token-of-the-scraper-of-metrics';
const ORIGIN = 'https://app.example';
/** Routes that pages of listed origins may call: GraphQL, REST, MCP, and the sign-in of MCP clients. */
const COVERED = /^\/(?:graphql$|v1\/|s\/|\.well-known\/oauth-|oauth\/(?:token|register)$)/;

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

let world: World;
let bearers: { readonly key: string; readonly token: string; readonly clientId: string; readonly stackId: string };
/** The methods of each route, as registered with the framework. Routes that only refuse have none. */
const served = new Map<string, Set<string>>();

const noteRoutes = (message: unknown): void => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url, method, config }) => {
    const methods = served.get(url) ?? new Set();
    served.set(url, methods);
    if (!config?.refuses) for (const each of [method].flat()) methods.add(each);
  });
};

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes);
  world = await startWorld({
    config: {
      corsOrigins: [ORIGIN],
      metricsToken: METRICS_TOKEN,
      oidc: { issuer: 'https://127.0.0.1:1', clientId: 'x', clientSecret: 'x', label: 'x', domains: [] },
    },
  });
  unsubscribe('fastify.initialization', noteRoutes);
  const { ctx, apiKey } = world.account;
  const stack = await createStack(ctx, { name: 'Methods' });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'Methods' });
  bearers = { key: apiKey, token, clientId: endpoint.clientId, stackId: stack.id };
});
afterAll(() => world.close());

const bearerAt = (path: string): string => {
  if (path.startsWith('/s/')) return bearers.token;
  return path === '/metrics' ? METRICS_TOKEN : bearers.key;
};

/** A path that the route matches, for a stack that exists or for none. */
const pathOf = (url: string, stackId = 'x'): string =>
  url.replace(':client_id', bearers.clientId).replace(':stack_id', stackId).replaceAll(/:\w+/g, 'x').replace('*', 'x');

/** `fetch` sends neither TRACE nor `Origin`. */
function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const [body, type] = METHODS_WITH_BODY.has(method) ? ['{}', { 'content-type': 'application/json' }] : ['', {}];
  const sent = request(`${world.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearerAt(path)}`, 'content-length': body.length, ...type, ...headers },
    agent: false,
  });
  sent.on('error', reject).on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
  });
  sent.end(body);
  return promise;
}

const allowIn = ({ headers }: Answer): readonly string[] => headers.allow?.split(', ') ?? [];
/** Three of the dashboard's files, which are all served the same way. */
function routes(): readonly (readonly [url: string, methods: Set<string>])[] {
  const files = [...served].filter(([url]) => url.startsWith('/assets/'));
  return [...served].filter(([url]) => !url.startsWith('/assets/')).concat(files.slice(0, 3));
}
// A streamed list has no length.
const OWN = /^(?:date|x-request-id|x-ratelimit-.*|content-length|transfer-encoding|connection|keep-alive)$/;
const comparable = ({ status, headers }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name))),
});

/** Whether this is a correct response to `method` for a route with these methods. */
function isRight(methods: ReadonlySet<string>, method: string, answer: Answer): boolean {
  const allowed = allowIn(answer);
  if (allowed.includes(method)) return false;
  if (methods.has(method)) return answer.status !== 405;
  return answer.status === 405 && allowed.length > 0 && [...methods].every((each) => allowed.includes(each));
}

/** Whether HEAD got the same response as GET. Metric counters continue in between. */
function isWithoutContent(url: string, got: Answer, head: Answer): boolean {
  const { 'content-length': length = null } = head.headers;
  const lengths = url === '/metrics' ? [length] : [null, got.headers['content-length']];
  const isSame = JSON.stringify(comparable(got)) === JSON.stringify(comparable(head));
  return isSame && lengths.includes(length) && head.body === '';
}

describe('every registered route, by every method (RFC 9110)', () => {
  it('serves its own methods, and refuses all others with 405 and the allowed ones', async () => {
    const wrong: string[] = [];
    const all = routes().flatMap(([url, methods]) => METHODS.map((method) => ({ url, methods, method })));
    const tried = someOf(all, 150);
    for (const { url, methods, method } of tried) {
      const answer = await ask(method, pathOf(url));
      if (!isRight(methods, method, answer)) wrong.push(`${method} ${url}: ${answer.status} ${answer.headers.allow}`);
    }
    process.stdout.write(`${tried.length} requests to ${routes().length} routes, ${wrong.length} wrong\n`);
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(600);
  });

  it('responds to HEAD with the status and headers of GET, without content', async () => {
    const wrong: string[] = [];
    const readable = routes().filter(([, methods]) => methods.has('GET'));
    const all = readable.flatMap(([url]) => ['*/*', 'text/html'].map((accept) => ({ url, accept })));
    const tried = someOf(all, 30);
    for (const { url, accept } of tried) {
      const path = pathOf(url, bearers.stackId);
      const [got, head] = [await ask('GET', path, { accept }), await ask('HEAD', path, { accept })];
      if (!isWithoutContent(url, got, head)) wrong.push(`${url}: GET ${got.status}, HEAD ${head.status}`);
    }
    process.stdout.write(`${tried.length} requests by HEAD, ${wrong.length} wrong\n`);
    expect(wrong).toEqual([]);
  });

  it('answers a listed origin’s preflight if pages may call it, and refuses OPTIONS elsewhere', async () => {
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' };
    const statuses = { covered: new Set<number>(), other: new Set<number>() };
    for (const [url, methods] of routes()) {
      if (methods.has('OPTIONS')) continue;
      statuses[COVERED.test(url) ? 'covered' : 'other'].add((await ask('OPTIONS', pathOf(url), preflight)).status);
    }
    expect(statuses).toEqual({ covered: new Set([204]), other: new Set([405]) });
  });
});

describe('a path without a route', () => {
  it('is 404 for every method, whatever its start', async () => {
    const isWild = (path: string) => routes().some(([url]) => url.endsWith('/*') && path.startsWith(url.slice(0, -1)));
    const paths = routes()
      .map(([url]) => `${pathOf(url).replace(/\/$/, '')}/no/such/thing`)
      .filter((path) => !isWild(path));
    const wrong: string[] = [];
    for (const path of someOf([...new Set(paths)], 8)) {
      for (const method of METHODS) {
        const { status, headers } = await ask(method, path);
        if (status !== 404 || headers.allow !== undefined) wrong.push(`${method} ${path}: ${status}`);
      }
    }
    process.stdout.write(`${paths.length} paths without a route paths, ${wrong.length} wrong\n`);
    expect(wrong).toEqual([]);
  });

  it('redirects to the page without a trailing slash, if there is one', async () => {
    const pages = [
      '/docs',
      '/docs/quickstart',
      '/docs/quickstart.md',
      '/reference',
      '/reference/stacks',
      '/graphiql',
      '/signin',
      '/llms.txt',
    ];
    for (const path of pages) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await ask(method, `${path}/?a=b`);
        expect([path, status, new URL(headers.location ?? '', `${world.url}${path}/`).href]).toEqual([
          path,
          308,
          `${world.url}${path}?a=b`,
        ]);
      }
      expect((await ask('POST', `${path}/`)).status).not.toBe(308);
    }
    for (const path of ['/nothing/', '//example.com/', '/docs/nothing/', '/oauth/token/', '/v1/stacks/']) {
      const { status, headers } = await ask('GET', path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  });
});
