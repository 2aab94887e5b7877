import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { signIn } from './signedIn.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 1_000, failed_auth: 1_000 } });
  ({ cookie } = await signIn(world.account.ctx, 'ann@example.com'));
});
afterAll(() => world.close());

type Parameters = Readonly<Record<string, string>>;

const get = (parameters: Parameters | string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${world.url}/graphql?${new URLSearchParams(parameters)}`, {
    headers: { authorization: `Bearer ${world.account.apiKey}`, ...headers },
  });
const withCookie = (parameters: Parameters, headers: Readonly<Record<string, string>>) =>
  fetch(`${world.url}/graphql?${new URLSearchParams(parameters)}`, { headers: { cookie, ...headers } });

const QUERY =
  'query One($first: Int) { viewer { scopes } stacks(first: $first) { totalCount } } query Two { viewer { scopes } }';
const CREATE = 'mutation Make { createStack(input: {name: "by a link"}) { __typename } }';

describe('a query by GET', () => {
  it('gets the same response as by POST, and is never cached', async () => {
    const response = await get({ query: QUERY, variables: '{"first":3}', operationName: 'One' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
    const cost = { rateLimits: [{ limitName: 'default', charged: 1 }] };
    expect(await response.json()).toMatchObject({ data: { stacks: { totalCount: 0 } }, extensions: { cost } });
  });

  const WRONG = [
    ['an argument that is not JSON', { query: '{ viewer { scopes } }', variables: '{} , "query": "{ me { id } }"' }],
    ['variables that are no object', { query: '{ viewer { scopes } }', variables: '[1]' }],
    [
      'variables that are nested too deep',
      { query: '{ viewer { scopes } }', variables: `${'[['.repeat(20)}${']]'.repeat(20)}` },
    ],
    ['a parameter that is given twice', 'query={viewer{scopes}}&query={viewer{scopes}}'],
    ['an operation that is not in it', { query: QUERY, operationName: 'Three' }],
  ] as const;
  it.each(WRONG)('with %s is refused', async (_name, parameters) => {
    const response = await get(parameters);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: expect.any(String) } }] });
  });

  it('needs a key, or a session and a page of ours', async () => {
    const query = '{ viewer { scopes } }';
    expect((await fetch(`${world.url}/graphql?${new URLSearchParams({ query })}`)).status).toBe(401);
    expect((await get({ query }, { authorization: 'Bearer ty_wrong' })).status).toBe(401);
    expect((await withCookie({ query }, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await withCookie({ query }, { 'sec-fetch-site': site })).status, site).toBe(403);
    }
    expect((await withCookie({ query }, {})).status).toBe(403);
    expect((await withCookie({ query }, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('responds to unauthenticated callers in the format that they accept', async () => {
    const query = '{ viewer { scopes } }';
    const typeFor = async (accept: string) => {
      const answer = await get({ query }, { authorization: 'Bearer ty_wrong', accept });
      return [answer.status, answer.headers.get('content-type'), Object.keys(JSON.parse(await answer.text()))];
    };
    const graphql = 'application/graphql-response+json; charset=utf-8';
    const apollo = 'application/graphql-response+json,application/json;q=0.9';
    expect(await typeFor(apollo)).toEqual([401, graphql, ['errors']]);
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      expect(await typeFor(accept)).toEqual([401, 'application/json; charset=utf-8', ['errors']]);
    }
  });

  it('may be a subscription, as EventSource sends it', async () => {
    const response = await get({ query: 'subscription { auditEvents { id } }' }, { accept: 'text/event-stream' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await response.body?.cancel();
  });

  it('is the explorer if the client accepts a page', async () => {
    const response = await get({ query: '{ viewer { scopes } }' }, { accept: 'text/html' });
    expect(response.headers.get('content-type')).not.toMatch(/json/);
  });
});

const WAYS = [
  ['alone', { query: CREATE }],
  ['by its name', { query: `${CREATE} query Look { viewer { scopes } }`, operationName: 'Make' }],
  ['with extensions, which Yoga answers', { query: CREATE, extensions: '{}' }],
] as const;

describe('a change by GET', () => {
  it.each(WAYS)('%s is refused and has no effect, for a key and for a session', async (_how, parameters) => {
    const responses = [await get(parameters), await withCookie(parameters, { 'sec-fetch-site': 'same-origin' })];
    for (const response of responses) {
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
    }
    const { data } = await ask(world.url, world.account.apiKey, '{ stacks { totalCount } }');
    expect(data).toEqual({ stacks: { totalCount: 0 } });
  });

  it('that isn’t the selected operation is ignored', async () => {
    const response = await get({ query: `${CREATE} query Look { viewer { scopes } }`, operationName: 'Look' });
    expect(response.status).toBe(200);
  });
});

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: () => `${world.url}/graphql`,
    fetchFn: (input: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${world.account.apiKey}`);
      return fetch(input, { ...init, headers });
    },
  });
  it.each(audits)('$id $name', async (audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
