import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { pruneAudit } from '../../../src/core/audit/prune.ts';
import { verifyAllChains, verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { isHeadSigned } from '../../../src/core/kernel/audit/key.ts';
import { someOf } from '../../harness/wholeTables.ts';
import {
  afterBackup,
  at,
  enter,
  eventsOf,
  openScene,
  openTestAccount,
  ROW,
  restore,
  type Scene,
  tamper,
} from './attackKit.ts';

const DAY_MS = 24 * 60 * 60_000;
let scene: Scene;
const prune = () => pruneAudit(scene.world.as(), 30);
const verify = () => verifyAuditChain(scene.world.as(), scene.alice.accountId);
const chain = () => `WHERE id = '${scene.alice.accountId}'`;

/** Attacks after pruning, with full database access but without the master key, and how they are detected. */
const ATTACKS: readonly (readonly [name: string, at: number, attack: () => Promise<unknown>])[] = [
  [
    'undo the removal without restoring the events',
    1,
    () => tamper(scene, `UPDATE audit_chain SET pruned_seq = 0, pruned_hash = NULL, pruned_mac = NULL ${chain()}`),
  ],
  [
    'remove more',
    1,
    () =>
      tamper(
        scene,
        `UPDATE audit_chain SET pruned_seq = 8, pruned_hash = event.hash FROM audit_event AS event
         WHERE event.chain = audit_chain.id AND event.seq = 8 AND audit_chain.id = '${scene.alice.accountId}'`,
        `DELETE FROM audit_event ${at(scene, 8)}`,
      ),
  ],
  ['delete the first remaining event', 8, () => tamper(scene, `DELETE FROM audit_event ${at(scene, 8)}`)],
  ['remove the proof’s key', 1, () => tamper(scene, `UPDATE audit_chain SET pruned_key_id = NULL ${chain()}`)],
  ['remove the proven content', 1, () => tamper(scene, `UPDATE audit_chain SET pruned_hash = NULL ${chain()}`)],
  ['remove the proof', 1, () => tamper(scene, `UPDATE audit_chain SET pruned_mac = NULL ${chain()}`)],
  [
    'use another chain’s proof',
    1,
    () =>
      tamper(
        scene,
        `UPDATE audit_chain SET pruned_mac = other.pruned_mac FROM audit_chain AS other
         WHERE other.id = '${scene.bob.accountId}' AND audit_chain.id = '${scene.alice.accountId}'`,
      ),
  ],
  ['delete the event that records it', 1, () => tamper(scene, `DELETE FROM audit_event ${at(scene, 9)}`)],
  [
    'change that event’s facts about a credential',
    9,
    () => tamper(scene, `UPDATE audit_event SET envelopes = NULL ${at(scene, 9)}`),
  ],
  ['restore an older credential', 8, () => tamper(scene, restore(scene, ROW))],
  [
    'delete a credential that only removed events mention',
    9,
    () =>
      tamper(
        scene,
        `DELETE FROM credential USING stack_server AS place WHERE place.id = stack_server_id
         AND place.stack_id = '${scene.alice.stackId}' AND end_user = 'ann'`,
      ),
  ],
];

beforeAll(async () => {
  scene = await openScene(randomBytes(32));
});
afterAll(() => scene.world.database.close());
beforeEach(async () => {
  scene = { ...scene, alice: await openTestAccount(scene.world, 'Alice') };
  scene.world.pass(32 * DAY_MS);
});

test.each(someOf(ATTACKS, 3))('after a removal, a database attacker is detected: %s', async (_name, seq, attack) => {
  await afterBackup(scene, () => enter(scene.alice, 'new'));
  await prune();
  expect(await verify()).toMatchObject({ ok: true, removed: 7 });
  await attack();
  expect(await verify()).toMatchObject({ ok: false, seq });
  const all = await verifyAllChains(scene.world.as(), scene.alice.accountId);
  expect(all).toMatchObject([{ verdict: { ok: false } }]);
  // The attack is still detected after another pruning.
  scene.world.pass(32 * DAY_MS);
  await createApiKey(scene.alice.ctx, { name: 'after' }).catch(() => undefined);
  scene.world.pass(32 * DAY_MS);
  await prune();
  expect(await verify()).toMatchObject({ ok: false });
});

test('no head counts as genuine without its full proof', async () => {
  const { db } = scene.world.database;
  const head = await db.auditChain.findUniqueOrThrow({ where: { id: scene.alice.accountId } });
  const isSigned = (changed: Partial<typeof head>) => isHeadSigned(db, scene.world.deps.vault, { ...head, ...changed });
  expect(await isSigned({})).toBe(true);
  const bent = [{ mac: null }, { keyId: null }, { keyId: 'unknown' }, { seq: head.seq - 1 }, { mac: head.hash }];
  for (const changed of bent) expect(await isSigned(changed), JSON.stringify(changed)).toBe(false);
});

test.each([null, 'unknown'])('no head counts as genuine if its event has the key %s', async (keyId) => {
  const { db } = scene.world.database;
  const head = await db.auditChain.findUniqueOrThrow({ where: { id: scene.alice.accountId } });
  const column = keyId === null ? 'NULL' : `'${keyId}'`;
  await tamper(scene, `UPDATE audit_event SET key_id = ${column} ${at(scene, head.seq)}`);
  expect(await isHeadSigned(db, scene.world.deps.vault, { ...head, keyId })).toBe(false);
});

test('events are not removed on a forged claim of an earlier removal', async () => {
  await tamper(scene, `UPDATE audit_chain SET pruned_seq = 5 ${chain()}`);
  await prune();
  expect((await eventsOf(scene, scene.alice.accountId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
