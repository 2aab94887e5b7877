import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyAllChains, verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { appendAudit } from '../../../src/core/kernel/audit/audit.ts';
import { GENESIS_HASH, hashEvent, headMac } from '../../../src/core/kernel/audit/chain.ts';
import { currentAuditKey, findAuditKey, storeAuditKeys } from '../../../src/core/kernel/audit/key.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';
import type { Binding, Vault } from '../../../src/core/kernel/vault/vault.ts';
import { createTestAccount } from '../world.ts';
import { at, eventsOf, openScene, openTestAccount, rehash, type Scene, tamper } from './attackKit.ts';

/* Which chains are verified, including chains that an attacker without the master key can't forge. */

const KEYLESS = 'the event was added without the master key';
const MASTER_KEY = randomBytes(32);

let first: Scene;
let scene: Scene;
beforeAll(async () => {
  first = await openScene(MASTER_KEY);
});
afterAll(() => first.world.database.close());
beforeEach(async () => {
  scene = { ...first, alice: await openTestAccount(first.world, 'Alice') };
});

const verify = (chain: string = scene.alice.accountId) => verifyAuditChain(scene.world.as(), chain);
const missing = { ok: false, seq: 1, reason: 'the event is missing' };

/** The verdict of each chain. */
const all = async () =>
  new Map((await verifyAllChains(scene.world.as())).map(({ chain, verdict }) => [chain, verdict] as const));

test('every chain is verified: of accounts, of deleted accounts, and the operator’s', async () => {
  const { db } = scene.world.database;
  const carol = await createTestAccount(scene.world, 'Carol');
  await tamper(scene, `DELETE FROM audit_event WHERE chain = '${carol.accountId}'`);
  await db.auditChain.deleteMany({ where: { id: carol.accountId } });
  await db.auditChain.create({ data: { id: 'head', seq: 1, hash: new Uint8Array(32) } });
  await tamper(
    scene,
    `INSERT INTO audit_event (id, chain, seq, at, actor_kind, actor_id, action, target_kind, target_id, stack_id, details,
     request_id, prev_hash, hash, key_id, envelopes) SELECT 'ghost', 'ghost', seq, at, actor_kind, actor_id, action, target_kind, target_id,
     stack_id, details, request_id, prev_hash, hash, key_id, envelopes FROM audit_event ${at(scene, 1)}`,
  );
  const verdicts = await all();
  expect(verdicts.get('operator')).toMatchObject({ ok: true });
  expect(verdicts.get(scene.alice.accountId)).toMatchObject({ ok: true });
  // Three accounts: a missing chain, a head without events, and events without a head.
  expect(verdicts.get(carol.accountId)).toEqual(missing);
  expect(verdicts.get('head')).toEqual(missing);
  expect(verdicts.get('ghost')).toMatchObject({ ok: false, seq: 1 });
  expect([...verdicts.keys()]).toEqual([...verdicts.keys()].toSorted());
});

