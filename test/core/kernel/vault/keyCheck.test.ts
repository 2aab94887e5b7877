import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClientEndpoint } from '../../../../src/core/endpoints/clientEndpoint.ts';
import type { Db } from '../../../../src/core/kernel/context.ts';
import { createVault } from '../../../../src/core/kernel/vault/createVault.ts';
import {
  ensureKeyCheck,
  isIntactCheckValue,
  markChainsKeyed,
  needsKeyedChains,
} from '../../../../src/core/kernel/vault/keyCheck.ts';
import { patiently } from '../../../harness/eventually.ts';
import { createTestAccount, createWorld, type World } from '../../world.ts';
import { countWaiting, knownKeys } from './kit.ts';

const OLD_KEY = randomBytes(32);
const NEW_KEY = randomBytes(32);
const old = createVault({ current: OLD_KEY, previous: [] });
const both = createVault({ current: NEW_KEY, previous: [OLD_KEY] });
const fresh = createVault({ current: NEW_KEY, previous: [] });

let world: World;
let db: Db;

beforeEach(async () => {
  world = await createWorld(OLD_KEY);
  db = world.database.db;
});
afterEach(() => world.database.close());

/** The sources of the stored check values. */
async function stages(): Promise<string[]> {
  const rows = await db.vaultKey.findMany();
  return rows.map(({ keyId, checkValue }) => {
    expect(isIntactCheckValue(both, keyId, checkValue)).toBe(true);
    const made = ['key-check', 'key-check/2'].find((purpose) =>
      Buffer.from(both.deriveKey(purpose, keyId)).equals(checkValue),
    );
    return made ?? 'neither';
  });
}

describe('the key check', () => {
  test('stores the first key’s check value and recognizes that key', async () => {
    await ensureKeyCheck(db, old);
    await ensureKeyCheck(db, old);
    expect(await knownKeys(db)).toEqual([old.currentKeyId]);
  });

  test('refuses another key, and names the required one', async () => {
    await ensureKeyCheck(db, old);
    const refused = ensureKeyCheck(db, fresh);
    await expect(refused).rejects.toMatchObject({
      name: 'KeyCheckError',
      message:
        `The database is sealed with master key ${old.currentKeyId}, which is not among the given ones ` +
        `(${fresh.currentKeyId}). Configure that key, or add it as a previous key. If it is lost, see toolyard vault abandon-key --help.`,
    });
    const third = createVault({ current: randomBytes(32), previous: [NEW_KEY] });
    await expect(ensureKeyCheck(db, third)).rejects.toThrow(`(${third.keyIds.join(', ')})`);
    expect(await knownKeys(db)).toEqual([old.currentKeyId]);
  });

  test('accepts a new key together with the old one', async () => {
    await ensureKeyCheck(db, old);
    await ensureKeyCheck(db, both);
    expect(new Set(await knownKeys(db))).toEqual(new Set(both.keyIds));
  });

  test('refuses a key that opens no stored value, even without a check value', async () => {
    const alice = await createTestAccount(world, 'Alice');
    await createClientEndpoint({ ...alice.ctx, vault: old }, { stackId: alice.stackId, name: 'agent' });
    await expect(ensureKeyCheck(db, fresh)).rejects.toThrow(old.currentKeyId);
    await ensureKeyCheck(db, old);
  });

  test('distinguishes damage from a wrong key', async () => {
    await ensureKeyCheck(db, old);
    await db.vaultKey.updateMany({ data: { checkValue: new Uint8Array(32) } });
    const message = expect.stringMatching(/^The check value of master key .* is damaged/);
    await expect(ensureKeyCheck(db, old)).rejects.toMatchObject({ message });
    await expect(needsKeyedChains(db, old)).rejects.toMatchObject({ message });
    for (const length of [0, 31, 32, 33])
      expect(isIntactCheckValue(old, old.currentKeyId, new Uint8Array(length))).toBe(false);
  });

  test('remembers whether chains are keyed, across all known keys', async () => {
    await ensureKeyCheck(db, old);
    await ensureKeyCheck(db, both);
    expect(await stages()).toEqual(['key-check', 'key-check']);
    expect(await needsKeyedChains(db, both)).toBe(true);
    await markChainsKeyed(db, both);
    expect(await stages()).toEqual(['key-check/2', 'key-check/2']);
    expect(await needsKeyedChains(db, both)).toBe(false);
    const unkeyed = { checkValue: Uint8Array.from(both.deriveKey('key-check', old.currentKeyId)) };
    await db.vaultKey.update({ where: { keyId: old.currentKeyId }, data: unkeyed });
    expect(await needsKeyedChains(db, both)).toBe(true);
    await markChainsKeyed(db, both);
    const third = createVault({ current: randomBytes(32), previous: [NEW_KEY, OLD_KEY] });
    await ensureKeyCheck(db, third);
    expect(await needsKeyedChains(db, third)).toBe(false);
  });

  test('treats chains of a database with changes but no check value as keyed', async () => {
    await createTestAccount(world, 'Alice');
    await ensureKeyCheck(db, both);
    expect(await stages()).toEqual(['key-check/2']);
  });

  test('lets one of many different keys win the first start', async () => {
    const vaults = Array.from({ length: 6 }, () => createVault({ current: randomBytes(32), previous: [] }));
    let starts: Promise<PromiseSettledResult<void>[]> = Promise.resolve([]);
    // Held until all are ready, so that they race even on a slow machine.
    await patiently(db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE vault_key IN ACCESS EXCLUSIVE MODE`;
      starts = Promise.allSettled(vaults.map((vault) => ensureKeyCheck(db, vault)));
      await expect.poll(() => countWaiting(db)).toBe(vaults.length);
    });
    const ended = await starts;
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await knownKeys(db)).toHaveLength(1);
  });

  test('lets many instances start together with one key', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ensureKeyCheck(db, old)));
    expect(await knownKeys(db)).toEqual([old.currentKeyId]);
  });
});
