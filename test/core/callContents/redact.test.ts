import { describe, expect, it } from 'vitest';
import { ALWAYS_REDACTED, isRedaction, redact, redactionOf, withNames } from '../../../src/core/callContents/redact.ts';
import { parseJson } from '../../../src/core/lib/json.ts';

const R = '[redacted]';

/** A stack's redaction names, the sent value, and the stored value. */
const CASES: readonly (readonly [names: readonly string[], input: unknown, expected: unknown])[] = [
  [[], { a: 1, b: [true, null, 'x'] }, { a: 1, b: [true, null, 'x'] }],
  [[], undefined, null],
  [
    [],
    { Password: 'x', 'API-Key': 'x', apiKey: ['x'], client_secret: { of: 'x' } },
    { Password: R, 'API-Key': R, apiKey: R, client_secret: R },
  ],
  [
    [],
    { 'X-API-Key': 'x', 'API key': 'x', 'api.key': 'x', secretKey: 'x', key: 'y' },
    { 'X-API-Key': R, 'API key': R, 'api.key': R, secretKey: R, key: 'y' },
  ],
  [['e_mail'], { eMail: 'x', 'E-Mail': 'x', mail: 'y' }, { eMail: R, 'E-Mail': R, mail: 'y' }],
  [['email'], { people: [{ email: 'x', name: 'Ann' }] }, { people: [{ email: R, name: 'Ann' }] }],
  [['/input/a/b'], { a: { b: 'x', c: 1 }, b: 2 }, { a: { b: R, c: 1 }, b: 2 }],
  [['/output/a'], { a: 1 }, { a: 1 }],
  [
    ['/input/rows/*/iban'],
    { rows: [{ iban: 'x' }, { iban: 'y', id: 1 }] },
    { rows: [{ iban: R }, { iban: R, id: 1 }] },
  ],
  [['/input/rows/1'], { rows: ['a', 'b', 'c'] }, { rows: ['a', R, 'c'] }],
  [['/input/a~1b/c~0d'], { 'a/b': { 'c~d': 'x' } }, { 'a/b': { 'c~d': R } }],
  [['/input/*'], { a: 1, b: { c: 2 } }, { a: R, b: R }],
  // Text that is JSON is searched, and so is JSON nested in it.
  [[], { text: '{"token":"x","n":1}' }, { text: `{"token":"${R}","n":1}` }],
  [['/input/text/n'], { text: ' {"n":1}' }, { text: `{"n":"${R}"}` }],
  [
    [],
    { text: JSON.stringify([JSON.stringify({ secret: 'x' })]) },
    { text: JSON.stringify([JSON.stringify({ secret: R })]) },
  ],
  // A parser keeps the last of two members with one name: the other must not stay in the text.
  [[], { text: '{"a":{"token":"x"},"a":1}' }, { text: '{"a":1}' }],
  [[], { text: '{"token": broken' }, { text: '{"token": broken' }],
];

describe('a stored input', () => {
  it.each(CASES)('omits %j, from %j', (names, input, expected) => {
    expect(redact('input', input, redactionOf(names))).toEqual(expected);
  });

  it('keeps number literals', () => {
    expect(
      JSON.stringify(redact('input', parseJson('{"id":12345678901234567890,"t":"[1.50]"}'), redactionOf([]))),
    ).toBe('{"id":12345678901234567890,"t":"[1.50]"}');
  });

  it('stops where nesting is too deep to scan, also within a text', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const input of [{ text: deep }, { text: deep.replace('[]', '[12345678901234567890]') }, JSON.parse(deep)]) {
      expect(JSON.stringify(redact('input', input, redactionOf([]))).length).toBeLessThan(1_000);
    }
  });

  it('omits fields that are never stored, and credential fields', () => {
    const input = Object.fromEntries([...ALWAYS_REDACTED, 'shop_key'].map((name) => [name, 'x']));
    const redacted = redact('input', input, withNames(redactionOf([]), ['shop-key']));
    expect(new Set(Object.values(redacted ?? {}))).toEqual(new Set([R]));
  });
});

it.each([
  ['email', true],
  ['/input/a', true],
  ['/output/a/*/b~1c', true],
  ['', false],
  ['/', false],
  ['/input', false],
  ['/elsewhere/a', false],
  ['/input/a~2', false],
])('%j names omitted fields: %s', (text, isOne) => {
  expect(isRedaction(text)).toBe(isOne);
});
