import { afterAll, describe, expect, it } from 'vitest';
import type { OpenCredential, ToolCall } from '../../../src/core/calls/connector.ts';
import { CREDENTIAL } from '../../harness/credential.ts';
import { credential } from '../../harness/toolCall.ts';
import { openHttp } from './httpKit.ts';

const { api, call, close } = await openHttp();
afterAll(close);

describe('sent requests', () => {
  it('match the filled template', async () => {
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

  it('can be forms', async () => {
    const request = { method: 'POST', path: '/f', body: { a: '{a}', b: '{b}' }, bodyEncoding: 'form' };
    await call(request, { input: { a: 'x&y', b: [1, 2] } });
    expect(api.last().body.toString()).toBe('a=x%26y&b=1&b=2');
    expect(api.last().headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('can be emails, with sender and signature from credentials', async () => {
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

  it('never let an input override a credential', async () => {
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

  it('have the connector’s headers, or omit those with missing credentials', async () => {
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

  it('aren’t sent if the address needs a missing credential', async () => {
    const before = api.requests.length;
    const connector = { kind: 'http', baseUrl: 'https://{sub}.example.com' } as const;
    expect(await call({ path: '/' }, { connector })).toEqual({
      kind: 'missing_credentials',
      message: 'missing credentials: sub',
      fieldIds: ['sub'],
    });
    expect(api.requests).toHaveLength(before);
  });

  it.each([
    ['a path that climbs', { path: '/a/{p}' }, '..', 'Input "p" cannot be used in the path'],
    ['a header that splits', { path: '/', headers: { 'X-P': '{p}' } }, 'a\r\nb: c', 'The value for header "X-P"'],
    [
      'a mail header that splits',
      { path: '/', method: 'POST', bodyEncoding: 'rfc822-base64url', body: { subject: '{p}' } },
      'a\nb',
      'Input "subject" must be a single line',
    ],
  ])('aren’t sent for %s', async (_name, request, p, message) => {
    const before = api.requests.length;
    await expect(call(request, { input: { p } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
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
    expect(await call({ path })).toMatchObject({
      kind: 'upstream_refused',
      status: 401,
      message: 'the upstream refused the call (401): Bad credentials',
    });
  });
});
