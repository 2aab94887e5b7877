import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../src/connectors/egress.ts';
import type { Egress } from '../../src/connectors/egressTypes.ts';
import { createHttp } from '../../src/connectors/http.ts';
import type { OpenCredential, ToolCall, ToolOutcome } from '../../src/core/routing/connector.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { credential, httpToolCall } from '../harness/toolCall.ts';

let api: HttpApi;
let egress: Egress;

beforeAll(async () => {
  api = await startHttpApi();
  const allow = [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: api.port }] as const;
  egress = createEgress({ allow, headersTimeoutMs: 300, bodyIdleMs: 300 });
});

afterAll(async () => {
  await egress.close();
  await api.close();
});

const call = (request: Record<string, unknown>, given: Partial<ToolCall> = {}): Promise<ToolOutcome> =>
  createHttp({ egress }).call(
    httpToolCall({
      connector: { kind: 'http', baseUrl: api.url },
      ...given,
      request: { kind: 'template', method: 'GET', ...request },
    }),
  );

describe('what an answer becomes', () => {
  it.each<[string, ToolOutcome]>([
    ['/packed/gzip', { kind: 'ok', output: { type: 'json', value: { packed: true } } }],
    ['/list', { kind: 'ok', output: { type: 'json', value: [1, 2] } }],
    ['/empty', { kind: 'ok', output: { type: 'json', value: {} } }],
    ['/text', { kind: 'ok', output: { type: 'text', text: 'cé' } }],
    ['/binary', { kind: 'ok', output: { type: 'binary', base64: 'AQID', contentType: 'image/png' } }],
    [
      '/bad-json',
      { kind: 'bad_answer', message: 'Tool execution failed: the upstream answered with JSON that does not parse' },
    ],
    [
      '/status/401',
      {
        kind: 'upstream_refused',
        status: 401,
        message: 'Tool execution failed: the upstream refused the call (401): no luck at http://x.test/',
      },
    ],
    [
      '/status/403',
      {
        kind: 'upstream_refused',
        status: 403,
        message: 'Tool execution failed: the upstream refused the call (403): no luck at http://x.test/',
      },
    ],
    [
      '/status/404',
      {
        kind: 'upstream_error',
        status: 404,
        message: 'Tool execution failed: the upstream answered 404: no luck at http://x.test/',
      },
    ],
    [
      '/status/429',
      {
        kind: 'upstream_rate_limited',
        retryAfterSeconds: 7,
        message: 'Tool execution failed: the upstream limits the rate of calls (429): no luck at http://x.test/',
      },
    ],
    [
      '/problem/quota',
      {
        kind: 'upstream_rate_limited',
        retryAfterSeconds: 12,
        message: 'Tool execution failed: the upstream limits the rate of calls (403): quota',
      },
    ],
    [
      '/status/500',
      {
        kind: 'upstream_error',
        status: 500,
        message: 'Tool execution failed: the upstream answered 500: no luck at http://x.test/',
      },
    ],
    [
      '/problem/html',
      { kind: 'upstream_error', status: 502, message: 'Tool execution failed: the upstream answered 502' },
    ],
    ['/status/304', { kind: 'ok', output: { type: 'json', value: {} } }],
    [
      '/status/300',
      { kind: 'bad_answer', message: 'Tool execution failed: the upstream answered 300 without saying where to go' },
    ],
    ['/slow/headers', { kind: 'timed_out', message: 'Tool execution failed: 127.0.0.1: no answer in time' }],
    ['/slow/body', { kind: 'timed_out', message: 'Tool execution failed: 127.0.0.1: the answer stopped arriving' }],
    [
      '/huge?bytes=8388608',
      { kind: 'bad_answer', message: 'Tool execution failed: 127.0.0.1: the answer is larger than 4194304 bytes' },
    ],
    [
      '/packed/bomb',
      { kind: 'bad_answer', message: 'Tool execution failed: 127.0.0.1: the answer is larger than 4194304 bytes' },
    ],
    [
      '/redirect/to?url=http://169.254.169.254/',
      {
        kind: 'address_refused',
        message: 'Tool execution failed: 127.0.0.1: the upstream redirects to another address',
      },
    ],
  ])('%s', async (path, outcome) => {
    const [plain = '', query = ''] = path.split('?');
    const [key = '', value = ''] = query.split('=');
    expect(await call({ path: plain, query: key === '' ? {} : { [key]: value } })).toEqual(outcome);
  });

  it('a private address is refused', async () => {
    const outcome = await call({ path: '/' }, { connector: { kind: 'http', baseUrl: 'http://10.0.0.1' } });
    expect(outcome).toEqual({
      kind: 'address_refused',
      message: 'Tool execution failed: 10.0.0.1: the address is not one that tools may reach',
    });
  });

  it('a caller who left is cancelled', async () => {
    const outcome = await call({ path: '/slow/headers' }, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'cancelled' });
  });

  it('a failure told in the body of a 200', async () => {
    const failure = { at: '/ok', equals: false, message: '/error' };
    expect(await call({ path: '/problem/soft', failure })).toEqual({
      kind: 'tool_error',
      message: 'Tool execution failed: the upstream says: channel_not_found',
      output: { type: 'json', value: { ok: false, error: 'channel_not_found' } },
    });
    expect(await call({ path: '/problem/soft', failure: { at: '/errors' } })).toMatchObject({ kind: 'ok' });
    expect(await call({ path: '/problem/soft', failure: { at: '/error' } })).toMatchObject({ kind: 'tool_error' });
  });
});

