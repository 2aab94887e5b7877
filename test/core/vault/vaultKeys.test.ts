import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { verifyAuditChain } from '../../../src/core/audit/verify.ts';
import type { Ctx, Db } from '../../../src/core/context.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { getSigner } from '../../../src/core/endpoints/signingKey.ts';
import {
  type CredentialId,
  newCredentialId,
  newServerKey,
  newStackServerId,
  type StackServerId,
  toServerId,
} from '../../../src/core/ids.ts';
import { createVault } from '../../../src/core/vault/createVault.ts';
import {
  ensureKeyCheck,
  isIntactCheckValue,
  KeyCheckError,
  markChainsKeyed,
  needsKeyedChains,
} from '../../../src/core/vault/keyCheck.ts';
import { rotateVault } from '../../../src/core/vault/rotate.ts';
import type { Binding, Vault } from '../../../src/core/vault/vault.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { createTenant, createWorld, type Tenant, type World } from '../world.ts';

const OLD_KEY = randomBytes(32);
const NEW_KEY = randomBytes(32);
const old = createVault({ current: OLD_KEY, previous: [] });
const both = createVault({ current: NEW_KEY, previous: [OLD_KEY] });
const fresh = createVault({ current: NEW_KEY, previous: [] });

let world: World;
let db: Db;
let alice: Tenant;
let stackServerId: StackServerId;

beforeEach(async () => {
  world = await createWorld(OLD_KEY);
  db = world.database.db;
  alice = await createTenant(world, 'Alice');
  const server = {
    id: newServerKey(),
    owner: 'marketplace',
    slug: toServerId('gmail'),
    name: 'Gmail',
    description: '',
  };
  await db.server.create({ data: { ...server, verified: false, toolPrefix: true, connector: {}, digest: '' } });
  stackServerId = newStackServerId();
  await db.stackServer.create({ data: { id: stackServerId, stackId: alice.stackId, serverId: server.id } });
});
afterEach(() => world.database.close());

const bindingOf = (fieldId: string, revision = 1): Binding => ({
  accountId: alice.accountId,
  stackId: alice.stackId,
  serverId: 'server_1',
  endUser: '',
  fieldId,
  revision,
  destination: 'there',
});

/** Stores a value in each field; the rows' ids in the same order. */
async function store(vault: Vault, ...fields: string[]): Promise<CredentialId[]> {
  const rows = fields.map((fieldId) => {
    const { bytes: sealed, keyId } = vault.seal(`value of ${fieldId}`, bindingOf(fieldId));
    return { id: newCredentialId(), stackServerId, fieldId, sealed, keyId, revision: 1 };
  });
  await db.credential.createMany({ data: rows });
  return rows.map((row) => row.id);
}

async function openAll(vault: Vault): Promise<string[]> {
  const rows = await db.credential.findMany({ orderBy: { id: 'asc' } });
  return rows.map((row) => vault.open(row.sealed, bindingOf(row.fieldId, row.revision)));
}

/** How many connections to this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

const operatorWith = (vault: Vault): Ctx => ({ ...world.as(), vault });
const knownKeys = async () => (await db.vaultKey.findMany()).map((key) => key.keyId);

/** What the check values were derived from, as it is stored for good. */
async function stagesIn(at: Db): Promise<string[]> {
  const rows = await at.vaultKey.findMany();
  return rows.map(({ keyId, checkValue }) => {
    expect(isIntactCheckValue(both, keyId, checkValue)).toBe(true);
    const made = ['key-check', 'key-check/2'].find((what) => both.deriveKey(what, keyId).equals(checkValue));
    return made ?? 'neither';
  });
}

