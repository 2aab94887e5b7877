import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAccountId, toStackId } from '../../../../src/core/kernel/ids.ts';
import { createVault } from '../../../../src/core/kernel/vault/createVault.ts';
import { ENVELOPE_OVERHEAD_BYTES } from '../../../../src/core/kernel/vault/envelope.ts';
import { type Binding, VaultError } from '../../../../src/core/kernel/vault/vault.ts';

const KEY = randomBytes(32);
const OTHER_KEY = randomBytes(32);
const vault = createVault({ current: KEY, previous: [] });

const ROW: Binding = {
  accountId: toAccountId('acct_1'),
  stackId: toStackId('stack_1'),
  serverId: 'gmail',
  endUser: 'ann',
  fieldId: 'token',
  revision: 1,
  destination: 'there',
};

const flipBit = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

const parts = { accountId: fc.string(), stackId: fc.string(), serverId: fc.string() };
/** Any text anywhere: the vault doesn't interpret a row's names. */
const asBinding = (texts: object): Binding => texts as Binding;

const bindings = fc
  .record({
    ...parts,
    endUser: fc.string(),
    fieldId: fc.string(),
    revision: fc.nat(),
    destination: fc.option(fc.string()),
  })
  .map(asBinding);
const values = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('a sealed value', () => {
  test('opens in its own row, for any value and row', () => {
    fc.assert(
      fc.property(values, bindings, (value, row) => {
        expect(vault.open(vault.seal(value, row).bytes, row)).toBe(value);
      }),
    );
  });

  test('never opens with any bit flipped', () => {
    const { bytes } = vault.seal('hunter2', ROW);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      expect(() => vault.open(flipBit(bytes, bit), ROW), `bit ${bit}`).toThrow(VaultError);
    }
  });

  test('never opens truncated or extended', () => {
    const { bytes } = vault.seal('hunter2', ROW);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => vault.open(bytes.subarray(0, length), ROW), `${length} bytes`).toThrow(VaultError);
    }
    expect(() => vault.open(new Uint8Array([...bytes, 0]), ROW)).toThrow(VaultError);
  });

  test.each([
    ['account', { ...ROW, accountId: toAccountId('acct_2') }],
    ['stack', { ...ROW, stackId: toStackId('stack_2') }],
    ['server', { ...ROW, serverId: 'linear' }],
    ['end user', { ...ROW, endUser: 'bob' }],
    ['owner, the stack itself', { ...ROW, endUser: '' }],
    ['field', { ...ROW, fieldId: 'secret' }],
    ['revision', { ...ROW, revision: 2 }],
    ['destination', { ...ROW, destination: 'elsewhere' }],
    ['destination: none', { ...ROW, destination: null }],
    ['split of neighbouring names', { ...ROW, accountId: toAccountId('acct_1s'), stackId: toStackId('tack_1') }],
  ])('does not open after a move to another %s', (_name, row) => {
    const { bytes } = vault.seal('hunter2', ROW);
    expect(() => vault.open(bytes, row)).toThrow(VaultError);
    // The array caches its key after the first opening, and still opens in no other row.
    expect(vault.open(bytes, ROW)).toBe('hunter2');
    expect(() => vault.open(bytes, row)).toThrow(VaultError);
  });

  test('never opens with a bit flipped in place after a first opening', () => {
    const { bytes } = vault.seal('hunter2', ROW);
    expect(vault.open(bytes, ROW)).toBe('hunter2');
    for (let at = bytes.length - 'hunter2'.length - 16; at < bytes.length; at += 1) {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(() => vault.open(bytes, ROW), `byte ${at}`).toThrow(VaultError);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
    }
  });

  test('reuses the data key cached with its array, and still checks its version', () => {
    const { bytes } = vault.seal('hunter2', ROW);
    expect(vault.open(bytes, ROW)).toBe('hunter2');
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    expect(vault.open(bytes, ROW)).toBe('hunter2');
    expect(() => vault.open(bytes.slice(), ROW)).toThrow(VaultError);
    bytes[0] = (bytes[0] ?? 0) ^ 3;
    expect(() => vault.open(bytes, ROW)).toThrow(VaultError);
  });

  test('does not open in any other row', () => {
    fc.assert(
      fc.property(bindings, bindings, (from, to) => {
        fc.pre(JSON.stringify(from) !== JSON.stringify(to));
        expect(() => vault.open(vault.seal('hunter2', from).bytes, to)).toThrow(VaultError);
      }),
    );
  });

  test('does not open with the data key of another value', () => {
    const one = vault.seal('hunter2', ROW).bytes;
    const other = vault.seal('hunter2', ROW).bytes;
    const wrapEnd = 70;
    const spliced = new Uint8Array([...one.subarray(0, wrapEnd), ...other.subarray(wrapEnd)]);
    expect(() => vault.open(spliced, ROW)).toThrow(VaultError);
  });

  test('does not open with another master key', () => {
    const stranger = createVault({ current: OTHER_KEY, previous: [] });
    expect(() => stranger.open(vault.seal('hunter2', ROW).bytes, ROW)).toThrow(VaultError);
  });

  test('is different every time and never contains the value', () => {
    const one = Buffer.from(vault.seal('hunter2', ROW).bytes);
    expect(one.equals(vault.seal('hunter2', ROW).bytes)).toBe(false);
    expect(one.includes('hunter2')).toBe(false);
    expect(one.length).toBe(ENVELOPE_OVERHEAD_BYTES + 'hunter2'.length);
  });

  test('is refused for text that would not survive unchanged', () => {
    expect(() => vault.seal('\ud800', ROW)).toThrow(TypeError);
  });

  test('names the key that wraps it', () => {
    expect(vault.seal('hunter2', ROW).keyId).toBe(vault.currentKeyId);
    expect(vault.currentKeyId).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('rotation', () => {
  const rotated = createVault({ current: OTHER_KEY, previous: [KEY] });
  const after = createVault({ current: OTHER_KEY, previous: [] });

  test('opens values of a previous key', () => {
    expect(rotated.open(vault.seal('hunter2', ROW).bytes, ROW)).toBe('hunter2');
    expect(rotated.keyIds).toEqual([rotated.currentKeyId, vault.currentKeyId]);
  });

  test('makes a value open with the new key alone, and changes only the wrap', () => {
    const old = vault.seal('hunter2', ROW).bytes;
    const { bytes, keyId } = rotated.rewrap(old);
    expect(keyId).toBe(after.currentKeyId);
    expect(after.open(bytes, ROW)).toBe('hunter2');
    expect(() => vault.open(bytes, ROW)).toThrow(VaultError);
    expect(Buffer.from(bytes.subarray(70)).equals(old.subarray(70))).toBe(true);
    expect(() => after.open(bytes, { ...ROW, revision: 2 })).toThrow(VaultError);
  });

  test('can be repeated any number of times', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 5 }),
        (value, keys) => {
          let bytes = vault.seal(value, ROW).bytes;
          let current = KEY;
          for (const key of keys.map((next) => Buffer.from(next))) {
            bytes = createVault({ current: key, previous: [current] }).rewrap(bytes).bytes;
            current = key;
          }
          expect(createVault({ current, previous: [] }).open(bytes, ROW)).toBe(value);
        },
      ),
    );
  });

  test('does not rewrap a damaged wrap', () => {
    const { bytes } = vault.seal('hunter2', ROW);
    expect(() => rotated.rewrap(flipBit(bytes, 30 * 8))).toThrow(VaultError);
    expect(() => after.rewrap(bytes)).toThrow(VaultError);
  });

  test('treats a key that is both current and previous as one', () => {
    const twice = createVault({ current: KEY, previous: [KEY] });
    expect(twice.keyIds).toEqual([vault.currentKeyId]);
    expect(twice.open(vault.seal('hunter2', ROW).bytes, ROW)).toBe('hunter2');
  });
});

test('derived keys differ by purpose and by master key', () => {
  const rotated = createVault({ current: OTHER_KEY, previous: [KEY] });
  const derived = [vault.deriveKey('a'), vault.deriveKey('b'), rotated.deriveKey('a')];
  expect(new Set(derived.map((key) => Buffer.from(key).toString('hex'))).size).toBe(3);
  expect(vault.deriveKey('a')).toEqual(vault.deriveKey('a'));
  expect(vault.deriveKey('a')).toHaveLength(32);
});

test('a master key of another length is refused', () => {
  expect(() => createVault({ current: KEY.subarray(1), previous: [] })).toThrow(RangeError);
});
