import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createPasswords } from '../../../src/core/people/password.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from './kit.ts';

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await newPerson(world, 'ann@example.com');
});
afterAll(() => world.close());

type Headed = Readonly<Record<string, string>>;
const STACKS = '{ stacks { nodes { id } } }';
const FORBIDDEN = {
  errors: [
    {
      message: 'A request with a session must come from a page of this address',
      extensions: { code: 'FORBIDDEN' },
    },
  ],
};

/** A request with exactly these headers: `fetch` adds its own, and cannot set `Host`. */
const post = (headers: Headed, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(`${world.url}/graphql`, { method: 'POST', headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, text: await text(response) });
    });
    sent.on('error', reject).end(body);
  });

describe('a request with the session cookie', () => {
  const body = JSON.stringify({ query: STACKS });
  const json = { 'content-type': 'application/json' };
  const evil = 'https://evil.example';
  const cases: readonly (readonly [label: string, status: number, headers: () => Headed])[] = [
    ['from our own page', 200, () => ({ ...json, origin: world.url, 'sec-fetch-site': 'same-origin' })],
    ['from our own page in an old browser', 200, () => ({ ...json, origin: world.url })],
    ['from our own page by this machine’s other name', 200, () => ({ ...json, origin: byName(), host: hostByName() })],
    ['that claims to be from our own page', 200, () => ({ ...json, 'sec-fetch-site': 'same-origin' })],
    ['without an origin', 403, () => json],
    ['from another site', 403, () => ({ ...json, origin: evil, 'sec-fetch-site': 'cross-site' })],
    ['from another site in an old browser', 403, () => ({ ...json, origin: evil })],
    ['from another port of this machine', 403, () => ({ ...json, origin: 'http://127.0.0.1:1' })],
    ['from a sandboxed frame', 403, () => ({ ...json, origin: 'null' })],
    [
      'with an origin and a site that disagree',
      403,
      () => ({ ...json, origin: world.url, 'sec-fetch-site': 'cross-site' }),
    ],
    ['typed into the address bar', 403, () => ({ ...json, 'sec-fetch-site': 'none' })],
    ['from a form', 415, () => ({ 'content-type': 'text/plain', origin: world.url })],
  ];
  const byName = () => world.url.replace('127.0.0.1', 'localhost');
  const hostByName = () => new URL(byName()).host;

  it.each(cases)('%s is %d', async (_name, status, headers) => {
    const answer = await post({ ...headers(), cookie: ann.cookie }, body);
    expect(answer.status).toBe(status);
    if (status === 403) expect(JSON.parse(answer.text)).toEqual(FORBIDDEN);
  });

  it.each(['application/json', 'text/event-stream'])(
    'queries over GET only from our pages, accepting %s',
    async (accept) => {
      const url = `${world.url}/graphql?query=${encodeURIComponent(STACKS)}`;
      const from = async (site: string) =>
        (await fetch(url, { headers: { accept, cookie: ann.cookie, 'sec-fetch-site': site } })).text();
      expect(await from('same-origin')).toContain('"nodes":');
      for (const site of ['cross-site', 'same-site', 'none']) expect(await from(site)).not.toContain('"nodes":');
    },
  );

  it.each([
    ['nobody’s key', 'Bearer ty_nobody', 401],
    ['another scheme', 'Basic YTpi', 401],
  ])('is authenticated by %s alone if present', async (_name, authorization, status) => {
    const headers = { ...json, origin: world.url, authorization, cookie: ann.cookie };
    expect((await post(headers, body)).status).toBe(status);
  });

  it('uses the account of another key if that is present', async () => {
    const headers = { authorization: `Bearer ${world.otherAccount.apiKey}` };
    const { text } = await send(world.url, '{ viewer { account { id } } }', { cookie: ann.cookie, headers });
    expect(JSON.parse(text).data.viewer.account.id).toBe(world.otherAccount.id);
  });
});

describe('the session cookie alone', () => {
  it('opens neither REST nor MCP', async () => {
    const { ctx } = world.account;
    const { id: stackId } = await createStack(ctx, { name: 'closed' });
    const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
    const headers = {
      cookie: ann.cookie,
      origin: world.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const answers = [
      fetch(`${world.url}/v1/stacks`, { headers }),
      fetch(`${world.url}/v1/stacks/${stackId}/tools`, { headers }),
      fetch(`${world.url}/s/${endpoint.clientId}/list_tools`, { headers }),
      fetch(`${world.url}/s/${endpoint.clientId}/mcp`, { method: 'POST', headers, body: list }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});

describe('a visitor', () => {
  const ask = (query: string, headers: Headed = {}) => send(world.url, query, { headers });

  it('gets instructions to sign in', async () => {
    const { status, text } = await ask(
      '{ signInOptions { hasUsers singleSignOn { label url } } me { id } __typename }',
    );
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 200,
      body: {
        data: { signInOptions: { hasUsers: true, singleSignOn: null }, me: null, __typename: 'Query' },
        extensions: { cost: expect.any(Object) },
      },
    });
  });

  it.each([
    ['anything else', STACKS],
    ['more than public fields', `{ me { id } stacks { nodes { id } } }`],
    ['it by another name', '{ me: viewer { scopes } }'],
    ['it in a fragment', '{ ...F } fragment F on Query { stacks { nodes { id } } }'],
    ['the schema', '{ __schema { types { name } } }'],
    ['it in a second operation', 'query A { me { id } } query B { stacks { nodes { id } } }'],
    ['nothing that can be read', '{'],
    ['an unknown field', '{ nothing }'],
  ])('who asks for %s is anonymous', async (_name, query) => {
    const { status, text } = await ask(query);
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 401,
      body: { errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHENTICATED' } }] },
    });
  });

  it('gets no spelling suggestions', async () => {
    const { text } = await ask('{ signInOptions { hasUser } }');
    expect(JSON.parse(text).errors[0].message).toBe('Cannot query field "hasUser" on type "SignInOptions".');
    const known = await send(world.url, '{ signInOptions { hasUserz } }', { cookie: ann.cookie });
    expect(JSON.parse(known.text).errors[0].message).toContain('Did you mean "hasUsers"?');
  });

  it('is not signed in by another site', async () => {
    const input = { email: 'ann@example.com', password: PASSWORD };
    const headers = { origin: 'https://evil.example' };
    const answer = await send(world.url, ASK.signIn, { input, headers });
    expect([answer.status, answer.cookie]).toEqual([403, null]);
  });
});

describe('password hashes', () => {
  it('take as long for an unknown person as for a known one', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash(PASSWORD);
    // CPU time of all threads: wall-clock time includes the machine's other work.
    const time = async (of: string | null) => {
      const start = process.cpuUsage();
      expect(await passwords.verify('wrong', of)).toBe(false);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const somebody: number[] = [];
    const nobody: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      somebody.push(await time(hash));
      nobody.push(await time(null));
    }
    expect(Math.min(...nobody) / Math.min(...somebody)).toBeGreaterThan(0.5);
    expect(Math.min(...nobody) / Math.min(...somebody)).toBeLessThan(2);
    expect(await passwords.verify(PASSWORD, hash)).toBe(true);
  });

  it('are computed a few at a time; a flood is told to retry', async () => {
    const passwords = createPasswords();
    const flood = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify('x', null)));
    const turnedAway = flood.filter(({ status }) => status === 'rejected');
    expect(turnedAway).toHaveLength(60 - 34);
    expect(turnedAway[0]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterSeconds: 2 } } });
    expect(await passwords.verify('x', null)).toBe(false);
  });
});
