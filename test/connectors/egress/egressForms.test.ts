import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkUrl } from '../../../src/connectors/egress/egress.ts';
import type { EgressRequest } from '../../../src/connectors/egress/types.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { openEgress } from './egressKit.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const { egressWith, close } = await openEgress();
let answer: Answer = (_request, response) => response.end();
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
let port = 0;
let origin = '';
beforeAll(async () => {
  port = await listenOnLoopback(server);
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await close();
  server.close();
  server.closeAllConnections();
});

const toServer = (options = {}) => egressWith(`127.0.0.1:${port}`, options);
/** Sends one request, and responds to it with this. */
function send(newAnswer: Answer, request: Partial<EgressRequest> = {}) {
  answer = newAnswer;
  return toServer().request({ url: `${origin}/`, ...request });
}
const head =
  (status: number, headers: Record<string, string | string[]>, body: string | Buffer = ''): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

describe('an address', () => {
  const ofChars = (chars: number) => `http://a.test/${'x'.repeat(chars - 'http://a.test/'.length)}`;
  it('may have 16,384 characters', () => {
    expect(checkUrl(ofChars(16_384)).href).toHaveLength(16_384);
    expect(() => checkUrl(ofChars(16_385))).toThrow('not a valid URL');
  });

  it.each(['http://user@a.test/', 'http://:password@a.test/'])('%s is refused because of its host', (url) => {
    expect(() => checkUrl(url)).toThrow('must not hold a user name or password');
  });

  it('without a port uses the default port of its scheme', async () => {
    const kindOf = (url: string) =>
      egressWith('default.test:80,default.test:443', { resolve: async () => ['127.0.0.9'] })
        .request({ url })
        .catch(({ kind }) => kind);
    expect(await kindOf('http://default.test/')).not.toBe('address_refused');
    expect(await kindOf('https://default.test/')).not.toBe('address_refused');
    expect(await kindOf('http://default.test:443/')).not.toBe('address_refused');
    expect(await kindOf('http://default.test:8080/')).toBe('address_refused');
  });

  it.each<[string, string, readonly string[], string | number]>([
    ['that is none is refused', 'none.test', [], 'address_refused'],
    ['is tried after one where nobody listens', 'two.test', ['127.0.0.2', '127.0.0.1'], 200],
    [
      'beyond the eighth is not tried',
      'nine.test',
      [...Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`), '127.0.0.1'],
      'unreachable',
    ],
  ])('%s', async (_name, host, addresses, expected) => {
    answer = head(200, {});
    const egress = egressWith(`127.0.0.0/8,${host}:${port}`, { resolve: async () => addresses });
    const got = egress.request({ url: `http://${host}:${port}/` });
    expect(await got.then(({ status }) => status).catch(({ kind }) => kind)).toBe(expected);
  });

  it('with a numeric host is not resolved', async () => {
    answer = head(200, {});
    const resolve = () => Promise.reject(new Error('asked'));
    expect((await toServer({ resolve }).request({ url: origin })).status).toBe(200);
  });
});

describe('sent requests', () => {
  const NAMES =
    'accept-encoding connection content-length expect host keep-alive proxy-authenticate proxy-authorization ' +
    'proxy-connection te trailer transfer-encoding upgrade';
  it.each(NAMES.split(' '))('drop a caller’s %s', async (name) => {
    await send(head(200, {}), { headers: { [name.toUpperCase()]: 'evil', 'x-kept': 'good' } });
    expect(requests.at(-1)?.rawHeaders).toContain('good');
    expect(requests.at(-1)?.rawHeaders).not.toContain('evil');
  });

  it.each([
    [{}, ['toolyard']],
    [{ 'User-Agent': 'mine' }, ['mine']],
    [{ 'User-Agent': 'mine', 'x-after': '1' }, ['mine']],
  ])('have one user agent: %j', async (headers, expected) => {
    await send(head(200, {}), { headers });
    const { rawHeaders = [] } = requests.at(-1) ?? {};
    expect(rawHeaders.filter((_value, at) => rawHeaders[at - 1]?.toLowerCase() === 'user-agent')).toEqual(expected);
  });
});

describe('a redirect', () => {
  it.each([
    [301, 'POST', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'POST', 'GET'],
    [302, 'DELETE', 'DELETE'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('for %i turns a %s into a %s', async (status, method, expected) => {
    const redirect: Answer = (request, response) =>
      request.url === '/' ? response.writeHead(status, { location: '/next?a=1' }).end() : response.end();
    const hasBody = method !== 'HEAD' && method !== 'DELETE';
    const requestHeaders = { 'Content-Type': 'text/plain', 'x-kept': '1' };
    await send(redirect, { method, headers: requestHeaders, body: hasBody ? 'x' : null });
    const { url, headers = {} } = requests.at(-1) ?? {};
    expect({ url, method: requests.at(-1)?.method, type: headers['content-type'], custom: headers['x-kept'] }).toEqual({
      url: '/next?a=1',
      method: expected,
      type: expected === method ? 'text/plain' : undefined,
      custom: '1',
    });
  });

  it.each(['http://[', 'http://user@127.0.0.1:PORT/to', 'http://:password@127.0.0.1:PORT/to'])(
    'to %s is refused',
    async (location) => {
      const to = location.replace('PORT', String(port));
      const redirect: Answer = (request, response) =>
        request.url === '/to' ? response.end() : response.writeHead(302, { location: to }).end();
      await expect(send(redirect)).rejects.toMatchObject({ kind: 'redirect_refused' });
    },
  );

  it.each<[number, Record<string, string>]>([
    [302, {}],
    [200, { location: '/next' }],
    [304, { location: '/next' }],
  ])('isn’t followed: %i with %j', async (status, headers) => {
    expect((await send(head(status, headers))).status).toBe(status);
  });

  it('is followed without reading an endless body', async () => {
    const redirect: Answer = (request, response) => {
      if (request.url !== '/') return void response.end('there');
      response.writeHead(302, { location: '/next' });
      response.write('x'.repeat(300_000));
    };
    expect(String((await send(redirect)).body)).toBe('there');
  });

  it('still reports that something was sent', async () => {
    const last = createServer((_request, response) => {
      last.close();
      response.writeHead(302, { location: '/next', connection: 'close' }).end();
    });
    const to = await listenOnLoopback(last);
    const egress = egressWith(`127.0.0.1:${to}`);
    const failure = { kind: 'unreachable', isUnsent: false };
    await expect(egress.request({ url: `http://127.0.0.1:${to}/` })).rejects.toMatchObject(failure);
    const again = { kind: 'unreachable', isUnsent: true };
    await expect(egress.request({ url: `http://127.0.0.1:${to}/` })).rejects.toMatchObject(again);
  });
});

describe('a response', () => {
  it('has its headers, without cookies or a wrong length', async () => {
    const plain = await send(head(200, { 'set-cookie': 'a=1', link: ['<a>', '<b>'], 'content-length': '2' }, 'ok'));
    expect(plain.headers).toMatchObject({ link: '<a>, <b>', 'content-length': '2' });
    expect(plain.headers['set-cookie']).toBeUndefined();
    const packed = gzipSync('ok');
    const length = String(packed.length);
    const responseHeaders = { 'content-encoding': 'gzip', 'content-length': length, 'x-kept': '1' };
    const { headers, body } = await send(head(200, responseHeaders, packed));
    expect(headers['x-kept']).toBe('1');
    expect([String(body), headers['content-encoding'], headers['content-length']]).toEqual([
      'ok',
      undefined,
      undefined,
    ]);
  });

  it.each(['x-gzip', 'GZIP', 'identity, gzip', ', gzip'])('in %s is decoded', async (encoding) => {
    const { body } = await send(head(200, { 'content-encoding': encoding }, gzipSync('ok')));
    expect(String(body)).toBe('ok');
  });

  it('in three encodings is refused', async () => {
    const thrice = gzipSync(gzipSync(gzipSync('ok')));
    const failing = send(head(200, { 'content-encoding': 'gzip, gzip, gzip' }, thrice));
    await expect(failing).rejects.toMatchObject({ kind: 'bad_answer' });
  });

  it('without a body may have an encoding header', async () => {
    const { status } = await send(head(200, { 'content-encoding': 'gzip' }), { method: 'HEAD' });
    expect(status).toBe(200);
  });

  it.each([
    [{}, 'x'.repeat(1_000)],
    [{ 'content-encoding': 'gzip' }, gzipSync('x'.repeat(1_000))],
  ])('of exactly the limit is complete and counted once: %j', async (headers, body) => {
    for (const [maxBytes, expected] of [
      [1_000, 1_000],
      [999, 'too_large'],
    ] as const) {
      let held = 0;
      const hold = (bytes: number) => {
        held += bytes;
      };
      const got = send(head(200, headers, body), { maxBytes, hold });
      expect(await got.then((whole) => whole.body.length).catch(({ kind }) => kind)).toBe(expected);
      if (expected === 1_000) expect(held).toBe(1_000);
      held = 0;
      answer = head(200, headers, body);
      const opened = await toServer().open({ url: origin, maxBytes, hold });
      const read = new Response(opened.body).arrayBuffer();
      expect(await read.then(({ byteLength }) => byteLength).catch(({ kind }) => kind)).toBe(expected);
      if (expected === 1_000) expect(held).toBe(1_000);
    }
  });

  it.each<[number, string, boolean, string?]>([
    [200, 'text/event-stream; charset=utf-8', true],
    [500, 'text/event-stream', false],
    [200, 'application/json', false],
    [200, 'application/json', false, 'gzip'],
  ])('of status %i and %s is an event stream: %s', async (status, type, isStream, packed) => {
    const encoding: Record<string, string> = packed ? { 'content-encoding': packed } : {};
    const text = 'data: 1\n\n';
    answer = head(status, { 'content-type': type, ...encoding }, packed ? gzipSync(text) : text);
    const got = await toServer().ask({ url: origin });
    expect([got.status, got.headers['content-type']]).toEqual([status, type]);
    if ('body' in got) {
      expect([isStream, String(got.body)]).toEqual([false, 'data: 1\n\n']);
      return;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of got.events) chunks.push(chunk);
    expect([isStream, String(Buffer.concat(chunks))]).toEqual([true, 'data: 1\n\n']);
  });
});
