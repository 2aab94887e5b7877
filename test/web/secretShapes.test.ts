import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../web/src/pages/playground/saved/secrets.ts';

const PIN = { type: 'string', format: 'password' };
const KEY = { type: 'string', writeOnly: true };
const NONE = { type: 'null' };
const PLAIN = { type: 'string' };

/** A chain of references; the last one marks the value as secret. */
const chain = (length: number) => ({
  properties: { x: { $ref: '#/$defs/0' } },
  $defs: Object.fromEntries(
    Array.from({ length }, (_, at) => [at, at + 1 === length ? PIN : { $ref: `#/$defs/${at + 1}` }]),
  ),
});

describe('arguments that the schema marks as secret', () => {
  it.each<[string, object, object, object]>([
    ['by itself', { properties: { x: PIN } }, { x: 's', y: 1 }, { y: 1 }],
    ['in anyOf', { properties: { x: { anyOf: [PIN, NONE] } } }, { x: 's' }, {}],
    ['in oneOf', { properties: { x: { oneOf: [NONE, KEY] } } }, { x: 's' }, {}],
    ['in allOf', { properties: { x: { allOf: [PLAIN, { anyOf: [KEY] }] } } }, { x: 's' }, {}],
    [
      'in then and else',
      JSON.parse('{"then":{"properties":{"x":{"format":"password"}}},"else":{"properties":{"y":{"writeOnly":true}}}}'),
      { x: 's', y: 's' },
      {},
    ],
    ['by reference', { properties: { x: { $ref: '#/$defs/Pin' } }, $defs: { Pin: PIN } }, { x: 's' }, {}],
    [
      'by an escaped reference',
      { properties: { x: { $ref: '#/$defs/a~1b%20c' } }, $defs: { 'a/b c': PIN } },
      { x: 's' },
      {},
    ],
    [
      'as members of a reference',
      { $ref: '#/definitions/In', definitions: { In: { properties: { x: PIN } } } },
      { x: 's', y: 1 },
      { y: 1 },
    ],
    [
      'in alternatives of the whole',
      { oneOf: [{ properties: { x: PLAIN } }, { properties: { x: KEY } }] },
      { x: 's', y: 1 },
      { y: 1 },
    ],
    ['as items', { properties: { x: { items: PIN } } }, { x: ['s', 't'] }, { x: [] }],
    ['as items of a tuple', { properties: { x: { items: [PLAIN, PIN] } } }, { x: ['s'] }, { x: [] }],
    ['as first items', { properties: { x: { prefixItems: [PIN] } } }, { x: ['s'] }, { x: [] }],
    [
      'as members of items',
      {
        properties: { x: { anyOf: [{ items: { $ref: '#/$defs/I' } }, NONE] } },
        $defs: { I: { properties: { k: KEY } } },
      },
      { x: [{ k: 's', l: 1 }] },
      { x: [{ l: 1 }] },
    ],
    ['as further members', { properties: { x: { additionalProperties: PIN } } }, { x: { any: 's' } }, { x: {} }],
    ['as members of a pattern', { patternProperties: { '^x': PIN } }, { x: 's' }, {}],
    [
      'and a plain member is kept',
      { properties: { x: { anyOf: [PLAIN, NONE] } }, additionalProperties: PIN },
      { x: 'a' },
      { x: 'a' },
    ],
    [
      'of a schema that holds itself',
      { properties: { x: { $ref: '#' }, k: PIN } },
      { x: { x: { k: 's', l: 1 } } },
      { x: { x: { l: 1 } } },
    ],
    ['over ten references', chain(10), { x: 's' }, {}],
  ])('are omitted: %s', (_, schema, input, expected) => {
    expect(withoutSecrets({ ...input }, schema)).toEqual(expected);
  });

  it.each<[string, object]>([
    ['a reference elsewhere', { $ref: 'https://example.com/pin.json' }],
    ['a reference to nothing', { $ref: '#/$defs/None' }],
    ['a reference that cannot be read', { $ref: '#/%zz' }],
    ['a reference by anchor', { $ref: '#pin' }],
    ['a dynamic reference', { $dynamicRef: '#pin' }],
    ['alternatives that are no list', { anyOf: { PIN } }],
    ['more alternatives than are looked through', { anyOf: Array.from({ length: 1_000 }, () => ({ ...PLAIN })) }],
  ])('include those that can’t be analyzed: %s', (_, x) => {
    expect(withoutSecrets({ x: 's', y: 1 }, { properties: { x } })).toEqual({ y: 1 });
  });

  it('include those nested deeper than the analysis', () => {
    let deep: { readonly x: object } = { x: {} };
    for (let at = 0; at < 1_000; at += 1) deep = { x: deep };
    expect(JSON.stringify(withoutSecrets(JSON.parse(JSON.stringify(deep)), {})).length).toBeLessThan(1_000);
  });
});

describe('arguments with secret names', () => {
  it.each([
    ...['github_token', 'githubToken', 'GITHUB-TOKEN', 'newPassword', 'new password', 'db.password', 'password2'],
    ...['openai_api_key', 'openaiApiKey', 'ssh_private_key', 'aws/secret/key', 'webhookSecret', 'keyPassphrase'],
    ...['aws_credential', 'serviceCredentials', 'user_pwd', 'sessionCookie', 'X-Forwarded-Authorization', 'totp'],
  ])('are omitted: %s', (name) => {
    expect(withoutSecrets({ [name]: 's', deep: { [name]: 's' } }, {})).toEqual({ deep: {} });
  });

  it.each(['key', 'sort_key', 'max_tokens', 'tokenize', 'password_hint_shown', 'secretary', 'monkey', 'passwordless'])(
    'do not include: %s',
    (name) => {
      expect(withoutSecrets({ [name]: 'v' }, {})).toEqual({ [name]: 'v' });
    },
  );
});