test('only the operator may verify all chains, and it stops when the caller leaves', async () => {
  await expect(verifyAllChains(scene.alice.ctx)).rejects.toMatchObject({ code: 'forbidden' });
  const left = { ...scene.world.as(), signal: AbortSignal.abort() };
  await expect(verifyAllChains(left)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a deleted account’s chain may start later than its creation; a live one may not', async () => {
  const { db } = scene.world.database;
  const { accountId } = scene.alice;
  await tamper(scene, `UPDATE audit_event SET action = 'api_key.create' ${at(scene, 1)}`);
  await resign();
  expect(await verify()).toMatchObject({ ok: true, count: 7 });
  expect((await all()).get(accountId)).toEqual(missing);
  await db.account.delete({ where: { id: accountId } });
  expect((await all()).get(accountId)).not.toEqual(missing);
});

test('an operator chain that does not record when chains were keyed was restarted', async () => {
  const { world } = scene;
  await tamper(
    scene,
    `DELETE FROM audit_event WHERE chain = 'operator'`,
    `DELETE FROM audit_chain WHERE id = 'operator'`,
  );
  const actor = world.as();
  await actor.db.$transaction((tx) =>
    appendAudit(actor, tx, { action: 'vault.rotate', target: { kind: 'vault', id: 'x' } }),
  );
  expect(await verify('operator')).toMatchObject({ ok: true, count: 1 });
  expect(await verifyAllChains(actor, 'operator')).toMatchObject([{ verdict: missing }]);
});

test('rejects an event before the first, a head that is not the last event’s, and a head without events', async () => {
  const { db } = scene.world.database;
  await tamper(scene, `UPDATE audit_event SET seq = 0 ${at(scene, 1)}`);
  expect(await verify()).toEqual({ ok: false, seq: 0, reason: 'the event is not in the chain' });
  await tamper(scene, `UPDATE audit_event SET seq = 1 ${at(scene, 0)}`);
  const where = { id: scene.alice.accountId };
  await db.auditChain.update({ where, data: { seq: 5 } });
  expect(await verify()).toEqual({ ok: false, seq: 6, reason: 'the event is not in the chain' });
  await db.auditChain.update({ where, data: { seq: 7, hash: new Uint8Array(32) } });
  expect(await verify()).toEqual({ ok: false, seq: 7, reason: 'the event is not the one that was appended' });
  await db.auditChain.create({ data: { id: 'empty', seq: 0, hash: GENESIS_HASH } });
  expect(await verify('empty')).toMatchObject({ ok: true, count: 0 });
  await db.auditChain.delete({ where: { id: 'empty' } });
});

test('unkeyed events may not mention credentials, and only the event that keys the chain may follow', async () => {
  const [sealed] = (await eventsOf(scene, scene.alice.accountId)).filter(({ envelopes }) => envelopes !== null);
  await rehash(scene, 1, false);
  await tamper(scene, `UPDATE audit_event SET envelopes = '{}' ${at(scene, sealed?.seq ?? 0)}`);
  expect(await verify()).toEqual({ ok: false, seq: sealed?.seq, reason: KEYLESS });
  await tamper(scene, `UPDATE audit_event SET envelopes = NULL ${at(scene, sealed?.seq ?? 0)}`);
  await resign(3);
  expect(await verify()).toEqual({ ok: false, seq: 3, reason: KEYLESS });
});

test('a retired key is stored under the current one, in its own row', async () => {
  const { db } = scene.world.database;
  const next = createVault({ current: randomBytes(32), previous: [MASTER_KEY] });
  const [id = ''] = next.keyIds.filter((keyId) => keyId !== next.currentKeyId);
  const key = randomBytes(32);
  const place: Binding = {
    ...{ accountId: 'operator', stackId: '', serverId: '', endUser: '' },
    ...{ fieldId: `audit-key/${id}`, revision: 1, destination: null },
  };
  const sealedBy = (vault: Vault) => vault.seal(key.toString('base64'), place);
  const sealedKey = sealedBy(scene.world.deps.vault);
  await db.auditKey.create({ data: { id, sealed: sealedKey.bytes, keyId: sealedKey.keyId } });
  const alone = createVault({ current: MASTER_KEY, previous: [] });
  expect(alone.keyIds).toEqual([id]);
  const stranger = createVault({ current: randomBytes(32), previous: [] });
  expect(await db.$transaction((tx) => findAuditKey(tx, stranger, id))).toBeNull();
  // Storing the chain key again encrypts it with the current master key.
  await db.$transaction((tx) => storeAuditKeys(tx, next));
  expect(await db.auditKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ keyId: next.currentKeyId });
  const sealed = sealedBy(stranger);
  await db.auditKey.update({ where: { id }, data: { sealed: sealed.bytes, keyId: sealed.keyId } });
  expect(Buffer.from((await db.$transaction((tx) => findAuditKey(tx, stranger, id))) ?? [])).toEqual(key);
  await db.auditKey.deleteMany();
});

/** Rehashes all events after `keyless` with the master key, and updates the head. */
async function resign(keyless = 0): Promise<void> {
  const { world, alice } = scene;
  const { vault } = world.deps;
  let prevHash = GENESIS_HASH;
  const hex = (bytes: Uint8Array): string => `'\\x${Buffer.from(bytes).toString('hex')}'`;
  for (const event of await eventsOf(scene, alice.accountId)) {
    const isKeyless = event.seq <= keyless;
    const signed = { ...event, prevHash, keyId: isKeyless ? null : vault.currentKeyId };
    const hash = hashEvent(signed, isKeyless ? null : currentAuditKey(vault));
    const key = isKeyless ? 'NULL' : `'${vault.currentKeyId}'`;
    await tamper(
      scene,
      `UPDATE audit_event SET prev_hash = ${hex(prevHash)}, hash = ${hex(hash)}, key_id = ${key} ${at(scene, event.seq)}`,
    );
    prevHash = hash;
  }
  const head = { id: alice.accountId, seq: 7, hash: prevHash };
  const mac = headMac(head, currentAuditKey(vault));
  await world.database.db.auditChain.update({
    where: { id: alice.accountId },
    data: { hash: prevHash, keyId: vault.currentKeyId, mac },
  });
}
