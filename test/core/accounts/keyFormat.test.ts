import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayOf, hashApiKey, isWellFormedApiKey, newApiKeyText } from '../../../src/core/accounts/keyFormat.ts';

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('a key is ty_, 27 random characters and a 6-character checksum, always unique', () => {
  const keys = Array.from({ length: 1_000 }, newApiKeyText);
  for (const key of keys) {
    expect(key).toMatch(/^ty_[0-9A-Za-z]{33}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('every single-character typo is detected', () => {
  const key = newApiKeyText();
  for (let index = 3; index < key.length; index += 1) {
    for (const digit of DIGITS.filter((other) => other !== key[index])) {
      expect(isWellFormedApiKey(key.slice(0, index) + digit + key.slice(index + 1)), `${index} ${digit}`).toBe(false);
    }
  }
});

test('every swap of two neighbouring characters is detected', () => {
  const key = newApiKeyText();
  for (let index = 3; index + 1 < key.length; index += 1) {
    const [a = '', b = ''] = key.slice(index, index + 2);
    if (a !== b) expect(isWellFormedApiKey(key.slice(0, index) + b + a + key.slice(index + 2))).toBe(false);
  }
});

test.each(['', 'ty_', 'TY_', ' ty_', 'ty_\n', 'sk_', 'ty-'])('no other text that starts with %j is a key', (start) => {
  fc.assert(fc.property(fc.string(), (rest) => !isWellFormedApiKey(start + rest)));
});

test('a key with surrounding characters is invalid', () => {
  const key = newApiKeyText();
  for (const text of [`${key}\n`, ` ${key}`, `${key}0`, key.toUpperCase(), key.slice(0, -1)]) {
    expect(isWellFormedApiKey(text)).toBe(false);
  }
});

test('a key is stored as its SHA-256 and its first ten characters', () => {
  expect(Buffer.from(hashApiKey('ty_abc')).toString('hex')).toBe(
    'd2019560fc06c2e2aac7124becb6eac8d0c99df9405875002dcc1897f1615f1f',
  );
  expect(displayOf('ty_0123456789')).toBe('ty_0123456');
});
