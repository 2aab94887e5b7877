import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { answerOutcome } from '../../../src/connectors/http/answer.ts';
import { createHttp } from '../../../src/connectors/http/http.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { credential, httpToolCall } from '../../harness/toolCall.ts';

const SECRET = 'sk-canary-471100';
const seen: string[] = [];
const other = createServer((request, response) => {
  seen.push(JSON.stringify([request.method, request.url, request.headers]));
  response.setHeader('content-type', 'text/plain').end('the log');
});
const otherPort = await listenOnLoopback(other);

const ANSWERS: Readonly<Record<string, readonly [number, Record<string, string>, string]>> = {
  '/created': [201, { 'content-type': 'application/json' }, 'Created order 17'],
  '/lines': [200, { 'content-type': 'application/json' }, '{"a":1}\n{"a":2}\n'],
  '/jsonl': [200, { 'content-type': 'application/jsonl' }, '{"a":1}\n{"a":2}\n'],
  '/place': [201, { location: '/orders/17' }, ''],
  '/page': [
    200,
    {
      'content-type': 'application/json',
      link: `<http://x.test/?key=${SECRET}>; rel="next"`,
      etag: '"1"',
      'x-own': 'o',
    },
    '[1]',
  ],
  '/head': [200, { 'content-length': '9', 'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT' }, ''],
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `/moved/${status}`,
      [status, { location: `http://127.0.0.1:${otherPort}/log?sig=1` }, ''] as const,
    ]),
  ),
  '/leak': [302, { location: `http://127.0.0.1:${otherPort}/?api_key=${SECRET}` }, ''],
};
const upstream = createServer((request, response) => {
  const [status, headers, body] = ANSWERS[(request.url ?? '').split('?')[0] ?? ''] ?? [404, {}, ''];
  response.writeHead(status, headers).end(body);
});
const port = await listenOnLoopback(upstream);
const rule = (to: number) => ({ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: to }) as const;
const egress = createEgress({ allow: [rule(port), rule(otherPort)], allowIndirect: [rule(otherPort)] });
const strict = createEgress({ allow: [rule(port), rule(otherPort)] });
afterAll(async () => {
  await Promise.all([egress.close(), strict.close()]);
  upstream.close();
  other.close();
});

const call = (path: string, options: object = {}, over = egress) =>
  createHttp({ egress: over }).call(
    httpToolCall({
      connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
      credentials: [
        credential('key', SECRET, { in: 'header', name: 'x-api-key' }),
        credential('other', SECRET, { in: 'query', name: 'api_key' }),
      ],
      scrub: (text) => text.replaceAll(SECRET, '[redacted]'),
      secrets: [SECRET],
      request: { kind: 'template', method: 'GET', path, ...options },
    }),
  );

describe('a success with invalid JSON', () => {
  it.each([
    ['/created', 'Created order 17'],
    ['/lines', '{"a":1}\n{"a":2}\n'],
  ])('%s is a success with text and a note', async (path, text) => {
    expect(await call(path)).toMatchObject({
      kind: 'ok',
      output: { type: 'text', text, remark: expect.stringContaining('not valid JSON') },
    });
  });

  it('treats JSON Lines as text', async () => {
    expect(await call('/jsonl')).toMatchObject({ kind: 'ok', output: { type: 'text' } });
  });
});

