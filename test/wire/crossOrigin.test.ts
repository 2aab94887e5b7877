import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';

const OURS = 'https://app.example.com';
const OTHER = 'http://localhost:5173';

let world: World;
let closed: World;
beforeAll(async () => {
  world = await startWorld({ config: { corsOrigins: [OURS, OTHER] } });
  closed = await startWorld();
});
afterAll(async () => {
  await world.close();
  await closed.close();
});

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
type Seen = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string };

/** A request with any headers: `fetch` doesn't let callers set some of them. */
function send(at: World, path: string, { method = 'GET', headers = {}, body }: RequestOptions): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const outgoing = request(`${at.url}${path}`, { method, headers }, async (incoming) => {
    resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) });
  });
  outgoing.on('error', reject).end(body);
  return promise;
}

const COVERED = [
  '/graphql',
  '/v1/stacks',
  '/v1/stacks/x/tools/y/invoke',
  '/s/client_x/list_tools',
  '/s/client_x/call_tool',
  '/s/client_x/mcpx',
  '/graphql?operationName=x',
  '/v1/stacks?limit=1',
  '/s/client_x/list_tools?x',
];
/** Endpoints that MCP clients in web pages call. */
const OF_MCP = [
  ...['/s/client_x/mcp', '/s/client_x/mcp/', '/s/client_x/mcp?mode=full', '/oauth/register', '/oauth/token'],
  ...['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
    `/.well-known/${name}`,
    `/.well-known/${name}/s/client_x/mcp`,
    `/.well-known/${name}/s/client_x/mcp/`,
  ]),
];
/** Headers that a page may send and read. */
const SENT =
  'authorization, content-type, accept, idempotency-key, if-none-match, traceparent, x-end-user, ' +
  'x-graphql-event-stream-token, x-request-id';
const READ =
  'etag, link, retry-after, x-error-code, x-error-message, x-outcome, x-ratelimit-limit, x-ratelimit-remaining, ' +
  'x-ratelimit-reset, x-request-id, x-validation-errors';
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
});

describe('a listed origin', () => {
  it.each(COVERED)('may send to %s, and read the response', async (path) => {
    const answer = await send(world, path, preflight(OURS));
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': OURS,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': SENT,
      'access-control-max-age': '600',
      'content-length': '0',
      vary: 'Origin',
    });
    const { status, headers } = await send(world, path, { headers: { origin: OTHER } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers).toMatchObject({
      'access-control-allow-origin': OTHER,
      'access-control-expose-headers': READ,
      vary: 'Origin',
    });
  });

  it.each(OF_MCP)('may send to %s as an MCP client, and read the response', async (path) => {
    const { method, headers } = preflight(OURS);
    const names = 'authorization, mcp-protocol-version, Mcp-Param-Region, x-other, mcp-param-a b';
    const answer = await send(world, path, {
      method,
      headers: { ...headers, 'access-control-request-headers': names },
    });
    expect(answer).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': OURS } });
    expect(String(answer.headers['access-control-allow-headers'])).toBe(
      `${SENT}, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, mcp-param-region`,
    );
    const { headers: answerHeaders } = await send(world, path, { method: 'POST', headers: { origin: OURS } });
    expect(answerHeaders['access-control-allow-origin']).toBe(OURS);
    expect(answerHeaders['access-control-expose-headers']).toBe(`${READ}, mcp-session-id, www-authenticate`);
  });

  it('must state its request in a preflight; any other OPTIONS is handled as usual', async () => {
    const [requestMethod, { method, headers }] = [{ 'access-control-request-method': 'POST' }, preflight(OURS)];
    const plain = await send(world, '/v1/stacks', { method, headers: { origin: headers.origin } });
    const read = await send(world, '/v1/stacks', { headers: { origin: OURS, ...requestMethod } });
    for (const { status, headers: answerHeaders } of [plain, read]) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(answerHeaders).toMatchObject({
        'access-control-allow-origin': OURS,
        'access-control-expose-headers': READ,
      });
      expect(answerHeaders).not.toHaveProperty('access-control-allow-methods');
    }
  });

  it('reads what its key may read, with and without the framework', async () => {
    const headers = {
      origin: OURS,
      authorization: `Bearer ${world.account.apiKey}`,
      'content-type': 'application/json',
    };
    const answer = await send(world, '/graphql', { method: 'POST', headers, body: '{"query":"{ viewer { id } }"}' });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, OURS]);
    const { 'content-type': _none, ...ofGet } = headers;
    for (let time = 0; time < 2; time += 1) {
      const listed = await send(world, '/v1/stacks', { headers: ofGet });
      expect([listed.status, listed.body, listed.headers['access-control-allow-origin']]).toEqual([200, '[]', OURS]);
    }
  });

  it('may never use stored credentials: the response forbids them, and cookies are ignored', async () => {
    const { headers } = await send(world, '/graphql', preflight(OURS));
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const requestHeaders = { origin: OURS, cookie: '__Host-toolyard=x', 'content-type': 'application/json' };
    const refused = await send(world, '/graphql', {
      method: 'POST',
      headers: requestHeaders,
      body: '{"query":"{ me { id } }"}',
    });
    expect(refused.status).toBe(403);
  });
});

const HOSTILE = [
  'null',
  '*',
  '',
  'https://app.example.com.evil.example',
  'https://evil-app.example.com',
  'https://evil.example/https://app.example.com',
  'https://sub.app.example.com',
  'https://app.example.com:443',
  'https://app.example.com:8443',
  'https://app.example.com/',
  'http://app.example.com',
  'https://APP.example.com',
  'HTTPS://app.example.com',
  'https://app.example.com https://evil.example',
  'https://app.example.com,https://evil.example',
  'https://app_example.com',
  'https://user@app.example.com',
  'http://localhost',
  'http://localhost:51730',
  'http://127.0.0.1:5173',
];

describe('another origin', () => {
  it.each(HOSTILE)('%o may not', async (origin) => {
    const answer = await send(world, '/graphql', preflight(origin));
    expect(answer.status).toBe(405);
    const { headers } = await send(world, '/v1/stacks', { headers: { origin } });
    for (const seen of [answer.headers, headers]) {
      expect(Object.keys(seen).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(seen['vary']).toBe('Origin');
    }
  });
});

it.each([
  ...['/s/client_x/mcp/x', '/s/client_x', '/s//list_tools', '/s/x?/list_tools'],
  ...['/', '/graphiql', '/graphqlx', '/graphql/uploads', '/x/graphql', '/v1', '/x/v1/stacks', '/x/s/x/list_tools'],
  ...[
    '/signin/oidc',
    '/livez',
    '/oauth/authorize',
    '/oauth/tokens',
    '/.well-known/x',
    '/.well-known/oauth-protected-resourcex',
  ],
])('%s is unreadable for any other origin', async (path) => {
  const { headers } = await send(world, path, { headers: { origin: OURS } });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect((await send(world, path, preflight(OURS))).status).not.toBe(204);
});

it.each([...COVERED, ...OF_MCP])('without the setting, %s is unreadable for any other origin', async (path) => {
  for (const sent of [preflight(OURS), { headers: { origin: OURS } }]) {
    const { status, headers } = await send(closed, path, sent);
    expect(status).not.toBe(204);
    expect(Object.keys(headers).filter((name) => /^access-control-|^vary$/.test(name))).toEqual([]);
  }
});
