import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { constants, createGzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EgressOptions } from '../../../src/connectors/egress/types.ts';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { openEgress } from './egressKit.ts';

/** When connections open and close, as the server sees them. */
const { egressWith, close } = await openEgress();
let answer: (response: ServerResponse) => void;
let requests = 0;
const sockets = new Set<Socket>();
const server = createServer((_request, response) => {
  requests += 1;
  answer(response);
});
server.on('connection', (socket: Socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
});
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
});
beforeEach(async () => {
  server.closeAllConnections();
  await expect.poll(() => sockets.size).toBe(0);
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});
const toServer = (options: Partial<EgressOptions> = {}) => egressWith(new URL(url).host, options);
const noneOpen = () => expect.poll(() => sockets.size).toBe(0);

it.each<[string, (response: ServerResponse) => void]>([
  ['plain', (response) => void response.write('first')],
  [
    'packed',
    (response) => {
      const packer = createGzip({ flush: constants.Z_SYNC_FLUSH });
      response.writeHead(200, { 'content-encoding': 'gzip' });
      packer.pipe(response);
      packer.write('first');
    },
  ],
])('a stream, %s, delivers the received data, and its connection closes with the reader', async (_name, send) => {
  answer = send;
  const { body } = await toServer().open({ url });
  const reader = body.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
  expect(sockets.size).toBe(1);
  await reader.cancel();
  await noneOpen();
});

it('reads a stream at its reader’s pace, to the end', async () => {
  // More bytes than the operating system buffers.
  const bytes = 64 * 1_048_576;
  answer = (response) => void response.end(Buffer.alloc(bytes, 'x'));
  const { body } = await toServer().open({ url, maxBytes: bytes });
  const reader = body.getReader();
  let seen = (await reader.read()).value?.length ?? 0;
  const [socket] = sockets;
  // Unread data stays at its source.
  await expect.poll(() => socket?.writableLength).toBeGreaterThan(0);
  for (let next = await reader.read(); !next.done; next = await reader.read()) seen += next.value.length;
  expect(seen).toBe(bytes);
});

it('accepts informational heads before a response', async () => {
  answer = (response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('then');
  };
  expect(String((await toServer().request({ url })).body)).toBe('then');
  expect((await toServer().open({ url })).status).toBe(200);
});

it('reads a body of many chunks completely, and leaves no listener on the request’s signal', async () => {
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  answer = (response) => void response.end(sent);
  const { signal } = new AbortController();
  const { body } = await toServer().request({ url, signal });
  expect(body.equals(sent)).toBe(true);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('doesn’t send a request whose caller has already left', async () => {
  answer = (response) => response.end();
  const before = requests;
  const asking = toServer().request({ url, signal: AbortSignal.abort(new Error('gone')) });
  await expect(asking).rejects.toMatchObject({ kind: 'cancelled' });
  expect([requests, sockets.size]).toEqual([before, 0]);
});

it('doesn’t send a request whose caller leaves while it waits for a connection', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  answer = held.resolve;
  const egress = toServer({ connectionsPerOriginMax: 1 });
  const first = egress.request({ url });
  const response = await held.promise;
  const [before, left] = [requests, new AbortController()];
  const second = egress.request({ url, signal: left.signal });
  left.abort();
  await expect(second).rejects.toMatchObject({ kind: 'cancelled' });
  answer = (next) => next.end();
  response.end();
  await first;
  expect((await egress.request({ url })).status).toBe(200);
  expect(requests).toBe(before + 1);
});

it('closes the connection of a cancelled request', async () => {
  const [left, arrived] = [new AbortController(), Promise.withResolvers<ServerResponse>()];
  answer = arrived.resolve;
  const asking = toServer().request({ url, signal: left.signal });
  await arrived.promise;
  left.abort('not an error');
  await expect(asking).rejects.toMatchObject({ kind: 'cancelled' });
  await noneOpen();
});

it('stops the connect timeout once there is a connection', async () => {
  answer = (response) => setTimeout(() => response.end('later'), 1_300);
  expect(String((await toServer({ connectTimeoutMs: 1_000 }).request({ url })).body)).toBe('later');
});

it('doesn’t dial an address that is resolved too late', async () => {
  const lookup = Promise.withResolvers<readonly string[]>();
  const { port } = new URL(url);
  const egress = egressWith(`late.test:${port}`, { connectTimeoutMs: 50, resolve: () => lookup.promise });
  let connectionCount = 0;
  server.on('connection', () => (connectionCount += 1));
  await expect(egress.request({ url: `http://late.test:${port}/` })).rejects.toMatchObject({
    kind: 'timed_out',
    isUnsent: true,
  });
  lookup.resolve(['127.0.0.1']);
  await toServer().request({ url });
  expect(connectionCount).toBe(1);
});

it.each([
  ['of nobody', { accountId: null }],
  ['of an account', { accountId: toAccountId('acct_1') }],
  ['to an address that a stranger named', { isIndirect: true }],
])('keeps connections %s until the agent is closed', async (_name, request) => {
  answer = (response) => response.end('x');
  const { host } = new URL(url);
  const egress = toServer({ allowIndirect: [{ kind: 'host', host: '127.0.0.1', port: Number(host.split(':')[1]) }] });
  for (let at = 0; at < 3; at += 1) await egress.request({ url, ...request });
  expect(sockets.size).toBeGreaterThan(0);
  await egress.close();
  await noneOpen();
});
