import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyChains } from '../../../../src/core/audit/keyChains.ts';
import { verifyAllChains, verifyAuditChain } from '../../../../src/core/audit/verify.ts';
import {
  type Envelopes,
  envelopesOf,
  findUnrecorded,
  noteEnvelopes,
  type RecordedEnvelopes,
} from '../../../../src/core/kernel/audit/envelopes.ts';
import { newCredentialId } from '../../../../src/core/kernel/ids.ts';
import { lengthPrefixed, sealedValueOf } from '../../../../src/core/kernel/vault/envelope.ts';
import { ensureKeyCheck } from '../../../../src/core/kernel/vault/keyCheck.ts';
import { sha256Text } from '../../../../src/core/lib/sha256.ts';
import { eventsOf, openScene, openTestAccount, type Scene } from '../../audit/attackKit.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene(randomBytes(32));
});
afterEach(() => scene.world.database.close());

const credentials = () =>
  scene.world.database.db.credential.findMany({
    where: { stackServer: { stackId: scene.alice.stackId } },
    orderBy: { endUser: 'asc' },
  });

test('an event names a credential’s row by a digest that any program can compute', async () => {
  const { db } = scene.world.database;
  const [row] = await credentials();
  if (!row) throw new Error('no credential');
  for (const [destination, statement] of [
    [null, 'unbound'],
    ['https://mail.test header', 'bound https://mail.test header'],
  ] as const) {
    await db.credential.update({ where: { id: row.id }, data: { destination } });
    const { stackServerId, endUser, fieldId, revision, state, sealed } = row;
    const parts = ['toolyard-credential-row-1', stackServerId, endUser, fieldId, String(revision), state, statement];
    const digest = sha256Text(lengthPrefixed([...parts, sealedValueOf(sealed)]), 'base64');
    expect(await envelopesOf(db, [row, { stackServerId, endUser: 'nobody', fieldId }])).toEqual({
      [JSON.stringify([stackServerId, endUser, fieldId])]: digest,
      [JSON.stringify([stackServerId, 'nobody', fieldId])]: null,
    });
  }
});

/** More than one read returns, for one server: one credential of each of these people. */
const PEOPLE = 2_001;

test('every credential is checked, present or deleted', async () => {
  const { world, alice } = scene;
  const { db } = world.database;
  const [row] = await credentials();
  if (!row) throw new Error('no credential');
  const people = Array.from({ length: PEOPLE }, (_, at) => `user-${at}`);
  const rows = people.map((endUser) => ({ ...row, id: newCredentialId(), endUser }));
  // Stored in reverse, because reads are in the order of ids.
  await db.credential.createMany({ data: rows.toReversed() });
  const keys = (await credentials()).map(({ stackServerId, endUser, fieldId }) => ({
    stackServerId,
    endUser,
    fieldId,
  }));
  const envelopes: Envelopes = await envelopesOf(db, keys);
  const recorded = (): RecordedEnvelopes => {
    const all: RecordedEnvelopes = new Map();
    noteEnvelopes(all, { seq: 7, envelopes });
    return all;
  };
  expect(recorded().size).toBe(PEOPLE + 2);
  expect(await findUnrecorded(db, alice.accountId, recorded())).toBeNull();
  const last = await db.credential.findFirstOrThrow({
    where: { stackServer: { stackId: alice.stackId } },
    orderBy: { id: 'desc' },
  });
  await db.credential.update({ where: { id: last.id }, data: { revision: 99 } });
  const replaced = { seq: 7, fieldId: 'token', change: 'replaced' };
  expect(await findUnrecorded(db, alice.accountId, recorded())).toEqual(replaced);
  await db.credential.delete({ where: { id: last.id } });
  expect(await findUnrecorded(db, alice.accountId, recorded())).toEqual({ ...replaced, change: 'removed' });
  const added = recorded();
  added.delete(JSON.stringify([row.stackServerId, row.endUser, row.fieldId]));
  expect(await findUnrecorded(db, alice.accountId, added)).toEqual({ ...replaced, seq: null });
  // Credentials deleted with their server are not reported missing; those of an existing server are.
  const gone: RecordedEnvelopes = new Map(
    people.map((endUser) => [JSON.stringify(['gone', endUser, 'token']), { digest: 'x', seq: 3 }]),
  );
  expect(await findUnrecorded(db, alice.accountId, new Map([...gone, ...recorded()]))).toMatchObject({
    change: 'removed',
  });
  await db.stackServer.deleteMany({ where: { stackId: alice.stackId } });
  expect(await findUnrecorded(db, alice.accountId, new Map([...gone, ...recorded()]))).toBeNull();
});

test('unkeyed chains are keyed one by one, also the operator’s, each with its own credentials', async () => {
  const { world, alice } = scene;
  const { db } = world.database;
  const carol = await openTestAccount(world, 'Carol');
  await db.$executeRawUnsafe('TRUNCATE audit_chain');
  await db.$executeRawUnsafe('ALTER TABLE audit_event DISABLE TRIGGER USER');
  await db.$executeRawUnsafe('DELETE FROM audit_event');
  for (const id of [alice.accountId, carol.accountId]) {
    await db.auditChain.create({ data: { id, seq: 0, hash: new Uint8Array(32) } });
  }
  const checkValue = new Uint8Array(world.deps.vault.deriveKey('key-check'));
  await db.vaultKey.updateMany({ data: { checkValue } });
  await ensureKeyCheck(db, world.deps.vault);
  await expect(keyChains({ ...world.as(), signal: AbortSignal.abort() })).rejects.toThrow();
  expect(await db.auditEvent.count()).toBe(0);
  expect(await keyChains(world.as())).toBe(3);
  expect(await verifyAllChains(world.as(), 'operator')).toMatchObject([{ verdict: { ok: true, count: 1 } }]);
  for (const account of [alice, carol]) {
    const [event] = await eventsOf({ world }, account.accountId);
    expect(event).toMatchObject({ action: 'audit.key', targetKind: 'audit', details: { credentials: 2 } });
    expect(Object.keys(event?.envelopes ?? {})).toHaveLength(2);
    expect(await verifyAuditChain(world.as(), account.accountId)).toMatchObject({ ok: true });
  }
});
