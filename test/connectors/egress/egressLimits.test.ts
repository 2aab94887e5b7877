import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { EgressRequest } from '../../../src/connectors/egress/types.ts';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { openEgress } from './egressKit.ts';

const { api, egressWith, toApi, close } = await openEgress();
afterAll(close);

describe('limits', () => {
  const cases: readonly (readonly [string, string, Partial<EgressRequest>, string])[] = [
    ['a deadline', '/slow/headers', { signal: AbortSignal.timeout(50) }, 'timed_out'],
    ['a body over the cap', '/huge?bytes=8388608', {}, 'too_large'],
    ['a gzip bomb', '/packed/bomb', {}, 'too_large'],
    ['a cap of the caller', '/huge?bytes=131072', { maxBytes: 65_536 }, 'too_large'],
    ['an encoding nobody asked for', '/packed/unknown', {}, 'bad_answer'],
    ['an encoding called like a member of every object', '/packed/constructor', {}, 'bad_answer'],
    ['a cut gzip stream', '/packed/cut', {}, 'bad_answer'],
    ['an invalid header', '/echo', { headers: { 'x-a': 'b\r\nc: d' } }, 'bad_request'],
  ];
  it.each(cases)('%s ends the request', async (_name, path, options, kind) => {
    await expect(toApi().request({ url: api.url + path, ...options })).rejects.toMatchObject({ kind });
  });

  it.each([
    ['headers that never come', '/slow/headers'],
    ['a body that stops', '/slow/body'],
  ])('%s end the request in time', async (_name, path) => {
    const egress = toApi({ headersTimeoutMs: 300, bodyIdleMs: 300 });
    await expect(egress.request({ url: api.url + path })).rejects.toMatchObject({ kind: 'timed_out' });
  });

  it('cancel the request when the caller disconnects', async () => {
    const controller = new AbortController();
    const answer = toApi().request({ url: `${api.url}/slow/headers`, signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it.each(['gzip', 'br', 'deflate', 'twice'])('%s is decoded', async (encoding) => {
    const answer = await toApi().request({ url: `${api.url}/packed/${encoding}` });
    expect(answer.body.toString()).toBe('{"packed":true}');
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('open at most max_origin_connections, or the options’ limit, per origin', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    });
    const port = await listenOnLoopback(server);
    const egress = egressWith(`127.0.0.1:${port}`, { connectionsPerOriginMax: 2 });
    await Promise.all(Array.from({ length: 12 }, () => egress.request({ url: `http://127.0.0.1:${port}/` })));
    expect(connections).toBe(2);
    server.close();
  });

  it('keep an origin available to other accounts while one account has 200 hanging requests', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        if (bytes.includes('GET /hang')) return;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const egress = egressWith(new URL(origin).host);
    const left = new AbortController();
    const hanging = Array.from({ length: 200 }, () =>
      egress.request({ url: `${origin}/hang`, accountId: toAccountId('acct_1'), signal: left.signal }),
    );
    const theirs = { url: `${origin}/`, accountId: toAccountId('acct_2'), signal: AbortSignal.timeout(30_000) };
    expect((await egress.request(theirs)).status).toBe(200);
    await expect.poll(() => connections).toBe(64 + 1);
    left.abort();
    await Promise.allSettled(hanging);
    server.close();
  });
});

describe('failures', () => {
  it.each([
    ['nobody listens', 'http://127.0.0.1:1/?key=secret', 'unreachable', '127.0.0.1: connection refused'],
    [
      'no such name',
      'http://nothing.invalid:1/?key=secret',
      'unreachable',
      'nothing.invalid: the name does not resolve',
    ],
  ])('%s: the message contains neither path nor query', async (_name, url, kind, message) => {
    const egress = egressWith('127.0.0.1:1');
    await expect(egress.request({ url })).rejects.toMatchObject({ kind, message });
  });

  it('a response that isn’t HTTP is a bad response', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-x\r\n'));
    const port = await listenOnLoopback(server);
    const egress = egressWith(`127.0.0.1:${port}`);
    await expect(egress.request({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({ kind: 'bad_answer' });
    server.close();
  });
});
