import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { getSigner, rotateSigningKey } from '../../../src/core/endpoints/signingKey.ts';
import {
  createStackToken,
  findStackToken,
  getStackToken,
  listStackTokens,
  revokeStackToken,
} from '../../../src/core/endpoints/stackToken.ts';
import { createVerificationKeys } from '../../../src/core/endpoints/verificationKeys.ts';
import { createTokenVerifier } from '../../../src/core/endpoints/verifyToken.ts';
import type { Db } from '../../../src/core/kernel/context.ts';
import { type EndpointId, newServiceAccountId, newTokenId, newTrustedIssuerId } from '../../../src/core/kernel/ids.ts';
import { deletableBefore } from '../../../src/core/limits/countedBounds.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
const { db } = world.database;
afterAll(() => world.database.close());

let alice: TestAccount;
let bob: TestAccount;
beforeEach(async () => {
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});
const make = (name = 'agent') => createClientEndpoint(alice.ctx, { stackId: alice.stackId, name });

describe('a token record', () => {
  test('is found by id, revoked or not, only in its account', async () => {
    const { tokenRecord } = await make();
    expect(await findStackToken(alice.ctx, tokenRecord.id)).toEqual(tokenRecord);
    expect(await findStackToken(alice.ctx, tokenRecord.id, { select: { name: true } })).toEqual({ name: 'agent' });
    const revoked = await revokeStackToken(alice.ctx, tokenRecord.id);
    expect(await findStackToken(alice.ctx, tokenRecord.id)).toEqual(revoked);
    expect(await findStackToken(bob.ctx, tokenRecord.id)).toBeNull();
    expect(await findStackToken(alice.ctx, newTokenId())).toBeNull();
    expect(await getStackToken(alice.ctx, tokenRecord.id)).toEqual(revoked);
    await expect(getStackToken(bob.ctx, tokenRecord.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getStackToken(alice.ctx, newTokenId())).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is deleted if it was revoked long ago and its account gets another', async () => {
    const [{ endpoint }, other] = [await make(), await make('beside')];
    const revokedFor = async (endpointId: EndpointId, ms: number) => {
      const { tokenRecord } = await createStackToken(alice.ctx, { endpointId });
      const revokedAt = new Date(deletableBefore(world.clock.now).getTime() - ms);
      return { ...tokenRecord, revokedAt };
    };
    const recent = await revokedFor(endpoint.id, 0);
    const old = await revokedFor(endpoint.id, 1);
    const elsewhere = await revokedFor(other.endpoint.id, 1);
    for (const { id, revokedAt } of [recent, old, elsewhere]) {
      await db.stackToken.update({ where: { id }, data: { revokedAt } });
    }
    const { tokenRecord } = await createStackToken(alice.ctx, { endpointId: endpoint.id });
    const ids = (await listStackTokens(alice.ctx, endpoint.id)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([recent.id, tokenRecord.id]));
    expect(ids).not.toContain(old.id);
    expect(ids).not.toContain(other.tokenRecord.id);
    expect(await findStackToken(alice.ctx, elsewhere.id)).toBeNull();
  });

  test('is audited at creation and revocation, with endpoint, stack and end user', async () => {
    const { endpoint } = await make();
    const { tokenRecord } = await createStackToken(alice.ctx, { endpointId: endpoint.id, endUser: 'ann' });
    expect(tokenRecord.endUser).toBe('ann');
    await revokeStackToken(alice.ctx, tokenRecord.id);
    const where = { chain: alice.accountId, targetId: tokenRecord.id };
    const events = await db.auditEvent.findMany({ where, orderBy: { seq: 'asc' } });
    const details = { targetKind: 'token', stackId: alice.stackId, details: { endpointId: endpoint.id } };
    expect(events).toMatchObject([
      { action: 'token.create', ...details },
      { action: 'token.revoke', ...details },
    ]);
  });
});

/** Keys read through a counter that can delay or fail reads. */
function counted() {
  const reading = { count: 0, fault: null as Error | null, holds: [] as readonly Promise<void>[] };
  const watched = db.$extends({
    query: {
      signingKey: {
        async findMany({ args, query }) {
          reading.count += 1;
          await reading.holds[reading.count - 1];
          return reading.fault ? Promise.reject(reading.fault) : query(args);
        },
      },
    },
  });
  // Boundary: an extended client works like the original and differs only in type.
  const keys = createVerificationKeys({ db: watched as unknown as Db, changes: world.changes, now: world.deps.now });
  return { reading, keys };
}

describe('the keys that verify tokens', () => {
  const kidOf = async () => (await getSigner(alice.ctx)).kid;
  const ABSENT = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });

  test('are read once for concurrent callers, and again after five minutes', async () => {
    const kid = await kidOf();
    const { reading, keys } = counted();
    const foundKeys = await Promise.all(Array.from({ length: 5 }, () => keys.find(kid)));
    expect([foundKeys.every((key) => key?.type === 'public'), reading.count]).toEqual([true, 1]);
    world.pass(5 * 60_000 - 1);
    await keys.find(kid);
    expect(reading.count).toBe(1);
    world.pass(1);
    await keys.find(kid);
    expect(reading.count).toBe(2);
  });

  test('are read for an unknown id once in five seconds', async () => {
    const kid = await kidOf();
    const { reading, keys } = counted();
    await keys.find(kid);
    for (let at = 0; at < 3; at += 1) expect(await keys.find(`unknown ${at}`)).toBeNull();
    world.pass(4_999);
    expect(await keys.find('unknown')).toBeNull();
    expect(reading.count).toBe(1);
    world.pass(1);
    expect(await keys.find('unknown')).toBeNull();
    expect(reading.count).toBe(2);
  });

  test('are reread only when they changed or may have', async () => {
    const kid = await kidOf();
    const { reading, keys } = counted();
    await keys.find(kid);
    world.changes.publishLocally([{ kind: 'token', id: newTokenId() }]);
    await keys.find(kid);
    expect(reading.count).toBe(1);
    const { kid: next } = await rotateSigningKey(world.as());
    expect(await keys.find(next)).not.toBeNull();
    expect(reading.count).toBe(2);
    world.changes.gap();
    await keys.find(next);
    expect(reading.count).toBe(3);
  });

  test('that change during a read are read once more', async () => {
    await kidOf();
    const { reading, keys } = counted();
    const early = keys.find('unknown');
    const { kid } = await rotateSigningKey(world.as());
    await early;
    expect(await keys.find(kid)).not.toBeNull();
    expect(reading.count).toBeGreaterThan(1);
  });

  test('that change during a read are reread by every caller, even if the first read ends earlier', async () => {
    const kid = await kidOf();
    const { reading, keys } = counted();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    reading.holds = [first.promise, second.promise];
    const early = keys.find(kid);
    world.changes.gap();
    const later = [keys.find(kid)];
    first.reject(ABSENT);
    await expect(early).rejects.toBe(ABSENT);
    later.push(keys.find(kid));
    second.resolve();
    expect(await Promise.all(later)).not.toContain(null);
    expect(reading.count).toBe(2);
  });

  test('stay cached while the database is unavailable', async () => {
    const kid = await kidOf();
    const { reading, keys } = counted();
    reading.fault = ABSENT;
    await expect(keys.find(kid)).rejects.toBe(ABSENT);
    reading.fault = null;
    expect(await keys.find(kid)).not.toBeNull();
    world.pass(5 * 60_000);
    reading.fault = ABSENT;
    expect(await keys.find(kid)).not.toBeNull();
    expect(await keys.find('unknown')).toBeNull();
    reading.fault = new Error('a defect');
    await expect(keys.find(kid)).rejects.toThrow('a defect');
  });
});

