import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { openStream, sendTo } from './reservedStream.ts';
import { initSocket, openSocket } from './socket.ts';

const AUDIT = { query: 'subscription { auditEvents { action } }' };

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 30 } });
});
afterAll(() => world.close());

/** A round trip on another account's socket, which must always get a response. */
async function answers(): Promise<void> {
  const { apiKey } = await world.newAccount('Others');
  const each = await initSocket(world.url, apiKey);
  each.send({ type: 'ping', payload: { each: 1 } });
  await eventually('it is answered', () => each.messages.some(({ type }) => type === 'pong'));
  expect(each.messages.at(-1)).toEqual({ type: 'pong', payload: { each: 1 } });
  each.socket.terminate();
}

const HOSTILE: readonly (readonly [label: string, message: unknown, code: number])[] = [
  ['no JSON', '{', 4400],
  ['a text', '"subscribe"', 4400],
  ['a list', '[]', 4400],
  ['no type', '{}', 4400],
  ['an unknown type', { type: 'start', id: '1', payload: AUDIT }, 4400],
  ['a type of every object', { type: '__proto__' }, 4400],
  ['a message of the server', { type: 'connection_ack' }, 4400],
  ['no id', { type: 'subscribe', payload: AUDIT }, 4400],
  ['an id that is no text', { type: 'subscribe', id: 7, payload: AUDIT }, 4400],
  ['an endless id', { type: 'subscribe', id: 'a'.repeat(129), payload: AUDIT }, 4400],
  ['no payload', { type: 'subscribe', id: '1' }, 4400],
  ['a payload that is a list', { type: 'subscribe', id: '1', payload: [AUDIT] }, 4400],
  ['deep nesting', `{"type":"ping","payload":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, 4400],
  ['bytes', Buffer.from(JSON.stringify({ type: 'ping' })), 4400],
  ['more than a message may have', { type: 'ping', payload: { a: 'a'.repeat(262_144) } }, 1009],
];

describe('a hostile message', () => {
  it(`closes its own socket, before and after authentication: ${HOSTILE.length} of them`, async () => {
    for (const [label, message, code] of HOSTILE) {
      for (const each of [await openSocket(world.url), await initSocket(world.url, world.account.apiKey)]) {
        each.send(message);
        expect([label, (await each.closed)[0]]).toEqual([label, code]);
      }
    }
    await answers();
  });

  it.each([
    ['a subscription before it is known whose', [{ type: 'subscribe', id: '1', payload: AUDIT }], 4401],
    ['an end before that', [{ type: 'complete', id: '1' }], 4401],
    ['an initialisation with a wrong key', [{ type: 'connection_init', payload: { authorization: 'Bearer x' } }], 4401],
    ['one whose key is no text', [{ type: 'connection_init', payload: { authorization: { $ne: 1 } } }], 4401],
  ])('closes its own socket: %s', async (_name, messages, code) => {
    const each = await openSocket(world.url);
    for (const message of messages) each.send(message);
    expect((await each.closed)[0]).toBe(code);
  });

  it.each([
    ['a second initialisation', [{ type: 'connection_init' }], 4429],
    ['an id that is taken', [1, 2].map(() => ({ type: 'subscribe', id: 'same', payload: AUDIT })), 4409],
  ])('closes an authenticated one: %s', async (_name, messages, code) => {
    const { apiKey } = await world.newAccount('Known');
    const each = await initSocket(world.url, apiKey);
    for (const message of messages) each.send(message);
    expect((await each.closed)[0]).toBe(code);
  });

  it('fails only its subscription if the request is invalid, and frees the id', async () => {
    const { apiKey } = await world.newAccount('Wrong requests');
    const each = await initSocket(world.url, apiKey);
    const payloads = [
      {},
      { query: 7 },
      { ...AUDIT, variables: [] },
      { ...AUDIT, operationName: 7 },
      { documentId: 'x' },
    ];
    for (const payload of payloads) each.send({ type: 'subscribe', id: 'same', payload });
    await eventually('all are answered', () => each.messages.length === 1 + payloads.length);
    expect(each.messages.slice(1).map(({ type, id }) => [type, id])).toEqual(payloads.map(() => ['error', 'same']));
    each.send({ type: 'complete', id: 'nobody’s' });
    each.send({ type: 'ping' });
    await eventually('it is open', () => each.messages.at(-1)?.type === 'pong');
    each.socket.terminate();
  });
});

describe('a flood', () => {
  it('of subscriptions on one socket costs one request each, and ends with the socket', async () => {
    const { apiKey } = await world.newAccount('Flood');
    const each = await initSocket(world.url, apiKey);
    const send = (count: number): void => {
      for (let id = 0; id < count; id += 1) each.send({ type: 'subscribe', id: `${id}`, payload: { query: '{' } });
    };
    send(500);
    await eventually('all are answered', () => each.messages.length === 501);
    const codes = each.messages.map(({ payload }) => /"code":"(\w+)"/.exec(JSON.stringify(payload) ?? '')?.[1] ?? 'ok');
    const counted = Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([name, of]) => [name, of.length]));
    expect(counted).toEqual({ ok: 1, INVALID_INPUT: 29, RATE_LIMITED: 471 });
    send(3_000);
    expect(await each.closed).toEqual([1013, 'More than 600 messages in a minute']);
    process.stdout.write(`3,500 subscriptions: ${JSON.stringify(counted)}, then the socket is closed\n`);
    // The service refuses the key's further requests everywhere.
    expect((await ask(world.url, apiKey, '{ viewer { scopes } }')).status).toBe(429);
    await answers();
  });

  it('of unread responses stays with its sender', async () => {
    const { apiKey } = await world.newAccount('Reads nothing');
    const each = await initSocket(world.url, apiKey);
    each.socket.pause();
    const ping = JSON.stringify({ type: 'ping', payload: { text: 'a'.repeat(200_000) } });
    // Far more data than the operating system buffers.
    const count = 1_000;
    let left = 0;
    // One message at a time: if several were queued, the callbacks would run only after all were sent.
    const sendNext = (): void => {
      if (left === count) return;
      each.socket.send(ping, () => {
        left += 1;
        sendNext();
      });
    };
    sendNext();
    let before = -1;
    await eventually('no more of it is taken', async () => {
      for (let turn = 0; turn < 10; turn += 1) await answers();
      const isSame = left === before;
      before = left;
      return isSame;
    });
    process.stdout.write(`${count - left} of ${count} messages of 200 KB wait at their sender\n`);
    expect(left).toBeLessThan(count / 2);
    each.socket.terminate();
  });
});

describe('a client that stops midway', () => {
  afterEach(() => void vi.useRealTimers());

  it('is closed after ten seconds without authentication, but not after authenticating', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = await openSocket(world.url);
    const known = await initSocket(world.url, world.account.apiKey);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(await silent.closed).toEqual([4408, 'Connection initialisation timeout']);
    known.send({ type: 'ping' });
    await eventually('the other is answered', () => known.messages.at(-1)?.type === 'pong');
    known.socket.terminate();
  });

  it('loses only a stream that it reserved but did not open for ten seconds', async () => {
    const { apiKey } = await world.newAccount('Reserves');
    const send = sendTo(world.url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const token = await (await send(apiKey, 'PUT')).text();
    const opened = await openStream(send, apiKey);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    const begin = async (shown: string) =>
      (await send(apiKey, 'POST', { token: shown, body: { ...AUDIT, extensions: { operationId: '1' } } })).status;
    await eventually('it is gone', async () => (await begin(token)) === 404);
    expect(await begin(opened.token)).toBe(202);
  });
});

describe('another upgrade', () => {
  it.each([
    ['h2c', 'POST', '/graphql', 200],
    ['h2c', 'GET', '/livez', 200],
    ['websocket', 'GET', '/livez', 200],
    ['websocket', 'GET', '/v1/stacks', 200],
    ['websocket', 'POST', '/graphql', 200],
  ])('gets the same response as without an upgrade: %s, %s %s', async (upgrade, method, path, status) => {
    const headers = {
      authorization: `Bearer ${world.account.apiKey}`,
      'content-type': 'application/json',
      connection: 'Upgrade',
      upgrade,
    };
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const sent = httpRequest(`${world.url}${path}`, { method, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) });
    });
    sent.on('error', reject).end(method === 'POST' ? JSON.stringify({ query: '{ viewer { scopes } }' }) : undefined);
    expect(await promise).toMatchObject({ status, body: expect.not.stringContaining('errors') });
  });

  it.each([
    ['without a key of the handshake', '', 400],
    ['of an unknown version', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 7\r\n', 400],
  ])('is refused %s, and its connection closes', async (_name, lines, status) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.write(`GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${lines}\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