describe('an answer in any notation', () => {
  const read = (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
    answerOutcome({ status, headers, body: Buffer.from(body) }, { scrub: (text) => text });
  const inAMinute = String(Math.floor(Date.now() / 1_000) + 60);

  it.each([
    ['UTF-8, whatever the type says', 'iso-8859-1', Buffer.from('{"a":"größe"}')],
    ['Latin-1', 'iso-8859-1', Buffer.from('{"a":"größe"}', 'latin1')],
    ['Windows-1252', 'windows-1252', Buffer.from('{"a":"größe"}', 'latin1')],
    ['UTF-16', 'utf-16le', Buffer.from('{"a":"größe"}', 'utf16le')],
  ])('reads JSON in %s', (_name, charset, body) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect(read(200, headers, body)).toMatchObject({ output: { type: 'json', value: { a: 'größe' } } });
    expect(read(400, headers, body)).toMatchObject({ upstream: { body: { a: 'größe' } } });
  });

  it('reads blank JSON as an empty response', () => {
    expect(read(200, { 'content-type': 'application/json' }, ' \n')).toEqual(read(204, {}));
  });

  it.each([
    [429, { 'retry-after': '7' }, ''],
    [429, { 'ratelimit-reset': '7' }, ''],
    [429, { ratelimit: '"default";r=0;t=7' }, ''],
    [429, { 'x-ratelimit-reset': '7' }, ''],
    [429, { 'x-rate-limit-reset': '7' }, ''],
    [429, { 'content-type': 'application/json' }, '{"retry_after":6.2}'],
    [429, { 'content-type': 'application/json' }, '{"parameters":{"retry_after":7}}'],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, ''],
    [503, { 'retry-after': '7' }, ''],
  ])('%i with %j %s tells how long to wait', (status, headers, body) => {
    expect(read(status, { ...headers }, body)).toMatchObject({ retryAfterSeconds: 7 });
  });

  it('reads Unix times, and no time from other failures', () => {
    const outcome = read(429, { 'x-rate-limit-reset': inAMinute });
    expect('retryAfterSeconds' in outcome && Number(outcome.retryAfterSeconds)).toBeGreaterThan(0);
    expect(read(500, { 'x-ratelimit-reset': '7' })).not.toHaveProperty('retryAfterSeconds');
    expect(read(202, { 'retry-after': '5' })).toMatchObject({ headers: { 'retry-after': '5' } });
  });

  it('passes on the text of a redirect without an address', () => {
    const body = '{"code":300,"message":"Validation Failed."}';
    expect(read(300, { 'content-type': 'application/json' }, body)).toMatchObject({
      kind: 'upstream_error',
      message: 'the upstream answered 300: Validation Failed.',
    });
    expect(read(300, {})).toMatchObject({ kind: 'bad_answer' });
  });
});

describe('response headers', () => {
  it('are the result if the body is empty', async () => {
    const headers = { location: '/orders/17' };
    expect(await call('/place')).toEqual({ kind: 'ok', headers, output: { type: 'json', value: { headers } } });
  });

  it('come with a result, and include those that the tool declares', async () => {
    expect(await call('/page', { responseHeaders: ['x-own'] })).toMatchObject({
      headers: { etag: '"1"', link: expect.stringContaining('rel="next"'), 'x-own': 'o' },
    });
  });

  it('of HEAD include only meaningful ones', async () => {
    const request = { kind: 'operation', method: 'HEAD', parameters: [] };
    const connector = { kind: 'openapi', baseUrl: `http://127.0.0.1:${port}` } as const;
    const outcome = await createHttp({ egress }).call(
      httpToolCall({ connector, request: { ...request, path: '/head' } }),
    );
    expect(outcome).toMatchObject({ headers: { 'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT' } });
  });
});

describe('a redirect to another origin', () => {
  it.each([301, 302, 303, 307, 308])('%i is followed without credentials', async (status) => {
    seen.length = 0;
    expect(await call(`/moved/${status}`)).toMatchObject({ kind: 'ok', output: { text: 'the log' } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('/log?sig=1');
    expect(seen[0]).not.toContain(SECRET);
  });

  it('with a credential in its URL is refused', async () => {
    seen.length = 0;
    const outcome = await call('/leak');
    expect(outcome).toMatchObject({ kind: 'bad_answer', message: expect.stringContaining('with a credential') });
    expect(JSON.stringify([outcome, seen])).not.toContain(SECRET);
    expect(seen).toEqual([]);
  });

  it('follows the egress rules for addresses named by an upstream', async () => {
    expect(await call('/moved/302', {}, strict)).toMatchObject({ kind: 'address_refused', isSent: true });
  });
});