describe('what is sent', () => {
  it('is the filled template', async () => {
    await call(
      {
        method: 'POST',
        path: '/v1/{id}/items',
        query: { q: '{q}', tag: '{tags}', gone: '{gone}' },
        headers: { 'X-Mode': 'm={q}' },
        body: { title: '{q}', count: '{n}', gone: '{gone}', nested: { tags: '{tags}' } },
      },
      { input: { id: 'a/b', q: 'x y', tags: ['1', '2'], n: 3 } },
    );
    const sent = api.last();
    expect(sent.target).toBe('/v1/a%2Fb/items?q=x%20y&tag=1&tag=2');
    expect(sent.headers).toMatchObject({ 'x-mode': 'm=x y', 'content-type': 'application/json' });
    expect(JSON.parse(sent.body.toString())).toEqual({ title: 'x y', count: 3, nested: { tags: ['1', '2'] } });
  });

  it('can be a form', async () => {
    const request = { method: 'POST', path: '/f', body: { a: '{a}', b: '{b}' }, bodyEncoding: 'form' };
    await call(request, { input: { a: 'x&y', b: [1, 2] } });
    expect(api.last().body.toString()).toBe('a=x%26y&b=1&b=2');
    expect(api.last().headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('can be a mail, with sender and signature from credentials', async () => {
    const body = { to: '{to}', subject: '{subject}', body: '{body}' };
    await call(
      { method: 'POST', path: '/send', body, bodyEncoding: 'rfc822-base64url' },
      {
        input: { to: ['a@x.test'], subject: 'Hi', body: 'there' },
        credentials: [
          credential('sender', 'me@x.test', { in: 'body', name: 'from' }),
          credential('sign', 'Me', { in: 'body', name: 'signature' }),
        ],
      },
    );
    const { raw } = JSON.parse(api.last().body.toString());
    const mail = Buffer.from(raw, 'base64url').toString();
    expect(mail).toContain('From: me@x.test\r\nTo: a@x.test\r\nSubject: Hi\r\n');
    expect(Buffer.from(mail.split('\r\n\r\n')[1] ?? '', 'base64').toString()).toBe('there\r\n\r\n-- \r\nMe');
  });

  it('never lets an input override a credential', async () => {
    await call(
      {
        method: 'POST',
        path: '/{account}/x',
        query: { key: '{evil}', q: '{evil}' },
        headers: { authorization: '{evil}' },
        body: { token: '{evil}', text: '{evil}' },
      },
      {
        input: { evil: 'evil', account: 'evil' },
        credentials: [
          credential('a', 'good', { in: 'header', name: 'Authorization', template: 'Bearer {a}' }),
          credential('b', 'good', { in: 'query', name: 'key' }),
          credential('c', 'good', { in: 'path', name: 'account' }),
          credential('d', 'good', { in: 'body', name: 'token' }),
        ],
      },
    );
    const sent = api.last();
    expect(sent.target).toBe('/good/x?q=evil&key=good');
    expect(sent.headers.authorization).toBe('Bearer good');
    expect(JSON.parse(sent.body.toString())).toEqual({ token: 'good', text: 'evil' });
  });

  it('has the connector’s own headers, with credentials in them or not at all', async () => {
    const connector: ToolCall['connector'] = {
      kind: 'http',
      baseUrl: `${api.url}/{base}`,
      headers: { Accept: 'application/vnd.x+json', 'X-Org': '{org}', 'X-None': '{none}' },
    };
    await call({ path: '/y' }, { connector, credentials: [credential('base', 'b c'), credential('org', 'acme')] });
    expect(api.last().target).toBe('/b%20c/y');
    expect(api.last().headers).toMatchObject({ accept: 'application/vnd.x+json', 'x-org': 'acme' });
    expect(api.last().headers).not.toHaveProperty('x-none');
  });

  it('is nothing when the address needs a credential that is not there', async () => {
    const before = api.requests.length;
    const connector = { kind: 'http', baseUrl: 'https://{sub}.example.com' } as const;
    expect(await call({ path: '/' }, { connector })).toEqual({
      kind: 'missing_credentials',
      message: 'Tool execution failed: missing credentials: sub',
      fieldIds: ['sub'],
    });
    expect(api.requests).toHaveLength(before);
  });

  it.each([
    ['a path that climbs', { path: '/a/{p}' }, '..', 'Input "p" cannot stand in the path'],
    ['a header that splits', { path: '/', headers: { 'X-P': '{p}' } }, 'a\r\nb: c', 'The value for header "X-P"'],
    [
      'a mail header that splits',
      { path: '/', method: 'POST', bodyEncoding: 'rfc822-base64url', body: { subject: '{p}' } },
      'a\nb',
      'Input "subject" must be a single line',
    ],
  ])('is nothing for %s', async (_what, request, p, message) => {
    const before = api.requests.length;
    const outcome = await call(request, { input: { p } });
    expect(outcome).toMatchObject({ kind: 'tool_error', message: expect.stringContaining(message) });
    expect(api.requests).toHaveLength(before);
  });
});

describe('authentication', () => {
  it.each<[string, OpenCredential[]]>([
    [
      '/secure/bearer',
      [credential('t', 'good-token', { in: 'header', name: 'Authorization', template: 'Bearer {t}' })],
    ],
    [
      '/secure/basic',
      [
        credential('u', 'ann', { in: 'header', name: 'Authorization', template: 'Basic {u:p|base64}' }),
        credential('p', 's€cret'),
      ],
    ],
    ['/secure/header', [credential('k', CREDENTIAL, { in: 'header', name: 'X-Api-Key' })]],
    ['/secure/query', [credential('k', CREDENTIAL, { in: 'query', name: 'api_key' })]],
    ['/secure/cookie', [credential('k', CREDENTIAL, { in: 'header', name: 'Cookie', template: 'session={k}' })]],
  ])('%s', async (path, credentials) => {
    expect(await call({ path }, { credentials })).toMatchObject({ kind: 'ok' });
    expect(await call({ path })).toEqual({
      kind: 'upstream_refused',
      status: 401,
      message: 'Tool execution failed: the upstream refused the call (401): Bad credentials',
    });
  });
});
