import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../../../src/core/accounts/account.ts';
import { createApiKey, revokeApiKey } from '../../../../src/core/accounts/apiKey.ts';
import { verifyAuditChain } from '../../../../src/core/audit/verify.ts';
import { GENESIS_HASH, hashEvent, headMac } from '../../../../src/core/kernel/audit/chain.ts';
import { currentAuditKey } from '../../../../src/core/kernel/audit/key.ts';
import type { Db } from '../../../../src/core/kernel/context.ts';
import { newAuditEventId } from '../../../../src/core/kernel/ids.ts';
import { Prisma } from '../../../../src/generated/prisma/client.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../../world.ts';

let world: World;
let db: Db;
let alice: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  db = world.database.db;
});
afterAll(() => world.database.close());
beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
});

const events = (chain: string) =>
  db.auditEvent.findMany({ where: { chain }, orderBy: { seq: 'asc' }, omit: { said: true } });

const key = () => currentAuditKey(world.deps.vault);

/** Runs SQL as the database owner, bypassing the trigger. */
async function tamper(...statements: string[]): Promise<void> {
  await db.$transaction([
    db.$executeRawUnsafe('ALTER TABLE audit_event DISABLE TRIGGER USER'),
    ...statements.map((sql) => db.$executeRawUnsafe(sql)),
    db.$executeRawUnsafe('ALTER TABLE audit_event ENABLE ALWAYS TRIGGER audit_event_append_only'),
    db.$executeRawUnsafe('ALTER TABLE audit_event ENABLE ALWAYS TRIGGER audit_event_keep'),
  ]);
}

describe('a change and its audit event', () => {
  test('are written together, with actor and names but no values', async () => {
    const { apiKey, key } = await createApiKey(alice.ctx, { name: 'ci' });
    const event = (await events(alice.accountId)).at(-1);
    expect(event).toMatchObject({
      chain: alice.accountId,
      at: world.clock.now,
      actorKind: 'apiKey',
      actorId: expect.stringMatching(/^key_/),
      action: 'api_key.create',
      targetKind: 'api_key',
      targetId: apiKey.id,
      stackId: null,
      details: { name: 'ci', scopes: [] },
      requestId: 'request-1',
    });
    expect(JSON.stringify(await events(alice.accountId))).not.toContain(key);
  });

  test('fail together: nothing unaudited happens', async () => {
    const before = await db.apiKey.findMany();
    await db.$executeRawUnsafe(
      `ALTER TABLE audit_event ADD CONSTRAINT no_more CHECK (action <> 'api_key.create') NOT VALID`,
    );
    await expect(createApiKey(alice.ctx, { name: 'ci' })).rejects.toThrow();
    await expect(createAccount(world.as(), { name: 'Carol' })).rejects.toThrow();
    await db.$executeRawUnsafe('ALTER TABLE audit_event DROP CONSTRAINT no_more');
    expect(await db.apiKey.findMany()).toEqual(before);
    expect(await db.account.findFirst({ where: { name: 'Carol' } })).toBeNull();
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: true });
  });

  test.each([
    ['edited', `UPDATE audit_event SET action = 'x'`],
    ['deleted', 'DELETE FROM audit_event'],
    ['truncated', 'TRUNCATE audit_event'],
  ])('cannot be %s', async (_name, sql) => {
    await expect(db.$executeRawUnsafe(sql)).rejects.toThrow('append-only');
  });
});