describe('the key check', () => {
  test('enrols the first key and knows it again', async () => {
    await ensureKeyCheck(db, old);
    await ensureKeyCheck(db, old);
    expect(await knownKeys()).toEqual([old.currentKeyId]);
  });

  test('refuses another key, naming the one that is needed', async () => {
    await ensureKeyCheck(db, old);
    const refused = ensureKeyCheck(db, fresh);
    await expect(refused).rejects.toMatchObject({
      name: 'KeyCheckError',
      message:
        `The database is sealed with master key ${old.currentKeyId}, which is not among the given ones ` +
        `(${fresh.currentKeyId}). Give that key, or give it as a previous key beside a new one.`,
    });
    const third = createVault({ current: randomBytes(32), previous: [NEW_KEY] });
    await expect(ensureKeyCheck(db, third)).rejects.toThrow(`(${third.keyIds.join(', ')})`);
    expect(await knownKeys()).toEqual([old.currentKeyId]);
  });

  test('takes another key beside the old one', async () => {
    await ensureKeyCheck(db, old);
    await ensureKeyCheck(db, both);
    expect(new Set(await knownKeys())).toEqual(new Set(both.keyIds));
  });

  test('refuses a key that does not open what is stored, though no check value is left', async () => {
    await store(old, 'token');
    await expect(ensureKeyCheck(db, fresh)).rejects.toThrow(old.currentKeyId);
    await ensureKeyCheck(db, old);
  });

  test('tells damage from a wrong key', async () => {
    await ensureKeyCheck(db, old);
    await db.vaultKey.updateMany({ data: { checkValue: new Uint8Array(32) } });
    await expect(ensureKeyCheck(db, old)).rejects.toThrow('damaged');
    expect(isIntactCheckValue(old, old.currentKeyId, new Uint8Array(32))).toBe(false);
  });

  test('remembers whether chains are tied to the key, over all keys that are known', async () => {
    const empty = await createTestDatabase();
    onTestFinished(() => empty.close());
    await ensureKeyCheck(empty.db, old);
    await ensureKeyCheck(empty.db, both);
    expect(await stagesIn(empty.db)).toEqual(['key-check', 'key-check']);
    expect(await needsKeyedChains(empty.db, both)).toBe(true);
    await markChainsKeyed(empty.db, both);
    expect(await stagesIn(empty.db)).toEqual(['key-check/2', 'key-check/2']);
    expect(await needsKeyedChains(empty.db, both)).toBe(false);
    const third = createVault({ current: randomBytes(32), previous: [NEW_KEY, OLD_KEY] });
    await ensureKeyCheck(empty.db, third);
    expect(await needsKeyedChains(empty.db, third)).toBe(false);
  });

  test('takes the chains of a database with changes but without any check value for tied', async () => {
    await ensureKeyCheck(db, both);
    expect(await stagesIn(db)).toEqual(['key-check/2']);
  });

  test('lets one of many different keys win the first start', async () => {
    const vaults = Array.from({ length: 6 }, () => createVault({ current: randomBytes(32), previous: [] }));
    let starts: Promise<PromiseSettledResult<void>[]> = Promise.resolve([]);
    // Held up together, so that they race however slowly the machine starts them.
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE vault_key IN ACCESS EXCLUSIVE MODE`;
      starts = Promise.allSettled(vaults.map((vault) => ensureKeyCheck(db, vault)));
      await expect.poll(countWaiting, { timeout: 4_000, interval: 10 }).toBe(vaults.length);
    });
    const ended = await starts;
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await knownKeys()).toHaveLength(1);
  });

  test('lets many instances with one key start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ensureKeyCheck(db, old)));
    expect(await knownKeys()).toEqual([old.currentKeyId]);
  });
});

describe('rotation', () => {
  const FIELDS = Array.from({ length: 250 }, (_, index) => `field_${index}`);

  test('puts every value under the new key and drops the old one', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS);
    const { kid } = await getSigner({ ...alice.ctx, vault: old });
    const values = await openAll(old);
    expect(await rotateVault(operatorWith(both))).toEqual({
      keyId: fresh.currentKeyId,
      rewrapped: FIELDS.length + 1,
      unreadable: 0,
      droppedKeyIds: [old.currentKeyId],
      keptKeyIds: [],
    });
    expect(await openAll(fresh)).toEqual(values);
    expect((await getSigner({ ...alice.ctx, vault: fresh })).kid).toBe(kid);
    expect(await knownKeys()).toEqual([fresh.currentKeyId]);
    await ensureKeyCheck(db, fresh);
    const events = await db.auditEvent.findMany({ where: { chain: 'operator', action: 'vault.rotate' } });
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(await verifyAuditChain(operatorWith(fresh), 'operator')).toMatchObject({ ok: true });
  });

  test('goes on where it was stopped', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS);
    const stop = new AbortController();
    const changedOnce = { ...operatorWith(both), signal: stop.signal };
    const changes = { ...world.changes, publishLocally: () => stop.abort() };
    await expect(rotateVault({ ...changedOnce, changes })).rejects.toThrow();
    const left = await db.credential.count({ where: { keyId: old.currentKeyId } });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(FIELDS.length);
    expect(await openAll(both)).toHaveLength(FIELDS.length);
    expect(await rotateVault(operatorWith(both))).toMatchObject({ rewrapped: left, droppedKeyIds: [old.currentKeyId] });
  });

  test('run twice at once does it once', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS.slice(0, 20));
    const rotations = await Promise.all([rotateVault(operatorWith(both)), rotateVault(operatorWith(both))]);
    expect(rotations.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(20);
    expect(await openAll(fresh)).toHaveLength(20);
  });

  test('keeps the old key while a damaged row names it, and does all others', async () => {
    await ensureKeyCheck(db, old);
    const [, bad = newCredentialId()] = await store(old, 'good', 'bad', 'fine');
    await db.credential.update({ where: { id: bad }, data: { sealed: new Uint8Array(200) } });
    const first = await rotateVault(operatorWith(both));
    expect(first).toMatchObject({ rewrapped: 2, unreadable: 1, droppedKeyIds: [], keptKeyIds: [old.currentKeyId] });
    await db.credential.delete({ where: { id: bad } });
    const second = await rotateVault(operatorWith(both));
    expect(second).toMatchObject({ rewrapped: 0, unreadable: 0, droppedKeyIds: [old.currentKeyId] });
  });

  test('does not undo a value that its owner stores meanwhile', async () => {
    await ensureKeyCheck(db, old);
    const [id = newCredentialId()] = await store(old, 'token');
    const { bytes, keyId } = both.seal('newer', bindingOf('token', 2));
    let rotation: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (owner) => {
      await owner.credential.update({ where: { id }, data: { sealed: bytes, keyId, revision: 2 } });
      rotation = rotateVault(operatorWith(both));
      await expect.poll(countWaiting, { timeout: 4_000, interval: 10 }).toBe(1);
    });
    await rotation;
    expect(await openAll(fresh)).toEqual(['newer']);
  });

  test('is for the operator alone, with a key set that opens everything', async () => {
    await ensureKeyCheck(db, old);
    await expect(rotateVault({ ...alice.ctx, vault: both })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(rotateVault(operatorWith(fresh))).rejects.toThrow(KeyCheckError);
  });

  test('leaves tokens valid', async () => {
    await createClientEndpoint({ ...alice.ctx, vault: old }, { stackId: alice.stackId, name: 'agent' });
    await rotateVault(operatorWith(both));
    expect(await db.signingKey.count({ where: { keyId: fresh.currentKeyId } })).toBe(1);
  });
});
