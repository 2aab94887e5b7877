import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { BOUNDS } from '../../src/core/kernel/bounds.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { errorCodeOf, openStream, type SendToStream, sendTo } from './reservedStream.ts';
import { signIn } from './signedIn.ts';
import { initSocket } from './socket.ts';
import { type Event, toEvent, watch } from './watch.ts';

const AUDIT = 'subscription { auditEvents { action } }';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({
    databaseUrl: database.url,
    limits: { ...DOCUMENTED_LIMITS, default: 1_000, failed_auth: 1_000 },
  });
  await eventually('changes are heard', () => world.edge.deps.changes.isLive);
});
afterAll(async () => {
  // The server ends open streams.
  await world.close();
  await database.close();
});

const send: SendToStream = (...asking) => sendTo(world.url)(...asking);
const open = (apiKey: string) => openStream(send, apiKey);
const reserve = async (apiKey: string): Promise<string> => (await send(apiKey, 'PUT')).text();
const bodyFor = (operationId: unknown, query: unknown = AUDIT) => ({ query, extensions: { operationId } });

describe('a client of graphql-sse in single connection mode', () => {
  it('receives over one stream what distinct connections mode receives over several', async () => {
    const streams: string[] = [];
    const client = createClient({
      singleConnection: true,
      url: `${world.url}/graphql`,
      headers: { authorization: `Bearer ${world.account.apiKey}` },
      retryAttempts: 0,
      fetchFn: (input: string, init: RequestInit = {}) => {
        streams.push(init.method ?? 'GET');
        return fetch(input, init);
      },
    });
    const heard: [Event[], Event[]] = [[], []];
    const failures: unknown[] = [];
    const stops = heard.map((events) =>
      client.subscribe(
        { query: AUDIT },
        {
          next: (event) => void events.push(toEvent(event)),
          error: (error) => void failures.push(error),
          complete: () => undefined,
        },
      ),
    );
    const other = await watch(world.url, world.account.apiKey, AUDIT);
    await eventually('three changes arrive', async () => {
      await createStack(world.account.ctx, { name: `heard ${Math.random()}` });
      return heard.every(({ length }) => length >= 3);
    });
    expect(heard[0].slice(0, 3)).toEqual(heard[1].slice(0, 3));
    expect(other.events).toContainEqual(heard[0][0]);
    stops[0]?.();
    await eventually('it is ended', () => streams.includes('DELETE'));
    expect(streams.filter((method) => method === 'GET')).toHaveLength(1);
    client.dispose();
    expect(failures).toEqual([]);
  });

  it('gets a document error in the response to its request', async () => {
    const { apiKey } = await world.newAccount('Wrong documents');
    const { token } = await open(apiKey);
    const cases = [
      ['subscription {', 'INVALID_INPUT'],
      ['subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ viewer { scopes } }', 'INVALID_INPUT'],
      ['mutation { createStack(input: {name: "x"}) { __typename } }', 'INVALID_INPUT'],
      ['subscription { calls(stackId: "stk_unknown") { id } }', 'NOT_FOUND'],
      [undefined, 'INVALID_INPUT'],
      [7, 'INVALID_INPUT'],
    ] as const;
    for (const [query, code] of cases) {
      expect([
        query,
        await errorCodeOf(await send(apiKey, 'POST', { token, body: bodyFor('1', query ?? null) })),
      ]).toEqual([query, code]);
    }
    expect((await send(apiKey, 'POST', { token, body: bodyFor('1') })).status).toBe(202);
  });
});

describe('the token of a stream', () => {
  it('belongs to its creator: to any other key, person or account it is a random one', async () => {
    const { key } = await createApiKey(world.account.ctx, { name: 'another of the account' });
    const { token } = await open(world.account.apiKey);
    const { cookie } = await signIn(world.account.ctx, 'ann@example.com');
    const answers = async (apiKey: string, shown: string) => {
      const ways = [
        send(apiKey, 'GET', { token: shown }),
        send(apiKey, 'POST', { token: shown, body: bodyFor('1') }),
        send(apiKey, 'DELETE', { token: shown, search: '?operationId=1' }),
        send(apiKey, 'POST', { search: `?token=${shown}`, body: bodyFor('1') }),
      ];
      return Promise.all(ways.map(async (way) => [(await way).status, await (await way).text()]));
    };
    const random = await answers(world.account.apiKey, crypto.randomUUID());
    expect(random.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    for (const apiKey of [world.otherAccount.apiKey, key]) expect(await answers(apiKey, token)).toEqual(random);
    const byPerson = await fetch(`${world.url}/graphql?token=${token}`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' },
    });
    expect([byPerson.status, await byPerson.text()]).toEqual(random[0]);
    for (const odd of ['', '__proto__', 'constructor', 'a'.repeat(8_000)]) {
      expect((await send(world.account.apiKey, 'GET', { token: odd })).status).toBe(404);
    }
  });

  it('is not a credential, and needs our own page with a cookie', async () => {
    const token = await reserve(world.account.apiKey);
    for (const method of ['PUT', 'GET', 'POST', 'DELETE']) {
      const headers = { 'x-graphql-event-stream-token': token, 'content-type': 'application/json' };
      const response = await fetch(`${world.url}/graphql`, {
        method,
        headers,
        ...(method === 'POST' && { body: JSON.stringify(bodyFor('1')) }),
      });
      expect([method, response.status]).toEqual([method, 401]);
      const foreign = await fetch(`${world.url}/graphql`, {
        method,
        headers: { ...headers, cookie: '__Host-toolyard=x', origin: 'https://evil.example' },
        ...(method === 'POST' && { body: JSON.stringify(bodyFor('1')) }),
      });
      expect([method, foreign.status]).toEqual([method, 403]);
    }
  });

  it('opens one stream at a time, and nothing after that ended', async () => {
    const { token, response } = await open(world.account.apiKey);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const second = await send(world.account.apiKey, 'GET', { token });
    expect([second.status, await errorCodeOf(second)]).toEqual([400, 'ALREADY_EXISTS']);
    const left = new AbortController();
    const other = await reserve(world.account.apiKey);
    await fetch(`${world.url}/graphql?token=${other}`, {
      headers: { authorization: `Bearer ${world.account.apiKey}`, accept: 'text/event-stream' },
      signal: left.signal,
    });
    left.abort();
    const isGone = async () =>
      (await send(world.account.apiKey, 'POST', { token: other, body: bodyFor('1') })).status === 404;
    await eventually('the stream is gone', isGone);
  });
});