test('a token is undecided while its key is unreadable, and valid once the key is announced', async () => {
  const { endpoint } = await make();
  const fault = { error: null as Error | null };
  const watched = db.$extends({
    query: {
      signingKey: { findMany: ({ args, query }) => (fault.error ? Promise.reject(fault.error) : query(args)) },
    },
  });
  // Boundary: as in `counted`.
  const verifier = createTokenVerifier({ ...world.deps, db: watched as unknown as Db });
  const deaf = { ...world.changes, publishLocally: () => undefined };
  const { kid } = await rotateSigningKey({ ...world.as(), changes: deaf });
  const { token } = await createStackToken({ ...alice.ctx, changes: deaf }, { endpointId: endpoint.id });
  fault.error = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });
  await expect(verifier.verify(token, endpoint.clientId)).rejects.toMatchObject({ code: 'unavailable' });
  fault.error = new Error('a defect');
  await expect(verifier.verify(token, endpoint.clientId)).rejects.toThrow('a defect');
  fault.error = null;
  await db.signingKey.update({ where: { kid }, data: { kid: 'elsewhere' } });
  expect(await verifier.verify(token, endpoint.clientId)).toBeNull();
  await db.signingKey.update({ where: { kid: 'elsewhere' }, data: { kid } });
  expect(await verifier.verify(token, endpoint.clientId)).toBeNull();
  world.changes.publishLocally([{ kind: 'signingKeys', id: kid }]);
  expect(await verifier.verify(token, endpoint.clientId)).not.toBeNull();
});

