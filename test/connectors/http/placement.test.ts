import { describe, expect, it } from 'vitest';
import {
  credentialValues,
  fillBaseUrl,
  fillCredentials,
  placeCredentials,
} from '../../../src/connectors/http/placement.ts';
import { computedMs } from '../../harness/longestWait.ts';
import { credential } from '../../harness/toolCall.ts';

const values = new Map([
  ['key', 's3cret'],
  ['user', 'ann'],
  ['password', 's€cret'],
  ['sub', 'acme-1'],
  ['url', 'https://git.acme.test/base/'],
  ['tenant', 'a/b'],
  ['evil', 'evil.test/x'],
  ['at', 'x@evil.test'],
  ['up', '..'],
  ['file', 'file:///etc'],
]);

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('credential templates', () => {
  it.each([
    ['{key}', 's3cret'],
    ['Bearer {key}', 'Bearer s3cret'],
    ['{user} and {key}', 'ann and s3cret'],
    ['Basic {user:password|base64}', `Basic ${base64('ann:s€cret')}`],
    ['Basic {key:|base64}', `Basic ${base64('s3cret:')}`],
    ['{key|base64}', base64('s3cret')],
    ['{key} {none}', undefined],
    ['Basic {user:none|base64}', undefined],
  ])('%s', (template, expected) => {
    expect(fillCredentials(template, values)).toBe(expected);
  });

  it('don’t fill in placeholders inside a value', () => {
    const sly = new Map([...values, ['sly', '{key}']]);
    expect(fillCredentials('{sly}{user}', sly)).toBe('{key}ann');
  });
});

describe('base addresses', () => {
  it.each([
    ['https://api.test/v1/', 'https://api.test/v1'],
    ['https://{sub}.api.test', 'https://acme-1.api.test'],
    ['{url}', 'https://git.acme.test/base'],
    ['{url}/api/v4', 'https://git.acme.test/base/api/v4'],
    ['https://api.test/{tenant}/x', 'https://api.test/a%2Fb/x'],
  ])('%s', (template, expected) => {
    expect(fillBaseUrl(template, values)).toBe(expected);
  });

  it.each([
    'https://{evil}.api.test',
    'https://{at}.api.test',
    'https://{up}.api.test',
    '{file}',
    'https://a.test/{up}/x',
  ])('refuse %s', (template) => {
    expect(() => fillBaseUrl(template, values)).toThrow();
  });

  it('take linear time for a path of slashes', () => {
    const path = '/'.repeat(200_000);
    const fill = () => expect(fillBaseUrl(`https://api.test${path}x${path}`, values)).toBe(`https://api.test${path}x`);
    expect(computedMs(fill)).toBeLessThan(2_000);
  });

  it('say which fields are missing', () => {
    expect(() => fillBaseUrl('https://{none}.test/{other}', values)).toThrow(
      expect.objectContaining({ fieldIds: ['none', 'other'] }),
    );
  });
});

it('puts every credential in its place, and omits incomplete ones', () => {
  const placed = placeCredentials([
    credential('a', '1', { in: 'header', name: 'X-A' }),
    credential('b', '2', { in: 'query', name: 'key' }),
    credential('c', '3', { in: 'path', name: 'account' }),
    credential('d', '4', { in: 'body', name: 'token', template: 't-{d}' }),
    credential('e', '5', { in: 'header', name: 'X-E', template: '{e}:{missing}' }),
    credential('f', '6', { in: 'header', name: 'Cookie', template: 'f={f}' }),
    credential('g', '7', { in: 'header', name: 'cookie', template: 'g={g}' }),
    credential('h', '8', { in: 'env', name: 'H' }),
    credential('i', '9'),
  ]);
  expect(placed).toEqual({
    headers: { 'X-A': '1', cookie: 'f=6; g=7' },
    query: [['key', '2']],
    path: { account: '3' },
    body: { token: 't-4' },
  });
  expect(credentialValues([credential('i', '9')]).get('i')).toBe('9');
});