describe('a subscription on a stream', () => {
  it('has its own id, which is free once it ended', async () => {
    const { apiKey } = await world.newAccount('Ids');
    const { token } = await open(apiKey);
    for (const operationId of [undefined, '', 7, null, {}, 'a'.repeat(129)]) {
      expect((await send(apiKey, 'POST', { token, body: bodyFor(operationId) })).status).toBe(400);
    }
    expect((await send(apiKey, 'POST', { token, body: bodyFor('same') })).status).toBe(202);
    const duplicate = await send(apiKey, 'POST', { token, body: bodyFor('same') });
    expect([duplicate.status, await errorCodeOf(duplicate)]).toEqual([400, 'ALREADY_EXISTS']);
    expect((await send(apiKey, 'DELETE', { token })).status).toBe(400);
    for (const id of ['same', 'same', 'nobody’s']) {
      expect((await send(apiKey, 'DELETE', { token, search: `?operationId=${encodeURIComponent(id)}` })).status).toBe(
        200,
      );
    }
    expect((await send(apiKey, 'POST', { token, body: bodyFor('same') })).status).toBe(202);
  });

  it('that is invalid gets a 400, whatever the client accepts', async () => {
    const { apiKey } = await world.newAccount('Invalid');
    const { token } = await open(apiKey);
    for (const accept of [undefined, '*/*', 'application/json', 'text/event-stream']) {
      const response = await fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'x-graphql-event-stream-token': token,
          ...(accept !== undefined && { accept }),
        },
        body: JSON.stringify({ query: 'subscription { nothing }', extensions: { operationId: 'wrong' } }),
      });
      expect([accept, response.status]).toEqual([accept, 400]);
      expect(await response.json()).toMatchObject({ errors: [{ message: expect.stringContaining('nothing') }] });
    }
    // The operation's id can be used again.
    expect((await send(apiKey, 'POST', { token, body: bodyFor('wrong') })).status).toBe(202);
  });

  it('counts as usual, and an empty stream counts as one, reserved or open', async () => {
    const { apiKey } = await world.newAccount('Many streams');
    const max = BOUNDS.max_subscriptions.max;
    const [first] = [await open(apiKey)];
    for (let id = 0; id < max; id += 1) {
      expect((await send(apiKey, 'POST', { token: first.token, body: bodyFor(`${id}`) })).status).toBe(202);
    }
    const more = await send(apiKey, 'POST', { token: first.token, body: bodyFor('more') });
    expect([more.status, await errorCodeOf(more), more.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '5']);
    expect((await send(apiKey, 'PUT')).status).toBe(429);
    await expect(initSocket(world.url, apiKey)).rejects.toThrow('1013 The limit max_subscriptions is reached');
    await send(apiKey, 'DELETE', { token: first.token, search: '?operationId=0' });
    await eventually('there is room again', async () => (await send(apiKey, 'PUT')).status === 201);
    expect((await send(apiKey, 'PUT')).status).toBe(429);
  });

  it('ends with an error if its key is revoked, together with the stream', async () => {
    const { key, apiKey } = await createApiKey(world.account.ctx, { name: 'watcher' });
    const { token, received, ended } = await open(key);
    for (const id of ['1', '2']) await send(key, 'POST', { token, body: bodyFor(id) });
    await revokeApiKey(world.account.ctx, apiKey.id);
    await ended;
    for (const id of ['1', '2']) {
      const last = new RegExp(
        `"id":"${id}",[^\n]*"code":"UNAUTHENTICATED"[^]*\nevent: complete\ndata: {"id":"${id}"}\n\n`,
      );
      expect(received.text).toMatch(last);
    }
    expect((await send(key, 'GET', { token })).status).toBe(401);
  });

  it('breaks when its instance stops, without waiting for a reserved stream that never opened', async () => {
    const other = await startWorld({ databaseUrl: database.url });
    const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
    const put = () => fetch(`${other.url}/graphql`, { method: 'PUT', headers });
    const [token] = [await (await put()).text(), await put()];
    const ofStream = { ...headers, 'x-graphql-event-stream-token': token };
    const stream = await fetch(`${other.url}/graphql`, { headers: ofStream });
    await fetch(`${other.url}/graphql`, { method: 'POST', headers: ofStream, body: JSON.stringify(bodyFor('1')) });
    const reading = expect(stream.text()).rejects.toThrow('terminated');
    await other.close();
    await reading;
  });
});