describe('a verified token ends', () => {
  const DAY_MS = 86_400_000;
  test.each<[string, { expiresInDays?: number; neverExpires?: true }, number | null, number]>([
    ['at its own expiry, when its record ends later', { expiresInDays: 10 }, 20, 10],
    ['at its own expiry, when its record never ends', { expiresInDays: 10 }, null, 10],
    ['with its record, when that ends earlier', { expiresInDays: 10 }, 5, 5],
    ['with its record, when it has no expiry', { neverExpires: true }, 5, 5],
  ])('%s', async (_name, expiry, recordDays, endsInDays) => {
    const { endpoint } = await make();
    const { token, tokenRecord } = await createStackToken(alice.ctx, { endpointId: endpoint.id, ...expiry });
    const atDays = (days: number): Date => new Date(tokenRecord.createdAt.getTime() + days * DAY_MS);
    const expiresAt = recordDays === null ? null : atDays(recordDays);
    await db.stackToken.update({ where: { id: tokenRecord.id }, data: { expiresAt } });
    let now = atDays(0);
    const verifier = createTokenVerifier({ ...world.deps, now: () => now });
    expect(await verifier.verify(token, endpoint.clientId)).not.toBeNull();
    now = new Date(atDays(endsInDays).getTime() - 1);
    expect(await verifier.verify(token, endpoint.clientId)).not.toBeNull();
    now = atDays(endsInDays);
    expect(await verifier.verify(token, endpoint.clientId)).toBeNull();
  });
});

test('a token has a call limit of its own and names its source; its use after revocation is recorded', async () => {
  const { endpoint } = await make();
  const { token, tokenRecord } = await createStackToken(alice.ctx, { endpointId: endpoint.id, callsMax: 3 });
  const noted: unknown[] = [];
  const refusals = { ...world.deps.refusals, note: (refusal: unknown) => void noted.push(refusal) };
  const verifier = createTokenVerifier({ ...world.deps, refusals });
  const known = await verifier.verify(token, endpoint.clientId);
  expect([known?.reach, known && 'grantIds' in known]).toEqual([{ tools: [], callsMax: 3, attenuations: [] }, false]);
  const [grantId, oauthClient] = [newTrustedIssuerId(), newServiceAccountId()];
  await db.stackToken.update({ where: { id: tokenRecord.id }, data: { grantId, oauthClient } });
  const granted = await createTokenVerifier(world.deps).verify(token, endpoint.clientId);
  expect(granted?.grantIds).toEqual([grantId, oauthClient]);
  await revokeStackToken(alice.ctx, tokenRecord.id);
  expect(await createTokenVerifier({ ...world.deps, refusals }).verify(token, endpoint.clientId)).toBeNull();
  const { accountId } = alice;
  expect(noted).toEqual([{ reason: 'revoked_credential', subject: tokenRecord.id, accountId }]);
});
