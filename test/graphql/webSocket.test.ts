import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { BOUNDS } from '../../src/core/kernel/bounds.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { signIn } from './signedIn.ts';
import { initSocket, openSocket, Refused } from './socket.ts';
import { watch } from './watch.ts';

const AUDIT = 'subscription { auditEvents { action } }';
const ELSEWHERE = 'https://app.example.com';

let database: TestDatabase;
let world: World;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({
    databaseUrl: database.url,
    config: { corsOrigins: [ELSEWHERE] },
    log: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  // The server closes open sockets.
  await world.close();
  await database.close();
});

const statusOf = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => 101,
    (error: unknown) => (error instanceof Refused ? error.status : error),
  );

type Event = { readonly data?: unknown; readonly errors?: unknown };

/** Subscribes like a client of the protocol. */
function subscribe(url: string, apiKey: string, query: string, events: Event[], count = Number.POSITIVE_INFINITY) {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${apiKey}` },
    retryAttempts: 0,
  });
  const ended = new Promise<unknown>((resolve) => {
    const stop = client.subscribe(
      { query, extensions: {} },
      {
        next: (event) => {
          events.push(event);
          if (events.length >= count) stop();
        },
        error: resolve,
        complete: () => resolve(null),
      },
    );
  });
  return { ended, dispose: () => client.dispose() };
}

describe('a client of graphql-ws', () => {
  it('receives the same events as a graphql-sse client, only of its own account', async () => {
    await eventually('changes are heard', () => world.edge.deps.changes.isLive);
    const [ours, theirs]: [Event[], Event[]] = [[], []];
    const mine = subscribe(world.url, world.account.apiKey, AUDIT, ours, 3);
    const other = subscribe(world.url, world.otherAccount.apiKey, AUDIT, theirs);
    const bySse = await watch(world.url, world.account.apiKey, AUDIT);
    // Waits until both have received something, because a subscription doesn't confirm its start.
    await eventually('three changes arrive', async () => {
      await createStack(world.account.ctx, { name: `heard ${Math.random()}` });
      return ours.length === 3 && bySse.events.length >= 3;
    });
    expect(await mine.ended).toBeNull();
    expect(ours).toEqual(bySse.events.slice(0, 3));
    expect(ours[0]).toEqual({
      data: { auditEvents: { action: 'STACK_CREATE' } },
      extensions: { cost: { requested: expect.any(Number), maximum: 20_000 } },
    });
    expect(theirs).toEqual([]);
    await other.dispose();
  });

  it.each([
    ['does not parse', 'subscription {'],
    ['is not valid', 'subscription { nothing }'],
    [
      'is too deep',
      'subscription { calls { stack { servers { nodes { server { tools { nodes { server { tools { nodes { id } } } } } } } } } } }',
    ],
    ['is for another account’s stack', 'subscription { calls(stackId: "stk_unknown") { id } }'],
  ])('gets the same error as a graphql-sse client, for a document that %s', async (_name, query) => {
    const bySocket = await subscribe(world.url, world.account.apiKey, query, []).ended;
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.account.apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    const sent = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    expect(bySocket).toEqual(sent.errors);
  });

  it.each([
    ['a query', '{ viewer { scopes } }'],
    ['a mutation', 'mutation { createStack(input: {name: "by socket"}) { __typename } }'],
  ])('sends %s elsewhere', async (_name, query) => {
    expect(await subscribe(world.url, world.account.apiKey, query, []).ended).toMatchObject([
      { message: expect.stringContaining('Only subscriptions'), extensions: { code: 'INVALID_INPUT' } },
    ]);
  });

  it('is refused with an invalid key, or without one', async () => {
    for (const key of ['ty_nobody', '']) {
      expect(await subscribe(world.url, key, AUDIT, []).ended).toMatchObject({ code: 4401, reason: 'Unauthorized' });
    }
    const visitor = await openSocket(world.url, { 'content-type': 'application/json' });
    visitor.send({ type: 'connection_init' });
    expect(await visitor.closed).toEqual([4401, 'Unauthorized']);
  });
});

describe('a socket', () => {
  it('logs its owner and the reason when it closes', async () => {
    const { socket, closed } = await initSocket(world.url, world.account.apiKey);
    socket.close(1000);
    await closed;
    const line = { accountId: world.account.id, address: '127.0.0.1', code: 1000, ms: expect.any(Number) };
    await eventually('it is logged', () => lines.some((each) => each.includes('"msg":"socket"')));
    const messages = lines.filter((each) => each.includes('"msg":"socket"')).map((each) => JSON.parse(each));
    expect(messages).toContainEqual(expect.objectContaining(line));
    expect(lines.join()).not.toContain(world.account.apiKey);
  });

  it('of our own page has its cookie’s session; another origin has none', async () => {
    const { cookie } = await signIn(world.account.ctx, 'ann@example.com');
    const own = await openSocket(world.url, { cookie, origin: world.url });
    own.send({ type: 'connection_init' });
    await eventually('it is acknowledged', () => own.messages.length === 1);
    own.socket.terminate();
    const listed = await openSocket(world.url, { cookie, origin: ELSEWHERE });
    listed.send({ type: 'connection_init' });
    expect(await listed.closed).toEqual([4401, 'Unauthorized']);
    const unknown = { cookie, 'sec-fetch-site': 'same-origin' };
    for (const origin of ['https://evil.example', 'null', `${world.url}.evil.example`, 'https://APP.example.com']) {
      expect(await statusOf(openSocket(world.url, { ...unknown, origin }))).toBe(403);
    }
    const socket = await openSocket(world.url, { cookie });
    socket.send({ type: 'connection_init' });
    expect((await socket.closed)[0]).toBe(4403);
  });

  it('of a listed origin has the key that it sends', async () => {
    const listed = await openSocket(world.url, { origin: ELSEWHERE });
    listed.send({ type: 'connection_init', payload: { authorization: `Bearer ${world.account.apiKey}` } });
    await eventually('it is acknowledged', () => listed.messages.length === 1);
    listed.socket.terminate();
  });

  it('must use the protocol', async () => {
    const { closed } = await openSocket(world.url, {}, ['graphql-ws']).catch(() => ({
      closed: Promise.resolve([4406]),
    }));
    expect((await closed)[0]).toBe(4406);
  });

  it('ends if its key is revoked, and if its person signs out', async () => {
    const { key, apiKey } = await createApiKey(world.account.ctx, { name: 'watcher' });
    const byKey = await initSocket(world.url, key);
    byKey.send({ id: '1', type: 'subscribe', payload: { query: AUDIT } });
    await revokeApiKey(world.account.ctx, apiKey.id);
    expect(await byKey.closed).toEqual([4401, 'Unauthorized']);
    const { cookie, signOut } = await signIn(world.account.ctx, 'ben@example.com');
    const own = await openSocket(world.url, { cookie, origin: world.url });
    own.send({ type: 'connection_init' });
    await eventually('it is acknowledged', () => own.messages.length === 1);
    await signOut();
    expect(await own.closed).toEqual([4401, 'Unauthorized']);
  });

  it('is closed with a code if its instance stops, also before authentication', async () => {
    const other = await startWorld({ databaseUrl: database.url });
    const known = await initSocket(other.url, world.account.apiKey);
    known.send({ id: '1', type: 'subscribe', payload: { query: AUDIT } });
    const unknown = await openSocket(other.url);
    const silent = await openSocket(other.url);
    // Reads nothing, so it never confirms the close.
    silent.socket.pause();
    await other.close();
    expect(await known.closed).toEqual([1013, 'The service is stopping: subscribe again']);
    expect((await unknown.closed)[0]).toBe(1013);
    silent.socket.terminate();
  });

  it('counts as a subscription while it has none, and its subscriptions count as usual', async () => {
    const { apiKey, ctx } = await world.newAccount('Many');
    const { key, apiKey: made } = await createApiKey(ctx, { name: 'first' });
    const max = BOUNDS.max_subscriptions.max;
    const first = await initSocket(world.url, key);
    for (let id = 0; id < max; id += 1) first.send({ id: `${id}`, type: 'subscribe', payload: { query: AUDIT } });
    first.send({ id: 'more', type: 'subscribe', payload: { query: AUDIT } });
    await eventually('one is refused', () => first.messages.some(({ type }) => type === 'error'));
    expect(first.messages.at(-1)).toMatchObject({
      id: 'more',
      payload: [{ extensions: { code: 'RATE_LIMITED', rateLimit: { limitName: 'max_subscriptions' } } }],
    });
    expect((await watch(world.url, apiKey, AUDIT)).response.status).toBe(429);
    await expect(initSocket(world.url, apiKey)).rejects.toThrow('1013 The limit max_subscriptions is reached');
    first.send({ id: '3', type: 'complete' });
    await eventually(
      'there is room again',
      async () => (await watch(world.url, apiKey, AUDIT)).response.status === 200,
    );
    await revokeApiKey(ctx, made.id);
    await first.closed;
    const sockets = Array.from({ length: max - 1 }, () => initSocket(world.url, apiKey));
    await Promise.all(sockets);
    await expect(initSocket(world.url, apiKey)).rejects.toThrow('1013 The limit max_subscriptions is reached');
  });

  it('costs its account a request once authenticated, and is refused beyond the limit', async () => {
    const limited = await startWorld({ databaseUrl: database.url, limits: { ...DOCUMENTED_LIMITS, default: 5 } });
    const [some, others] = [await limited.newAccount('Some'), await limited.newAccount('Others')];
    const left = async () =>
      Number((await ask(limited.url, some.apiKey, '{ viewer { scopes } }')).headers.get('x-ratelimit-remaining'));
    const stranger = await openSocket(limited.url);
    const before = await left();
    await initSocket(limited.url, some.apiKey);
    expect(await left()).toBe(before - 2);
    await initSocket(limited.url, some.apiKey);
    await initSocket(limited.url, some.apiKey);
    await expect(initSocket(limited.url, some.apiKey)).rejects.toThrow('1013 Too many requests');
    await initSocket(limited.url, others.apiKey);
    stranger.socket.terminate();
    await limited.close();
  });
});
