import { createCipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toAccountId, toStackId } from '../../../../src/core/kernel/ids.ts';
import { openJson, sealJson } from '../../../../src/core/kernel/sealedJson.ts';
import { createVault } from '../../../../src/core/kernel/vault/createVault.ts';
import { ENVELOPE_OVERHEAD_BYTES, lengthPrefixed, sealedValueOf } from '../../../../src/core/kernel/vault/envelope.ts';
import { openBytes, openText, SEAL_BYTES, sealText } from '../../../../src/core/kernel/vault/sealText.ts';
import { type Binding, VaultError } from '../../../../src/core/kernel/vault/vault.ts';

/*
 * Values sealed by earlier releases must always open. Another program wrote these bytes once: a change of any label,
 * length or order in the vault makes stored credentials unreadable, and fails here.
 */
const KEY = Buffer.from('9f3c71e8046ab5d21f80c74e5b92ad36c05be117498afd20637cd4158e3fa9b2', 'hex');
const REVERSED = Buffer.from(KEY.toReversed());
const vault = createVault({ current: KEY, previous: [] });
const VALUE = 'hunter2 ✓';
const BOUND: Binding = {
  accountId: toAccountId('acct_1'),
  stackId: toStackId('stack_1'),
  serverId: 'gmail',
  endUser: 'ann',
  fieldId: 'token',
  revision: 7,
  destination: 'https://api.test header:X-Key',
};
const UNBOUND: Binding = { ...BOUND, destination: null };
const STORED = {
  bound:
    'AgEYkJvYMBSuz4bgeitmXAXxAy3ediVxR22GUm/DIggoAKDWO1T8QSO+coOACMEsZd+XgZswzJZJmJw9QbPaQrleMXu2RmqQ8r1uPjsTunxuNm2e' +
    'Xelzhu6GXBUilS9fSPomtSQxrAOKJLSZGra9h98CtVsfhqHHILEseuX5Yr4Y0bbHnUgn6nKwNQdy',
  unbound:
    'AQEYkJvYMBSuzxWbS9dYz9LrYzWYqLSQJF4op/psKNCDZKctml00l1ntgnh2ZJep0+LG5l1psfaNls0kY8FlzXa+jvPOr4uBCM3jEpxrBuceiOJN' +
    'lT7KY0TjlMMEZAcuR2ZCAbwuwxtmVPaJnaJnoXAL9VAmgCVIOMDB5/xQvusXZeTkycYSq06OF5KC',
  text: 'cLczCByKPexVBs2N7/AIDBZAD56AdPpLy5rdW1sFKb5JukANtFXz',
};
const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('known sealed values', () => {
  test('open, with and without a destination', () => {
    expect(vault.open(bytesOf(STORED.bound), BOUND)).toBe(VALUE);
    expect(vault.open(bytesOf(STORED.unbound), UNBOUND)).toBe(VALUE);
    expect(openText(vault, 'results', 'row_1', bytesOf(STORED.text))).toBe(VALUE);
  });

  test('keep their version when rewrapped, so that they open as before', () => {
    const next = createVault({ current: REVERSED, previous: [KEY] });
    for (const [stored, binding] of [
      [STORED.bound, BOUND],
      [STORED.unbound, UNBOUND],
    ] as const) {
      const { bytes, keyId } = next.rewrap(bytesOf(stored));
      expect([bytes[0], keyId]).toEqual([bytesOf(stored)[0], next.currentKeyId]);
      expect(next.open(bytes, binding)).toBe(VALUE);
      expect(hex(sealedValueOf(bytes))).toBe(hex(bytesOf(stored).subarray(70)));
    }
  });

  test('have the documented length', () => {
    expect([ENVELOPE_OVERHEAD_BYTES, SEAL_BYTES]).toEqual([130, 28]);
    expect(vault.seal('', BOUND).bytes).toHaveLength(130);
    expect(vault.open(vault.seal('', BOUND).bytes, BOUND)).toBe('');
    expect(sealText(vault, 'results', 'row_1', '')).toHaveLength(28);
    expect(openText(vault, 'results', 'row_1', sealText(vault, 'results', 'row_1', ''))).toBe('');
  });
});

describe('a handmade envelope with a valid wrap', () => {
  const secret = (purpose: string, key: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `toolyard/vault/${purpose}`, length));
  const prefixed = (...parts: (string | Buffer)[]): Buffer =>
    Buffer.concat(
      parts.flatMap((part) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(Buffer.byteLength(part));
        return [length, Buffer.from(part)];
      }),
    );
  function encrypted(key: Buffer, text: Buffer, data: Buffer): Buffer[] {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 7)).setAAD(data);
    return [Buffer.alloc(12, 7), Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])];
  }
  function envelopeOf(version: number, algorithm: number): Uint8Array {
    const header = Buffer.concat([Buffer.from([version, algorithm]), secret('key-id', KEY, 8)]);
    const dataKey = Buffer.alloc(32, 5);
    const both = secret('value', dataKey, 64);
    const row = [
      'acct_1',
      'stack_1',
      'gmail',
      'ann',
      'token',
      '7',
      ...(version === 2 ? [BOUND.destination ?? ''] : []),
    ];
    const data = prefixed('toolyard/vault/value', Buffer.from([version, algorithm]), ...row);
    const [iv = NONE, value = NONE] = encrypted(both.subarray(0, 32), Buffer.from(VALUE), data);
    const wrap = encrypted(secret('wrap', KEY, 32), dataKey, prefixed('toolyard/vault/wrap', header));
    return new Uint8Array(Buffer.concat([header, ...wrap, iv, both.subarray(32), value]));
  }
  const NONE = Buffer.alloc(0);

  test('opens in version 1 without a destination, and in version 2 with one', () => {
    expect(vault.open(envelopeOf(1, 1), UNBOUND)).toBe(VALUE);
    expect(vault.open(envelopeOf(2, 1), BOUND)).toBe(VALUE);
    expect(() => vault.open(envelopeOf(1, 1), BOUND)).toThrow(VaultError);
    expect(() => vault.open(envelopeOf(2, 1), UNBOUND)).toThrow(VaultError);
    expect(vault.rewrap(envelopeOf(1, 1)).bytes).toHaveLength(130 + Buffer.byteLength(VALUE));
  });

  test.each([
    [0, 1],
    [3, 1],
    [1, 0],
    [2, 2],
  ])(
    'of version %i and algorithm %i is left unchanged, because a later release may support it',
    (version, algorithm) => {
      expect(() => vault.rewrap(envelopeOf(version, algorithm))).toThrow(VaultError);
      expect(() => vault.open(envelopeOf(version, algorithm), BOUND)).toThrow(VaultError);
      expect(() => vault.open(envelopeOf(version, algorithm), UNBOUND)).toThrow(VaultError);
    },
  );
});

