import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MasterKeyError, parseMasterKey } from '../../../../src/core/kernel/vault/masterKey.ts';

/** A key whose base64 form contains `+` and `/`, the characters that base64url replaces. */
const KEY = Buffer.from('fbf03c71e8046ab5d21f80c74e5b92ad36fbef9b1c05be117498afd20637cdff', 'hex');
/** Sixteen different bytes in random order, mostly not text. */
const MIXED = Buffer.from('9f3c71e8046ab5d21f80c74e5b92ad36', 'hex');
const bytes = (toByte: (index: number) => number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => toByte(index))).toString('base64');

test.each([
  ['base64', KEY.toString('base64')],
  ['base64 without padding', KEY.toString('base64').replace('=', '')],
  ['base64url', KEY.toString('base64url')],
  ['hex', KEY.toString('hex')],
  ['upper-case hex', KEY.toString('hex').toUpperCase()],
  ['a file that ends in a newline', `${KEY.toString('base64')}\n`],
  ['a file with hex that ends in a newline', `${KEY.toString('hex')}\n`],
])('reads %s', (_name, text) => {
  expect(parseMasterKey(text)).toEqual(KEY);
});

test.each([
  ['nothing', ''],
  ['31 bytes', randomBytes(31).toString('base64')],
  ['33 bytes', randomBytes(33).toString('base64')],
  ['16 bytes in hex', randomBytes(16).toString('hex')],
  ['two lines', `${KEY.toString('base64')}\n${KEY.toString('base64')}`],
  ['inner white space', KEY.toString('hex').replace(/^(.{8})/, '$1 ')],
  ['one hex digit more', `${KEY.toString('hex')}0`],
  ['one hex digit before', `0${KEY.toString('hex')}`],
  ['a sign of padding inside', KEY.toString('base64').replace(/^(.{8})/, '$1=')],
  [
    'a sign of padding inside and none at the end',
    KEY.toString('base64')
      .replace('=', '')
      .replace(/^(.{8})/, '$1='),
  ],
  ['fifteen different bytes', bytes((index) => MIXED[(index * 7) % 15] ?? 0)],
  ['text with spaces', Buffer.from('the quick brown fox and a lazy d').toString('base64')],
  [
    'text up to the last printable character',
    Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWX aeiouy ~').subarray(0, 32).toString('base64'),
  ],
  ['a passphrase', 'correct horse battery staple'],
  ['zeros', bytes(() => 0)],
  ['zeros in hex', '0'.repeat(64)],
  ['one byte repeated', bytes(() => 0xa7)],
  ['0 to 31', bytes((index) => index)],
  ['31 to 0', bytes((index) => 31 - index)],
  ['steps of seven', bytes((index) => (index * 7) & 0xff)],
  ['sixteen bytes twice', Buffer.concat([MIXED, MIXED]).toString('hex')],
  ['0123456789abcdef four times', '0123456789abcdef'.repeat(4)],
  ['deadbeef', 'deadbeef'.repeat(8)],
  ['text of 32 characters', Buffer.from('change-me-to-32-random-bytes-now').toString('base64')],
])('refuses %s and does not repeat it', (_name, text) => {
  expect(() => parseMasterKey(text)).toThrow(MasterKeyError);
  expect(() => parseMasterKey(text)).toThrow(/^The master key (must be exactly 32 bytes|is an example or a pattern)/);
  try {
    parseMasterKey(text);
  } catch (error) {
    if (text !== '') expect(String(error)).not.toContain(text.trim());
  }
});

test.each([
  ['', 'must be exactly 32 bytes, written as base64 or hex'],
  ['correct horse battery staple', 'must be exactly 32 bytes, written as base64 or hex'],
  ['0'.repeat(64), 'is an example or a pattern; generate a random one'],
])('reports what is wrong with %j', (text, problem) => {
  expect(() => parseMasterKey(text)).toThrow(
    expect.objectContaining({ name: 'MasterKeyError', message: `The master key ${problem}` }),
  );
});

test('requires sixteen different bytes, and one that is not text', () => {
  const mixed = bytes((index) => MIXED[(index * 7 + (index > 15 ? 3 : 0)) % 16] ?? 0);
  expect(parseMasterKey(mixed)).toEqual(Buffer.from(mixed, 'base64'));
  for (const odd of ['\x1f', '\x7f']) {
    const key = Buffer.from(`${odd}ABCDEFGHIJKLMNOPQRSTUVWX aeiouy`);
    expect(parseMasterKey(key.toString('base64'))).toEqual(key);
  }
});

test('accepts every random key', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const key = randomBytes(32);
    expect(parseMasterKey(key.toString('base64'))).toEqual(key);
  }
});
