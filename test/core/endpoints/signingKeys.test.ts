import { decodeProtectedHeader, importJWK } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { getSigner, readPublishedKeys, rotateSigningKey } from '../../../src/core/endpoints/signingKey.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { newServiceAccountId } from '../../../src/core/kernel/ids.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { DAY_S, openTokens } from './tokenKit.ts';

const { world, newVerifier, publishedKeys, pass, issue, close } = await openTokens();
afterAll(close);

describe('the signing keys', () => {
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const publishedKids = async () => (await publishedKeys()).map((key) => key.kid);

  test('rotate without invalidating tokens, and are deleted once their tokens expired', async () => {
    const { alice, made, clientId } = await issue();
    const { db } = world.database;
    await db.stackToken.updateMany({ data: { revokedAt: world.clock.now } });
    await rotateSigningKey(world.as());
    pass(DAY_S * 1000);
    const first = await createStackToken(alice.ctx, { endpointId: made.endpoint.id });
    await rotateSigningKey(world.as());
    pass(DAY_S * 1000);
    const second = await createStackToken(alice.ctx, { endpointId: made.endpoint.id });
    expect(kidOf(second.token)).not.toBe(kidOf(first.token));
    expect(await publishedKids()).toEqual([kidOf(first.token), kidOf(second.token)]);
    for (const { token } of [first, second]) expect(await newVerifier().verify(token, clientId)).not.toBeNull();
    await revokeStackToken(alice.ctx, first.tokenRecord.id);
    expect(await publishedKids()).toEqual([kidOf(second.token)]);
  });

  test('from another instance are found without a notification, and not queried repeatedly', async () => {
    const { alice, made, clientId, verifier } = await issue();
    await verifier.verify(made.token, clientId);
    const elsewhere = { ...alice.ctx, changes: { ...world.changes, publishLocally: () => undefined } };
    await rotateSigningKey({ ...world.as(), changes: elsewhere.changes });
    const { token } = await createStackToken(elsewhere, { endpointId: made.endpoint.id });
    expect(await verifier.verify(token, clientId)).toBeNull();
    pass(5_000);
    expect(await verifier.verify(token, clientId)).not.toBeNull();
  });

  test('are opened once for all tokens that they sign, and not after a rotation', async () => {
    const { alice, made } = await issue();
    let opened = 0;
    const { vault } = alice.ctx;
    const open: typeof vault.open = (...args) => {
      opened += 1;
      return vault.open(...args);
    };
    const counting = { ...vault, open };
    const ctx = { ...alice.ctx, vault: counting, signerCache: { signer: null, making: null } };
    const kids = async (count: number) => {
      const signed = Array.from({ length: count }, () => createStackToken(ctx, { endpointId: made.endpoint.id }));
      return new Set((await Promise.all(signed)).map(({ token }) => kidOf(token)));
    };
    const [before] = await kids(1);
    expect([await kids(5), opened]).toEqual([new Set([before]), 1]);
    await rotateSigningKey(world.as());
    const [after] = await kids(1);
    expect([await kids(5), opened, after === before]).toEqual([new Set([after]), 2, false]);
  });

  test('are created once for concurrent first callers', async () => {
    const fresh = await createWorld();
    const { ctx } = await createTestAccount(fresh, 'Alice');
    const signers = await Promise.all(Array.from({ length: 500 }, () => getSigner(ctx)));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(await fresh.database.db.signingKey.count()).toBe(1);
    await fresh.database.close();
  });

  test('are created by the next caller if a creation failed', async () => {
    const fresh = await createWorld();
    try {
      const { ctx } = await createTestAccount(fresh, 'Alice');
      const broken = (): never => {
        throw new Error('broken');
      };
      const failing = { ...ctx, vault: { ...ctx.vault, seal: broken } };
      await expect(getSigner(failing)).rejects.toThrow('broken');
      expect((await getSigner({ ...failing, vault: ctx.vault })).kid).toEqual(expect.any(String));
    } finally {
      await fresh.database.close();
    }
  });

  test('are stored sealed', async () => {
    const { alice } = await issue();
    const rows = await world.database.db.signingKey.findMany();
    const { privateKey } = await getSigner(alice.ctx);
    expect(privateKey.extractable).toBe(false);
    for (const row of rows) {
      expect(JSON.stringify(row.publicJwk)).not.toContain('"d"');
      expect(Buffer.from(row.sealed).includes('"d"')).toBe(false);
      expect(row.keyId).toBe(world.deps.vault.currentKeyId);
      // Stored keys are bound to this place, so it must never change.
      const place = { accountId: 'operator', stackId: '', serverId: 'signing-key', endUser: '' } as const;
      const opened = world.deps.vault.open(row.sealed, { ...place, fieldId: row.kid, revision: 1, destination: null });
      expect(JSON.parse(opened)).toMatchObject({ crv: 'Ed25519', d: expect.any(String) });
    }
  });

  test('are created once by the first instance, announced and recorded', async () => {
    const fresh = await createWorld();
    try {
      // Uses several accounts, because the changes of one account run one after the other.
      const accounts = await Promise.all(Array.from({ length: 6 }, (_, at) => createTestAccount(fresh, `Alice ${at}`)));
      const before = fresh.changes.published.length;
      const instances = accounts.map(({ ctx }) => ({ ...ctx, signerCache: { signer: null, making: null } }));
      const signers = await Promise.all(instances.map(getSigner));
      expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
      expect(await fresh.database.db.signingKey.count()).toBe(1);
      const { kid } = await rotateSigningKey(fresh.as());
      expect(fresh.changes.published.slice(before)).toEqual([
        { kind: 'signingKeys', id: signers[0]?.kid },
        { kind: 'signingKeys', id: kid },
      ]);
      const events = await fresh.database.db.auditEvent.findMany({
        where: { chain: 'operator', targetKind: 'signing_key' },
        orderBy: { seq: 'asc' },
      });
      expect(events.map(({ action, targetId }) => [action, targetId])).toEqual([
        ['signing_key.create', signers[0]?.kid],
        ['signing_key.rotate', kid],
      ]);
    } finally {
      await fresh.database.close();
    }
  });

  test('sign with the newest active one, and of two with the first by name', async () => {
    const { alice } = await issue();
    const { db } = world.database;
    const made = [await rotateSigningKey(world.as()), await rotateSigningKey(world.as())];
    const inForce = { kid: { in: made.map(({ kid }) => kid) } };
    await db.signingKey.updateMany({ where: inForce, data: { retiredAt: null, createdAt: world.clock.now } });
    const kids = made.map(({ kid }) => kid).toSorted();
    const signing = async () => (await getSigner({ ...alice.ctx, signerCache: { signer: null, making: null } })).kid;
    expect(await signing()).toBe(kids[0]);
    const createdAt = new Date(world.clock.now.getTime() + 1);
    await db.signingKey.update({ where: { kid: kids[1] ?? '' }, data: { createdAt } });
    expect(await signing()).toBe(kids[1]);
    expect((await publishedKids()).slice(-2)).toEqual(kids);
    await db.signingKey.update({ where: { kid: kids[1] ?? '' }, data: { createdAt: new Date(0) } });
    expect((await publishedKids())[0]).toBe(kids[1]);
    await rotateSigningKey(world.as());
  });

  const [SKEW_MS, HOUR_MS] = [5 * 60_000, 60 * 60_000];
  const [MADE, RETIRED] = [1_700_000_000_000, 1_700_000_900_000];
  const GRANTED_END = RETIRED + 15 * 60_000 + SKEW_MS;
  const later = RETIRED + 365 * DAY_S * 1_000;
  test.each<[string, { signed?: number; expires?: number; isRevoked?: true; isGranted?: true }, number, boolean]>([
    ['without a token, up to the difference of clocks', {}, RETIRED + SKEW_MS - 1, true],
    ['without a token, from then on', {}, RETIRED + SKEW_MS, false],
    ['with a token from as long before it', { signed: MADE - SKEW_MS }, later, true],
    ['with a token from longer before it', { signed: MADE - SKEW_MS - 1 }, later, false],
    ['with a record from an hour before', { signed: MADE - HOUR_MS - SKEW_MS, isGranted: true }, later, true],
    ['with a record from longer before', { signed: MADE - HOUR_MS - SKEW_MS - 1, isGranted: true }, later, false],
    ['with a token from as long after it', { signed: RETIRED + SKEW_MS }, later, true],
    ['with a token from longer after it', { signed: RETIRED + SKEW_MS + 1 }, later, false],
    ['with a record from after it, for its 15 minutes', { signed: later, isGranted: true }, GRANTED_END - 1, true],
    ['with a record from after it, from then on', { signed: later, isGranted: true }, GRANTED_END, false],
    ['with a token from after it, within 15 minutes', { signed: later }, GRANTED_END - 1, false],
    ['with a token that is in force', { signed: MADE, expires: later + 1 }, later, true],
    ['with a token that has just ended', { signed: MADE, expires: later }, later, false],
    ['with a token that was revoked', { signed: MADE, isRevoked: true }, later, false],
  ])(
    'that were retired are published or not: %s',
    async (_name, { signed, expires, isRevoked, isGranted }, at, isPublished) => {
      const { alice, made } = await issue();
      const { db } = world.database;
      const { kid } = await getSigner(alice.ctx);
      await rotateSigningKey(world.as());
      await db.signingKey.update({ where: { kid }, data: { createdAt: new Date(MADE), retiredAt: new Date(RETIRED) } });
      await db.stackToken.deleteMany({ where: { id: { not: made.tokenRecord.id } } });
      const createdAt = new Date(signed ?? 0);
      const expiresAt = expires === undefined ? null : new Date(expires);
      const revokedAt = isRevoked ? createdAt : null;
      const grantId = isGranted ? newServiceAccountId() : null;
      await db.stackToken.update({
        where: { id: made.tokenRecord.id },
        data: { createdAt, expiresAt, revokedAt, grantId },
      });
      const published = (await readPublishedKeys(db, new Date(at))).map((key) => key.kid);
      expect(published.includes(kid)).toBe(isPublished);
    },
  );

  test('are created once for many concurrent first tokens', async () => {
    const fresh = await createWorld();
    try {
      const account = await createTestAccount(fresh, 'Alice');
      const make = () => createClientEndpoint(account.ctx, { stackId: account.stackId, name: 'agent' });
      const tokens = await Promise.all(Array.from({ length: 8 }, make));
      expect(new Set(tokens.map(({ token }) => kidOf(token))).size).toBe(1);
      expect(await fresh.database.db.signingKey.count()).toBe(1);
    } finally {
      await fresh.database.close();
    }
  });

  test('are rotated only by the operator', async () => {
    const { alice } = await issue();
    await expect(rotateSigningKey(alice.ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('are exported as public keys that libraries import', async () => {
    await issue();
    const [jwk] = await publishedKeys();
    expect(jwk && (await importJWK({ ...jwk }))).toMatchObject({ type: 'public' });
  });
});