describe('verification', () => {
  beforeEach(async () => {
    for (const name of ['one', 'two', 'three', 'four']) await createApiKey(alice.ctx, { name });
  });

  const where = (seq: number) => `WHERE chain = '${alice.accountId}' AND seq = ${seq}`;

  test('passes an untouched chain and returns its head', async () => {
    const rows = await events(alice.accountId);
    const head = Buffer.from(rows.at(-1)?.hash ?? []).toString('hex');
    expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toEqual({
      ok: true,
      count: 7,
      removed: 0,
      unverified: 0,
      head,
    });
  });

  test('passes a chain without events', async () => {
    expect(await verifyAuditChain(world.as(), 'acct_none')).toEqual({
      ok: true,
      count: 0,
      removed: 0,
      unverified: 0,
      head: '0'.repeat(64),
    });
  });

  test.each([
    ['actor_id', `'key_other'`],
    ['actor_kind', `'operator'`],
    ['action', `'api_key.revoke'`],
    ['target_id', `'key_other'`],
    ['target_kind', `'stack'`],
    ['stack_id', `''`],
    ['details', `'{"name": "other", "scopes": []}'`],
    ['request_id', 'NULL'],
    ['at', `at + interval '1 ms'`],
    ['id', `'other'`],
    ['hash', `'\\x00'`],
  ])('detects an edit of %s', async (column, value) => {
    await tamper(`UPDATE audit_event SET ${column} = ${value} ${where(5)}`);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toEqual({
      ok: false,
      seq: 5,
      reason: 'the event was changed',
    });
  });

  test('detects a deletion', async () => {
    await tamper(`DELETE FROM audit_event ${where(5)}`);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toEqual({
      ok: false,
      seq: 5,
      reason: 'the event is missing',
    });
  });

  test('detects a deletion that closes the gap', async () => {
    await tamper(`DELETE FROM audit_event ${where(5)}`, `UPDATE audit_event SET seq = 5 ${where(6)}`);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: false, seq: 5 });
  });

  test('detects a truncated end', async () => {
    await tamper(`DELETE FROM audit_event ${where(7)}`);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toEqual({
      ok: false,
      seq: 7,
      reason: 'the event is missing',
    });
  });

  test('detects a truncated end whose head was reset without its hash', async () => {
    await tamper(
      `DELETE FROM audit_event ${where(7)}`,
      `UPDATE audit_chain SET seq = 6 WHERE id = '${alice.accountId}'`,
    );
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: false, seq: 6 });
  });

  test('detects events without a head', async () => {
    await tamper(`DELETE FROM audit_chain WHERE id = '${alice.accountId}'`);
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: false, seq: 1 });
  });

  test('detects two swapped events', async () => {
    await tamper(
      `UPDATE audit_event SET seq = 99 ${where(4)}`,
      `UPDATE audit_event SET seq = 4 ${where(5)}`,
      `UPDATE audit_event SET seq = 5 ${where(99)}`,
    );
    expect(await verifyAuditChain(world.as(), alice.accountId)).toEqual({
      ok: false,
      seq: 4,
      reason: 'the event does not follow the one before it',
    });
  });

  test.each([8, 0, -1])('detects an event inserted at %d with valid hashes', async (seq) => {
    const last = (await events(alice.accountId)).at(-1);
    if (!last) throw new Error('the chain is empty');
    const { hash: _hash, ...forged } = {
      ...last,
      id: newAuditEventId(),
      seq,
      prevHash: seq === 8 ? last.hash : GENESIS_HASH,
    };
    await db.auditEvent.create({
      data: { ...forged, details: {}, envelopes: Prisma.DbNull, hash: hashEvent({ ...forged, details: {} }, key()) },
    });
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: false, seq });
  });

  test('detects an event moved from another chain', async () => {
    const bob = await createTestAccount(world, 'Bob');
    await tamper(
      `DELETE FROM audit_event ${where(2)}`,
      `UPDATE audit_event SET chain = '${alice.accountId}' WHERE chain = '${bob.accountId}' AND seq = 2`,
    );
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: false, seq: 2 });
    expect(await verifyAuditChain(world.as(), bob.accountId)).toMatchObject({ ok: false, seq: 2 });
  });

  test('reads long chains in batches', async () => {
    const last = (await events(alice.accountId)).at(-1);
    if (!last) throw new Error('the chain is empty');
    const added = [last];
    for (let seq = 8; seq <= 2_100; seq += 1) {
      const previous = added.at(-1) ?? last;
      const event = { ...last, id: newAuditEventId(), seq, details: {}, prevHash: previous.hash };
      added.push({ ...event, hash: hashEvent(event, key()) });
    }
    await db.auditEvent.createMany({
      data: added.slice(1).map((event) => ({ ...event, details: {}, envelopes: Prisma.DbNull })),
    });
    const head = { id: last.chain, seq: 2_100, hash: added.at(-1)?.hash ?? last.hash };
    await db.auditChain.update({
      where: { id: last.chain },
      data: { ...head, mac: headMac(head, key()) },
    });
    expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: true, count: 2_100 });
  });
});

test('fifty concurrent writes form one chain without a fork', async () => {
  const writes = Array.from({ length: 50 }, (_, index) => createApiKey(alice.ctx, { name: `key ${index}` }));
  const keys = await Promise.all(writes);
  expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: true, count: 53 });
  await Promise.all(keys.map(({ apiKey }) => revokeApiKey(alice.ctx, apiKey.id)));
  expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: true, count: 103 });
});

test('many concurrent first writes start one chain', async () => {
  const operator = { ...world.as(), actor: { kind: 'operator' as const, accountId: alice.accountId } };
  await tamper(
    `DELETE FROM audit_chain WHERE id = '${alice.accountId}'`,
    `DELETE FROM audit_event WHERE chain = '${alice.accountId}'`,
  );
  await Promise.all(Array.from({ length: 8 }, () => createApiKey(operator, { name: 'same' })));
  expect(await verifyAuditChain(world.as(), alice.accountId)).toMatchObject({ ok: true, count: 8 });
});
