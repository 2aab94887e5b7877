import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MasterKeyError, parseMasterKey } from '../../../src/core/vault/masterKey.ts';

const KEY = randomBytes(32);
const bytes = (toByte: (index: number) => number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => toByte(index))).toString('base64');

test.each([
  ['base64', KEY.toString('base64')],
  ['base64 without padding', KEY.toString('base64').replace('=', '')],
  ['base64url', KEY.toString('base64url')],
  ['hex', KEY.toString('hex')],
  ['upper-case hex', KEY.toString('hex').toUpperCase()],
  ['a file that ends in a newline', `${KEY.toString('base64')}\n`],
])('reads %s', (_what, text) => {
  expect(parseMasterKey(text)).toEqual(KEY);
});

test.each([
  ['nothing', ''],
  ['31 bytes', randomBytes(31).toString('base64')],
  ['33 bytes', randomBytes(33).toString('base64')],
  ['16 bytes in hex', randomBytes(16).toString('hex')],
  ['two lines', `${KEY.toString('base64')}\n${KEY.toString('base64')}`],
  ['inner white space', KEY.toString('hex').replace(/^(.{8})/, '$1 ')],
  ['a passphrase', 'correct horse battery staple'],
  ['zeros', bytes(() => 0)],
  ['zeros in hex', '0'.repeat(64)],
  ['one byte repeated', bytes(() => 0xa7)],
  ['0 to 31', bytes((index) => index)],
  ['31 to 0', bytes((index) => 31 - index)],
  ['steps of seven', bytes((index) => (index * 7) & 0xff)],
  ['sixteen bytes twice', Buffer.concat([KEY.subarray(0, 16), KEY.subarray(0, 16)]).toString('hex')],
  ['0123456789abcdef four times', '0123456789abcdef'.repeat(4)],
  ['deadbeef', 'deadbeef'.repeat(8)],
  ['text of 32 characters', Buffer.from('change-me-to-32-random-bytes-now').toString('base64')],
])('refuses %s and does not repeat it', (_what, text) => {
  expect(() => parseMasterKey(text)).toThrow(MasterKeyError);
  try {
    parseMasterKey(text);
  } catch (error) {
    if (text !== '') expect(String(error)).not.toContain(text.trim());
  }
});

test('takes every random key', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const key = randomBytes(32);
    expect(parseMasterKey(key.toString('base64'))).toEqual(key);
  }
});