describe('a key', () => {
  test('derives the same keys as ever', () => {
    expect(vault.currentKeyId).toBe('18909bd83014aecf');
    expect(hex(vault.deriveKey('a'))).toBe('7d0bd6d73d8862f5f938eb4b354234a2780b1869a3be2c690acfe446e934db50');
    expect(hex(vault.deriveKey('key-check'))).toBe('e71911d4dfbd6eab98686ee771771e8a76d1e6fe027ca61446f17e5254d23570');
    expect(hex(vault.deriveKey('key-check/2'))).toBe(
      '09b059c79fa78a11e7552b5068dd77c921b7d231e9383474c87d744a8ba6ad6a',
    );
  });

  test('with another id derives nothing', () => {
    const both = createVault({ current: KEY, previous: [REVERSED] });
    const [, previous = ''] = both.keyIds;
    expect(both.deriveKey('a', previous)).toEqual(createVault({ current: REVERSED, previous: [] }).deriveKey('a'));
    expect(() => vault.deriveKey('a', previous)).toThrow(VaultError);
  });
});

describe('length-prefixed parts', () => {
  test.each([
    [[], ''],
    [['ab', 'c'], '0000000261620000000163'],
    [['a', 'bc'], '0000000161000000026263'],
    [['✓', Buffer.from([0, 255])], '00000003e29c930000000200ff'],
    [[''], '00000000'],
  ])('%j', (parts, expected) => {
    expect(hex(lengthPrefixed(parts))).toBe(expected);
  });
});

describe('a short-lived text', () => {
  const sealed = sealText(vault, 'results', 'row_1', VALUE);

  test.each([
    ['another purpose', 'links', 'row_1', sealed],
    ['another row', 'results', 'row_2', sealed],
    ['a changed bit', 'results', 'row_1', sealed.map((byte, at) => (at === 14 ? byte ^ 1 : byte))],
    ['a tag cut to 4 bytes', 'results', 'row_1', sealed.subarray(0, -12)],
    ['27 bytes', 'results', 'row_1', sealed.subarray(0, 27)],
    ['nothing', 'results', 'row_1', new Uint8Array()],
  ])('does not open: %s', (_name, purpose, row, bytes) => {
    expect(() => openText(vault, purpose, row, bytes)).toThrow(VaultError);
    expect(() => openBytes(vault, purpose, row, bytes)).toThrow(VaultError);
  });

  test('is AES-256-GCM under its purpose’s key, with the row as associated data', () => {
    const key = hkdfSync('sha256', KEY, Buffer.alloc(0), 'toolyard/purpose/results', 32);
    const iv = sealed.subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), iv).setAAD(Buffer.from('row_1'));
    const expected = Buffer.concat([iv, cipher.update(VALUE), cipher.final(), cipher.getAuthTag()]);
    expect(hex(sealed)).toBe(hex(expected));
  });
});

test('an object opens only for the purpose that it was sealed for, and no other text opens', () => {
  const text = sealJson(vault, 'oauth-client', { name: 'Claude' });
  expect(text).toMatch(/^[\w-]+$/);
  expect(openJson(vault, 'oauth-client', text)).toEqual({ name: 'Claude' });
  expect(openJson(vault, 'single-sign-on', text)).toBeNull();
  expect(openJson(vault, 'oauth-client', 'x')).toBeNull();
  expect(openJson(vault, 'oauth-client', `${text.slice(0, -2)}AA`)).toBeNull();
});

test('an object is sealed for the operator and its purpose, and a non-object is an internal error', () => {
  const row = {
    accountId: 'operator',
    stackId: '',
    serverId: 'oauth-client',
    endUser: '',
    fieldId: '',
    revision: 1,
  } as const;
  const textOf = (value: string): string =>
    Buffer.from(vault.seal(value, { ...row, destination: null }).bytes).toString('base64url');
  expect(openJson(vault, 'oauth-client', textOf('{"a":1}'))).toEqual({ a: 1 });
  expect(() => openJson(vault, 'oauth-client', textOf('no JSON'))).toThrow(SyntaxError);
});

test('a failure gives no reason', () => {
  expect(new VaultError()).toMatchObject({ name: 'VaultError', message: 'The sealed value cannot be decrypted' });
});
