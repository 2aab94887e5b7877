import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { pruneAudit } from '../../../src/core/audit/prune.ts';
import { verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { anchorMac, hashEvent, headMac } from '../../../src/core/kernel/audit/chain.ts';
import { currentAuditKey } from '../../../src/core/kernel/audit/key.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';
import { ensureKeyCheck } from '../../../src/core/kernel/vault/keyCheck.ts';
import { rotateVault } from '../../../src/core/kernel/vault/rotate.ts';
import { at, eventsOf, openScene, openTestAccount, type Scene, tamper } from './attackKit.ts';

const DAY_MS = 24 * 60 * 60_000;
const OLD_KEY = randomBytes(32);

describe('an attacker with a rotated master key that leaked', () => {
  let scene: Scene;
  let ctx: Ctx;
  let leaked: { readonly keyId: string; readonly key: Uint8Array };
  let last: { readonly seq: number; readonly hash: Uint8Array<ArrayBuffer> };
  const verify = () => verifyAuditChain(ctx, scene.alice.accountId);

  beforeEach(async () => {
    scene = await openScene(OLD_KEY);
    scene = { ...scene, alice: await openTestAccount(scene.world, 'Alice') };
    const { db } = scene.world.database;
    const { vault } = scene.world.deps;
    leaked = { keyId: vault.currentKeyId, key: currentAuditKey(vault) };
    ctx = { ...scene.world.as(), vault: createVault({ current: randomBytes(32), previous: [OLD_KEY] }) };
    await ensureKeyCheck(db, ctx.vault);
    await rotateVault(ctx);
    for (const name of ['one', 'two']) await createApiKey({ ...scene.alice.ctx, vault: ctx.vault }, { name });
    // Without this deletion, credentials without an audit event would reveal the attack.
    await db.stackServer.deleteMany({ where: { stackId: scene.alice.stackId } });
    const [, { seq, hash } = { seq: 0, hash: Buffer.of() }] = (
      await eventsOf(scene, scene.alice.accountId)
    ).toReversed();
    last = { seq, hash: new Uint8Array(hash) };
    expect(await verify()).toMatchObject({ ok: true, count: last.seq + 1, removed: 0 });
  });
  afterEach(() => scene.world.database.close());

  test('cannot remove events as if they were old', async () => {
    const id = scene.alice.accountId;
    const prunedMac = anchorMac({ id, ...last }, leaked.key);
    await scene.world.database.db.auditChain.update({
      where: { id },
      data: { prunedSeq: last.seq, prunedHash: last.hash, prunedKeyId: leaked.keyId, prunedMac },
    });
    await tamper(scene, `DELETE FROM audit_event WHERE chain = '${id}' AND seq <= ${last.seq}`);
    const verdict = { ok: false, seq: 1, reason: 'the event is missing and was not removed by the service' };
    expect(await verify()).toEqual(verdict);
    // Pruning by the service does not hide it.
    scene.world.pass(32 * DAY_MS);
    await pruneAudit(ctx, 30);
    expect(await verify()).toEqual(verdict);
  });

  test('cannot make the service remove events by faking an earlier removal', async () => {
    const id = scene.alice.accountId;
    const { db } = scene.world.database;
    const before = await eventsOf(scene, id);
    const lastEvent = before.at(-1);
    if (!lastEvent) throw new Error('there are events');
    const prunedMac = anchorMac({ id, ...last }, leaked.key);
    const anchor = { prunedSeq: last.seq, prunedHash: last.hash, prunedKeyId: leaked.keyId, prunedMac };
    await db.auditChain.update({ where: { id }, data: anchor });
    const forged = {
      ...lastEvent,
      action: 'audit.prune',
      details: { through: last.seq },
      envelopes: null,
      keyId: leaked.keyId,
    };
    const hash = `decode('${Buffer.from(hashEvent(forged, leaked.key)).toString('hex')}', 'hex')`;
    await tamper(
      scene,
      `UPDATE audit_event SET action = 'audit.prune', details = '${JSON.stringify(forged.details)}', envelopes = NULL,
       key_id = '${leaked.keyId}', hash = ${hash} ${at(scene, lastEvent.seq)}`,
    );
    expect(await pruneAudit(ctx, 30)).toBe(0);
    scene.world.pass(32 * DAY_MS);
    await pruneAudit(ctx, 30);
    expect((await eventsOf(scene, id)).map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
  });

  test('cannot truncate events of the new key', async () => {
    const id = scene.alice.accountId;
    const mac = headMac({ id, ...last }, leaked.key);
    await scene.world.database.db.auditChain.update({ where: { id }, data: { ...last, keyId: leaked.keyId, mac } });
    await tamper(scene, `DELETE FROM audit_event ${at(scene, last.seq + 1)}`);
    const reason = 'the event is missing: the chain was cut here';
    expect(await verify()).toEqual({ ok: false, seq: last.seq + 1, reason });
    // The attack is still detected after later writes of the service.
    await createApiKey({ ...scene.alice.ctx, vault: ctx.vault }, { name: 'after' });
    expect(await verify()).toMatchObject({ ok: false, seq: last.seq + 1 });
  });
});
