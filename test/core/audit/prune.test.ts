import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { pruneAudit } from '../../../src/core/audit/prune.ts';
import { verifyAllChains, verifyAuditChain } from '../../../src/core/audit/verify.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { removeCredential } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/ids.ts';
import { COUNTS } from '../../../src/core/limits/room.ts';
import { createVault } from '../../../src/core/vault/createVault.ts';
import { ensureKeyCheck } from '../../../src/core/vault/keyCheck.ts';
import { rotateVault } from '../../../src/core/vault/rotate.ts';
import {
  afterBackup,
  at,
  enter,
  eventsOf,
  openScene,
  openTenant,
  ROW,
  restore,
  type Scene,
  tamper,
} from './attackKit.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 30;
const KEY = randomBytes(32);

let scene: Scene;
/** Seven changes of Alice's, then a month, then what each test does: all of it is old but that. */
async function letAliceGrowOld(): Promise<void> {
  scene = { ...scene, alice: await openTenant(scene.world, 'Alice') };
  scene.world.pass(32 * DAY_MS);
}

const prune = (ctx: Ctx = scene.world.as()) => pruneAudit(ctx, DAYS);
const verify = (ctx: Ctx = scene.world.as()) => verifyAuditChain(ctx, scene.alice.accountId);
const seqs = async () => (await eventsOf(scene, scene.alice.accountId)).map(({ seq }) => seq);
const chain = () => `WHERE id = '${scene.alice.accountId}'`;

