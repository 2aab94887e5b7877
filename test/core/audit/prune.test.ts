import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { pruneAudit } from '../../../src/core/audit/prune.ts';
import { verifyAllChains, verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { removeCredential } from '../../../src/core/credentials/credential.ts';
import { appendAudit, OPERATOR_CHAIN } from '../../../src/core/kernel/audit/audit.ts';
import { hashEvent } from '../../../src/core/kernel/audit/chain.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';
import { ensureKeyCheck } from '../../../src/core/kernel/vault/keyCheck.ts';
import { rotateVault } from '../../../src/core/kernel/vault/rotate.ts';
import { COUNTS } from '../../../src/core/limits/countedBounds.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { at, enter, eventsOf, openScene, openTestAccount, type Scene, tamper } from './attackKit.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 30;
const KEY = randomBytes(32);

let scene: Scene;
/** Seven changes by Alice, then a month, then each test's changes: everything before is old. */
async function letAliceGrowOld(): Promise<void> {
  scene = { ...scene, alice: await openTestAccount(scene.world, 'Alice') };
  scene.world.pass(32 * DAY_MS);
}

const prune = (ctx: Ctx = scene.world.as()) => pruneAudit(ctx, DAYS);
const verify = (ctx: Ctx = scene.world.as()) => verifyAuditChain(ctx, scene.alice.accountId);
const alarmsInto = (lines: object[]): Ctx['log'] => ({
  ...scene.world.deps.log,
  error: (fields: object) => void lines.push(fields),
});
const seqs = async () => (await eventsOf(scene, scene.alice.accountId)).map(({ seq }) => seq);

describe('old audit events', () => {
  beforeEach(async () => {
    scene = await openScene(KEY);
    await letAliceGrowOld();
  });
  afterEach(() => scene.world.database.close());

  test('are removed from the oldest end; the chain stays valid and records how many', async () => {
    await enter(scene.alice, 'new');
    expect(await prune()).toBe(7 + 7 + 1);
    const [first, second] = await eventsOf(scene, scene.alice.accountId);
    expect(first).toMatchObject({ seq: 8, action: 'credentials.set' });
    expect(second).toMatchObject({
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
    const { db } = scene.world.deps;
    expect(await COUNTS.max_audit_events(db, scene.alice.accountId)).toBe(2);
    const [left] = await db.$queryRaw<readonly { readonly text: string }[]>`
      SELECT string_agg(details::text || coalesce(envelopes::text, '') || said, '') AS text
      FROM audit_event WHERE chain = ${scene.alice.accountId}`;
    const bytes = await COUNTS.max_audit_bytes(db, scene.alice.accountId);
    expect(bytes).toBe(Buffer.byteLength(left?.text ?? ''));
  });

  test('stay while recent plus one day, so that not every hour removes some', async () => {
    scene.world.pass(-1.5 * DAY_MS);
    expect(await prune()).toBe(0);
    expect(await seqs()).toHaveLength(7);
    await expect(pruneAudit(scene.alice.ctx, DAYS)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('are removed repeatedly, and facts about credentials are kept', async () => {
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
    // If pruning removed only earlier prune events, it would add a new one each time.
    scene.world.pass(32 * DAY_MS);
    await prune();
    const left = await seqs();
    scene.world.pass(32 * DAY_MS);
    expect(await prune()).toBe(0);
    expect(await seqs()).toEqual(left);
  });

  test('keep no outdated facts after a repeated removal', async () => {
    // A credential is removed on day 20; pruning on day 32 repeats that fact; pruning on day 52 records it as gone.
    scene.world.pass(-12 * DAY_MS);
    await removeCredential(scene.alice.ctx, scene.alice.stackId, toServerId('mail'), 'token');
    scene.world.pass(12 * DAY_MS);
    await prune();
    expect(await verify()).toMatchObject({ ok: true, removed: 7 });
    scene.world.pass(20 * DAY_MS);
    await prune();
    expect(await verify()).toMatchObject({ ok: true, count: 2, removed: 8 });
  });

  test('are removed once when two instances prune', async () => {
    await Promise.all([prune(), prune()]);
    const events = await eventsOf(scene, scene.alice.accountId);
    expect(events.map(({ action }) => action)).toEqual(['audit.prune']);
    expect(await verify()).toMatchObject({ ok: true, count: 1, removed: 7 });
  });

  test('that another instance removed raise no alarm', async () => {
    await prune();
    await enter(scene.alice, 'changed since');
    scene.world.pass(32 * DAY_MS);
    const lines: object[] = [];
    const { db } = scene.world.deps;
    let other: Promise<number> | undefined;
    // Between reads of a chain's head and its events, the other instance prunes old events, including the last prune
    // event.
    const overtaken = new Proxy(db.auditEvent, {
      get: (events, method) => async (query: unknown) => {
        if (JSON.stringify(query).includes(scene.alice.accountId)) other ??= prune();
        await other;
        return Reflect.apply(Reflect.get(events, method), events, [query]);
      },
    });
    const slow = new Proxy(db, {
      get: (target, name) => (name === 'auditEvent' ? overtaken : Reflect.get(target, name)),
    });
    expect(await prune({ ...scene.world.as(), db: slow, log: alarmsInto(lines) })).toBe(0);
    expect(await other).toBeGreaterThan(0);
    expect(lines).toEqual([]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('verify while some are left, and go the next time', async () => {
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
    // Inserted events do not count as genuine, not even in part.
    await pool.query(`INSERT INTO audit_event (${names}) SELECT ${names} FROM old WHERE seq IN (3, 4)`);
    expect(await verify()).toMatchObject({ ok: false, seq: 5 });
    await prune();
    await pool.query(`UPDATE old SET action = 'stack.create'`);
    await pool.query(`INSERT INTO audit_event (${names}) SELECT ${names} FROM old WHERE seq = 7`);
    expect(await verify()).toMatchObject({ ok: false, seq: 7, reason: 'the event was changed' });
  });

  test('cannot be deleted any other way, nor can the rest', async () => {
    await enter(scene.alice, 'new');
    await prune();
    const { pool } = scene.world.database;
    await expect(pool.query(`DELETE FROM audit_event ${at(scene, 8)}`)).rejects.toThrow('append-only');
    expect(await seqs()).toEqual([8, 9]);
  });

  test('stay when their chain was tampered with', async () => {
    await tamper(scene, `UPDATE audit_event SET action = 'stack.update' ${at(scene, 4)}`);
    const lines: object[] = [];
    await prune({ ...scene.world.as(), log: alarmsInto(lines) });
    expect(lines).toEqual([expect.objectContaining({ chain: scene.alice.accountId, seq: 4 })]);
    expect(await seqs()).toHaveLength(7);
    expect(await verify()).toMatchObject({ ok: false, seq: 4 });
    expect(await verifyAuditChain(scene.world.as(), scene.bob.accountId)).toMatchObject({ ok: true, removed: 7 });
  });

  test('of an unkeyed chain raise no alarm until the event that keys it is old, too', async () => {
    const { db } = scene.world.database;
    const lines: object[] = [];
    const log = alarmsInto(lines);
    const id = OPERATOR_CHAIN;
    // A chain from a release without chain keys, and the first start afterwards, which keys it.
    const { said: _, ...event } = await db.auditEvent.findFirstOrThrow({ where: { chain: id } });
    const begun = { ...event, action: 'account.create', details: {}, envelopes: null, keyId: null };
    const hash = hashEvent(begun, null);
    await tamper(scene, `DELETE FROM audit_event WHERE chain = '${id}'`);
    await db.auditEvent.create({ data: { ...begun, envelopes: Prisma.DbNull, hash } });
    await db.auditChain.update({ where: { id }, data: { seq: 1, hash, keyId: null, mac: null } });
    const operator = { ...scene.world.as(), log };
    await db.$transaction((tx) => appendAudit(operator, tx, { action: 'audit.key', target: { kind: 'audit', id } }));
    expect(await verifyAuditChain(scene.world.as(), id)).toMatchObject({ ok: true, count: 2 });
    await prune(operator);
    expect(lines).toEqual([]);
    expect(await eventsOf(scene, id)).toHaveLength(2);
    scene.world.pass(32 * DAY_MS);
    await prune(operator);
    expect(lines).toEqual([]);
    expect((await eventsOf(scene, id)).map(({ action }) => action)).toEqual(['audit.prune']);
  });

  test('verify after a rotation of the master key, without the old key', async () => {
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
