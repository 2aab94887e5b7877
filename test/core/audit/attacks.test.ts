import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { keyChains } from '../../../src/core/audit/keyChains.ts';
import { type ChainCheck, verifyAllChains, verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { removeCredential } from '../../../src/core/credentials/credential.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';
import { ensureKeyCheck } from '../../../src/core/kernel/vault/keyCheck.ts';
import { rotateVault } from '../../../src/core/kernel/vault/rotate.ts';
import type { Vault } from '../../../src/core/kernel/vault/vault.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { at, enter, eventsOf, openScene, openTestAccount, rehash, type Scene, tamper } from './attackKit.ts';
import { ATTACKS } from './attacks.ts';

const OLD_KEY = randomBytes(32);
const NEW_KEY = randomBytes(32);

/** The expected verdict: the event, and its problem. */
const VERDICTS: Readonly<Record<string, readonly [seq: number, reason: string]>> = {
  'edit an event': [4, 'the event was changed'],
  'edit an event’s facts about a credential': [4, 'the event was changed'],
  'remove an event’s facts about a credential': [4, 'the event was changed'],
  'name another key': [4, 'the event uses the master key 0011223344556677, which is not configured'],
  'delete an event': [4, 'the event is missing'],
  'delete an event, close the gap and rehash': [4, 'the event was changed'],
  'insert an event': [8, 'the event was added without the master key'],
  'reorder events': [3, 'the event does not follow the one before it'],
  'cut off the end': [6, 'the event is missing: the chain was cut here'],
  'truncate the end and remove the head’s MAC': [6, 'the event is missing: the chain was cut here'],
  'truncate the end and give the head another chain’s MAC': [6, 'the event is missing: the chain was cut here'],
  'edit an event and recompute the chain with SHA-256': [4, 'the event was changed'],
  'edit an event and recompute the chain without a key': [7, 'the event was added without the master key'],
  'recompute the end of the chain without a key': [4, 'the event was added without the master key'],
  'delete the chain': [0, 'a credential token was added without an audit event'],
  'restore an old row': [8, 'the credential token was replaced since, without a record'],
  'restore only an old envelope': [8, 'the credential token was replaced since, without a record'],
  'restore a removed row': [8, 'a credential token was added without an audit event'],
  'undo the mark that a credential must be entered again': [
    5,
    'the credential token was replaced since, without a record',
  ],
  'insert another account’s envelope': [5, 'the credential token was replaced since, without a record'],
  'swap the envelopes of two end users': [5, 'the credential token was replaced since, without a record'],
  'delete a row': [5, 'the credential token was removed since, without a record'],
  'add a row': [7, 'a credential token was added without an audit event'],
};

let scene: Scene;

const verify = (chain = scene.alice.accountId): Promise<ChainCheck> => verifyAuditChain(scene.world.as(), chain);

describe('an attacker with database access and no master key is detected', () => {
  let detected = 0;
  beforeAll(async () => {
    scene = await openScene(OLD_KEY);
  });
  afterAll(async () => {
    process.stdout.write(`attacks on the record of changes: ${detected} found\n`);
    await scene.world.database.close();
  });
  beforeEach(async () => {
    scene = { ...scene, alice: await openTestAccount(scene.world, 'Alice') };
  });

  test.each(someOf(ATTACKS, 6))('%s', async (name, attack) => {
    expect(await verify()).toMatchObject({ ok: true, count: 7 });
    await attack(scene);
    const verdicts = await verifyAllChains(scene.world.as(), scene.alice.accountId);
    const [seq, reason] = VERDICTS[name] ?? [];
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([{ ok: false, seq, reason }]);
    // The attack is still detected after later writes and a restart of the service.
    await createApiKey(scene.alice.ctx, { name: 'after' }).catch(() => undefined);
    await keyChains(scene.world.as());
    const [after] = await verifyAllChains(scene.world.as(), scene.alice.accountId);
    expect(after?.verdict.ok).toBe(false);
    expect(await verify(scene.bob.accountId)).toMatchObject({ ok: true });
    detected += 1;
  });
});

describe('in a dedicated database', () => {
  beforeEach(async () => {
    scene = await openScene(OLD_KEY);
  });
  afterEach(() => scene.world.database.close());

  test('deletion of the whole operator chain is detected', async () => {
    await tamper(
      scene,
      `DELETE FROM audit_event WHERE chain = 'operator'`,
      `DELETE FROM audit_chain WHERE id = 'operator'`,
    );
    expect(await verifyAllChains(scene.world.as(), 'operator')).toMatchObject([{ verdict: { ok: false, seq: 1 } }]);
  });

  test('a forged chain is detected, even if the record that chains are keyed is gone', async () => {
    await tamper(scene, `UPDATE audit_event SET action = 'stack.update' ${at(scene, 4)}`);
    await rehash(scene, 1, false);
    await scene.world.database.db.vaultKey.deleteMany();
    await ensureKeyCheck(scene.world.database.db, scene.world.deps.vault);
    await keyChains(scene.world.as());
    expect(await verify()).toMatchObject({ ok: false });
  });

  test('a chain stays valid when credentials are deleted with their server or stack, or first entered again', async () => {
    await removeCredential(scene.alice.ctx, scene.alice.stackId, toServerId('mail'), 'token');
    expect(await verify()).toMatchObject({ ok: true });
    await enter(scene.alice, 'again');
    expect(await verify()).toMatchObject({ ok: true });
    await scene.world.database.db.stackServer.deleteMany({ where: { stackId: scene.alice.stackId } });
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('a chain stays valid after two rotations of the master key, without the old keys', async () => {
    const third = randomBytes(32);
    const with_ = (vault: Vault): Ctx => ({ ...scene.world.as(), vault });
    const steps = [
      createVault({ current: NEW_KEY, previous: [OLD_KEY] }),
      createVault({ current: third, previous: [NEW_KEY] }),
    ];
    for (const vault of steps) {
      await ensureKeyCheck(scene.world.database.db, vault);
      await rotateVault(with_(vault));
      await createApiKey({ ...scene.alice.ctx, vault }, { name: 'under another key' });
    }
    const last = with_(createVault({ current: third, previous: [] }));
    await ensureKeyCheck(scene.world.database.db, last.vault);
    const keyIds = new Set((await eventsOf(scene, scene.alice.accountId)).map(({ keyId }) => keyId));
    expect(keyIds.size).toBe(3);
    for (const { verdict } of await verifyAllChains(last)) expect(verdict).toMatchObject({ ok: true });
    const { db } = scene.world.database;
    const keys = await db.auditKey.findMany({ orderBy: { id: 'asc' } });
    expect(keys.map(({ id }) => id)).toEqual([...keyIds].filter((id) => id !== last.vault.currentKeyId).toSorted());
    // A stored key decrypts only in its own row.
    const sealed = keys.map((row) => row.sealed).toReversed();
    for (const [at, { id }] of keys.entries()) {
      await db.auditKey.update({ where: { id }, data: { sealed: sealed[at] ?? new Uint8Array() } });
    }
    const reason = expect.stringMatching(/^the event uses the master key [0-9a-f]+, which is not configured$/);
    expect(await verifyAuditChain(last, scene.alice.accountId)).toEqual({ ok: false, seq: 1, reason });
    await scene.world.database.db.auditKey.deleteMany();
    expect(await verifyAuditChain(last, scene.alice.accountId)).toMatchObject({ ok: false, seq: 1 });
  });

  test('a chain from before there was a key verifies only once it is tied to the key', async () => {
    await rehash(scene, 1, false);
    await scene.world.database.db.vaultKey.updateMany({
      data: { checkValue: new Uint8Array(scene.world.deps.vault.deriveKey('key-check')) },
    });
    expect(await verify()).toMatchObject({ ok: false });
    await ensureKeyCheck(scene.world.database.db, scene.world.deps.vault);
    expect(await keyChains(scene.world.as())).toBe(1);
    expect(await keyChains(scene.world.as())).toBe(0);
    const { length } = await eventsOf(scene, scene.alice.accountId);
    expect(await verify()).toMatchObject({ ok: true, count: length });
    await enter(scene.alice, 'another');
    expect(await verify()).toMatchObject({ ok: true, count: length + 1 });
    await tamper(scene, `UPDATE audit_event SET action = 'stack.update' ${at(scene, 2)}`);
    expect(await verify()).toMatchObject({ ok: false, seq: 2 });
  });
});