describe('old events', () => {
  beforeEach(async () => {
    scene = await openScene(KEY);
    await letAliceGrowOld();
  });
  afterEach(() => scene.world.database.close());

  test('go from the oldest end; the chain stays verifiable, and says how many went', async () => {
    await enter(scene.alice, 'new');
    expect(await prune()).toBe(7 + 7 + 1);
    const [kept, said] = await eventsOf(scene, scene.alice.accountId);
    expect(kept).toMatchObject({ seq: 8, action: 'credentials.set' });
    expect(said).toMatchObject({
      seq: 9,
      action: 'audit.prune',
      actorKind: 'operator',
      details: {
        events: 7,
        through: 7,
        before: new Date(scene.world.clock.now.getTime() - DAYS * DAY_MS).toISOString(),
      },
    });
    expect(await verify()).toMatchObject({ ok: true, count: 2, removed: 7 });
    for (const { verdict } of await verifyAllChains(scene.world.as())) expect(verdict).toMatchObject({ ok: true });
    expect(await COUNTS.max_audit_events(scene.world.deps.db, scene.alice.accountId)).toBe(2);
  });

  test('stay while they are young, and a day longer, so that not every hour has a removal', async () => {
    scene.world.pass(-1.5 * DAY_MS);
    expect(await prune()).toBe(0);
    expect(await seqs()).toHaveLength(7);
    await expect(pruneAudit(scene.alice.ctx, DAYS)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('go again and again, and what is known of credentials stays known', async () => {
    for (const round of [1, 2, 3]) {
      if (round === 2) await enter(scene.alice, 'changed since');
      if (round === 3) await enter(scene.alice, 'bob’s', 'bob');
      await createApiKey(scene.alice.ctx, { name: `round ${round}` });
      scene.world.pass(32 * DAY_MS);
      expect(await prune()).toBeGreaterThan(0);
      expect(await verify()).toMatchObject({ ok: true });
    }
    await removeCredential(scene.alice.ctx, scene.alice.stackId, toServerId('mail'), 'token');
    expect(await verify()).toMatchObject({ ok: true });
    // Of nothing but removals another one would remain.
    scene.world.pass(32 * DAY_MS);
    await prune();
    const left = await seqs();
    scene.world.pass(32 * DAY_MS);
    expect(await prune()).toBe(0);
    expect(await seqs()).toEqual(left);
  });

  test('that a removal repeated and a later one did not are not said any more', async () => {
    // Day 20 a credential is removed; the removal of day 32 repeats it; that of day 52 has seen that it is gone.
    scene.world.pass(-12 * DAY_MS);
    await removeCredential(scene.alice.ctx, scene.alice.stackId, toServerId('mail'), 'token');
    scene.world.pass(12 * DAY_MS);
    await prune();
    expect(await verify()).toMatchObject({ ok: true, removed: 7 });
    scene.world.pass(20 * DAY_MS);
    await prune();
    expect(await verify()).toMatchObject({ ok: true, count: 2, removed: 8 });
  });

  test('go once, when two instances are at it', async () => {
    await Promise.all([prune(), prune()]);
    const events = await eventsOf(scene, scene.alice.accountId);
    expect(events.map(({ action }) => action)).toEqual(['audit.prune']);
    expect(await verify()).toMatchObject({ ok: true, count: 1, removed: 7 });
  });

  test('are verifiable while some are left, and go the next time', async () => {
    const { pool } = scene.world.database;
    await pool.query(`CREATE TABLE old AS SELECT * FROM audit_event WHERE chain = '${scene.alice.accountId}'`);
    await pool.query('ALTER TABLE old DROP COLUMN said');
    await prune();
    const columns = await pool.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute WHERE attrelid = 'old'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    const names = columns.rows[0]?.names;
    await pool.query(`INSERT INTO audit_event (${names}) SELECT ${names} FROM old WHERE seq >= 4`);
    expect(await seqs()).toEqual([4, 5, 6, 7, 8]);
    expect(await verify()).toMatchObject({ ok: true, count: 1, removed: 7 });
    expect(await prune()).toBe(4);
    expect(await seqs()).toEqual([8]);
    // Not what is put there: neither others, nor some of them.
    await pool.query(`INSERT INTO audit_event (${names}) SELECT ${names} FROM old WHERE seq IN (3, 4)`);
    expect(await verify()).toMatchObject({ ok: false, seq: 5 });
    await prune();
    await pool.query(`UPDATE old SET action = 'stack.create'`);
    await pool.query(`INSERT INTO audit_event (${names}) SELECT ${names} FROM old WHERE seq = 7`);
    expect(await verify()).toMatchObject({ ok: false, seq: 7, reason: 'the event was changed' });
  });

  test('cannot be deleted by anything else, nor can those that stay', async () => {
    await enter(scene.alice, 'new');
    await prune();
    const { pool } = scene.world.database;
    await expect(pool.query(`DELETE FROM audit_event ${at(scene, 8)}`)).rejects.toThrow('append-only');
    expect(await seqs()).toEqual([8, 9]);
  });

  test('stay where a chain is not as it was written', async () => {
    await tamper(scene, `UPDATE audit_event SET action = 'stack.update' ${at(scene, 4)}`);
    await prune();
    expect(await seqs()).toHaveLength(7);
    expect(await verify()).toMatchObject({ ok: false, seq: 4 });
    expect(await verifyAuditChain(scene.world.as(), scene.bob.accountId)).toMatchObject({ ok: true, removed: 7 });
  });

  test('stay verifiable when the master key is rotated and the old one is gone', async () => {
    await prune();
    const next = randomBytes(32);
    const rotating = createVault({ current: next, previous: [KEY] });
    await ensureKeyCheck(scene.world.deps.db, rotating);
    await rotateVault({ ...scene.world.as(), vault: rotating });
    const ctx: Ctx = { ...scene.world.as(), vault: createVault({ current: next, previous: [] }) };
    expect(await verify(ctx)).toMatchObject({ ok: true, removed: 7 });
    scene.world.pass(32 * DAY_MS);
    await createApiKey({ ...scene.alice.ctx, vault: ctx.vault }, { name: 'under another key' });
    scene.world.pass(32 * DAY_MS);
    expect(await prune(ctx)).toBeGreaterThan(0);
    for (const { verdict } of await verifyAllChains(ctx)) expect(verdict).toMatchObject({ ok: true });
  });
});

/** What somebody does after a removal who has all rights on the database and no master key, and how it is found. */
const ATTACKS: readonly (readonly [name: string, at: number, attack: () => Promise<unknown>])[] = [
  [
    'undo the removal, without the events',
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
  ['take the proof away', 1, () => tamper(scene, `UPDATE audit_chain SET pruned_mac = NULL ${chain()}`)],
  [
    'take the proof of another chain',
    1,
    () =>
      tamper(
        scene,
        `UPDATE audit_chain SET pruned_mac = other.pruned_mac FROM audit_chain AS other
         WHERE other.id = '${scene.bob.accountId}' AND audit_chain.id = '${scene.alice.accountId}'`,
      ),
  ],
  ['delete the event that tells of it', 1, () => tamper(scene, `DELETE FROM audit_event ${at(scene, 9)}`)],
  [
    'change what that event says of a credential',
    9,
    () => tamper(scene, `UPDATE audit_event SET envelopes = NULL ${at(scene, 9)}`),
  ],
  ['restore a credential of before', 8, () => tamper(scene, restore(scene, ROW))],
  [
    'delete a credential that only removed events tell of',
    9,
    () =>
      tamper(
        scene,
        `DELETE FROM credential USING stack_server AS place WHERE place.id = stack_server_id
         AND place.stack_id = '${scene.alice.stackId}' AND end_user = 'ann'`,
      ),
  ],
];

describe('after a removal, whoever can write the database is found out', () => {
  beforeAll(async () => {
    scene = await openScene(KEY);
  });
  afterAll(() => scene.world.database.close());
  beforeEach(letAliceGrowOld);

  test.each(ATTACKS)('%s', async (_name, seq, attack) => {
    await afterBackup(scene, () => enter(scene.alice, 'new'));
    await prune();
    expect(await verify()).toMatchObject({ ok: true, removed: 7 });
    await attack();
    expect(await verify()).toMatchObject({ ok: false, seq });
    // Nor does another removal cover it up.
    scene.world.pass(32 * DAY_MS);
    await createApiKey(scene.alice.ctx, { name: 'after' }).catch(() => undefined);
    scene.world.pass(32 * DAY_MS);
    await prune();
    expect(await verify()).toMatchObject({ ok: false });
  });
});
