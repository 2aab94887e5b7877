import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { redeemCode } from '../../../src/core/authorization/code.ts';
import { approveAuthorization } from '../../../src/core/authorization/consent.ts';
import { renewToken } from '../../../src/core/authorization/refresh.ts';
import type { Params } from '../../../src/core/authorization/request.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import type { Db } from '../../../src/core/kernel/context.ts';
import { toTokenId } from '../../../src/core/kernel/ids.ts';
import { silentLog } from '../../harness/log.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const ADDRESS = 'https://toolyard.test';
const CALLBACK = 'http://127.0.0.1:7777/callback';
const CLIENT = 'app_client';
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const VISITOR: Actor = { kind: 'visitor', accountId: null, address: '127.0.0.1' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let alice: TestAccount;
let endpoint: Awaited<ReturnType<typeof createClientEndpoint>>['endpoint'];
let other: typeof endpoint;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());
beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
  const make = (name: string) => createClientEndpoint(alice.ctx, { stackId: alice.stackId, name });
  [endpoint, other] = [(await make('one')).endpoint, (await make('other')).endpoint];
});

const addressOf = (clientId: string) => `${ADDRESS}/s/${clientId}/mcp`;
const approve = () =>
  approveAuthorization(alice.ctx, {
    ...{ oauthClient: CLIENT, clientName: 'Mine', clientHost: null, redirectUri: CALLBACK, state: null },
    ...{ codeChallenge: CHALLENGE, clientId: endpoint.clientId, stackName: 'work' },
  });

/** An anonymous request, with a database that can be observed. */
const visit = (db: Db = world.database.db) => ({ ...world.as(VISITOR), db, log });
const warned: unknown[] = [];
const log = { ...silentLog, warn: (fields: object, message: string) => void warned.push({ ...fields, message }) };
const exchange = (code: string, changed: Params = {}, db?: Db) =>
  redeemCode(visit(db), { client_id: CLIENT, code, code_verifier: VERIFIER, ...changed }, ADDRESS);
const renew = (refresh: string, changed: Params = {}, db?: Db) =>
  renewToken(visit(db), { client_id: CLIENT, refresh_token: refresh, ...changed }, ADDRESS);
const signIn = async () => exchange(await approve());
const tokenOf = (access: string) =>
  world.database.db.stackToken.findUniqueOrThrow({ where: { id: toTokenId(String(decodeJwt(access).jti)) } });
const eventsOf = async () => {
  const where = { chain: alice.accountId, targetKind: 'token', stackId: alice.stackId, actorKind: 'agent' };
  const events = await world.database.db.auditEvent.findMany({ where, orderBy: { seq: 'asc' } });
  return events.map(({ action, details }) => [action, details]);
};

const INVALID = { name: 'OAuthError', code: 'invalid_grant' };

/** The database, except that each read of a row by its hash returns only after `met`. */
function pausing(model: 'authorizationCode' | 'refreshToken', met: () => Promise<unknown>): Db {
  type Reading<T, R> = { readonly args: T; readonly query: (args: T) => Promise<R> };
  const findUnique = async <T, R>({ args, query }: Reading<T, R>): Promise<R> => {
    const result = await query(args);
    await met();
    return result;
  };
  const { db } = world.database;
  const watched =
    model === 'refreshToken'
      ? db.$extends({ query: { refreshToken: { findUnique } } })
      : db.$extends({ query: { authorizationCode: { findUnique } } });
  // Boundary: an extended client works like the original and differs only in type.
  return watched as unknown as Db;
}

/** Blocks callers until `count` have arrived; later callers pass immediately. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) resolve();
    return promise;
  };
}

const once = (act: () => Promise<unknown>) => {
  let acted: Promise<unknown> | null = null;
  return () => (acted ??= act());
};

const ends = async (grants: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(grants)).map((end) => (end.status === 'fulfilled' ? 'tokens' : end.reason.code)).toSorted();

describe('an authorization code', () => {
  test('is valid for a minute', async () => {
    const [early, late] = [await approve(), await approve()];
    world.pass(59_999);
    expect(await exchange(early)).toMatchObject({ expiresInSeconds: 3_600 });
    world.pass(1);
    await expect(exchange(late)).rejects.toMatchObject(INVALID);
    expect(await eventsOf()).toEqual([['token.create', { endpointId: endpoint.id }]]);
  });

  test.each<[string, Params, string]>([
    ['a code', { code: undefined }, 'invalid_request'],
    ['a verifier', { code_verifier: undefined }, 'invalid_request'],
    ['a client', { client_id: undefined }, 'invalid_request'],
    ['the code itself', { code: 'tyc_other' }, 'invalid_grant'],
    ['its client', { client_id: 'app_other' }, 'invalid_grant'],
    ['its verifier', { code_verifier: CHALLENGE }, 'invalid_grant'],
    ['its redirect address', { redirect_uri: `${CALLBACK}/x` }, 'invalid_grant'],
    ['a stack', { resource: ADDRESS }, 'invalid_target'],
  ])('is refused without %s, and stays valid', async (_name, changed, code) => {
    const grant = await approve();
    await expect(exchange(grant, changed)).rejects.toMatchObject({ name: 'OAuthError', code });
    await expect(exchange(grant, { resource: addressOf(other.clientId) })).rejects.toMatchObject({
      code: 'invalid_target',
    });
    const same = { redirect_uri: CALLBACK, resource: addressOf(endpoint.clientId) };
    expect(await exchange(grant, same)).toMatchObject({ refreshToken: expect.stringMatching(/^tyr_/) });
  });

  test('that is redeemed twice concurrently yields tokens once, and those are revoked', async () => {
    const code = await approve();
    const db = pausing('authorizationCode', meeting(2));
    expect(await ends([exchange(code, {}, db), exchange(code, {}, db)])).toEqual(['invalid_grant', 'tokens']);
    // Once revoked, it is not revoked again.
    await expect(exchange(code)).rejects.toMatchObject(INVALID);
    const reason = 'its authorization code was used twice';
    const tokenId = expect.stringMatching(/^token_/);
    expect(warned).toEqual([{ tokenId, reason, message: 'a stack token was revoked' }]);
    expect(await eventsOf()).toEqual([
      ['token.create', { endpointId: endpoint.id }],
      ['token.revoke', { endpointId: endpoint.id, reason }],
    ]);
  });

  test('stays valid when its account has no room for a token', async () => {
    const code = await approve();
    await setAccountLimits(world.as(), alice.accountId, { limits: { max_tokens: 1 } });
    await expect(exchange(code)).rejects.toMatchObject({ name: 'AppError', code: 'invalid_input' });
    await setAccountLimits(world.as(), alice.accountId, { limits: {} });
    expect(await exchange(code)).toMatchObject({ expiresInSeconds: 3_600 });
  });
});

describe('a stack token from a sign-in', () => {
  test('lasts an hour in whole seconds, is named after its client, and is shown only to the agent', async () => {
    world.clock.now = new Date(Math.ceil(world.clock.now.getTime() / 1_000) * 1_000 + 999);
    const { accessToken } = await signIn();
    const { createdAt, expiresAt, name, endpointId } = await tokenOf(accessToken);
    expect(createdAt.getTime()).toBe(world.clock.now.getTime() - 999);
    expect(Number(expiresAt) - createdAt.getTime()).toBe(HOUR_MS);
    expect([name, endpointId]).toEqual(['Mine', endpoint.id]);
    expect(decodeJwt(accessToken)).toMatchObject({ aud: endpoint.clientId, sub: alice.stackId });
    const event = await world.database.db.auditEvent.findFirst({
      where: { action: 'token.create', actorKind: 'agent' },
    });
    expect(event?.actorId).toEqual(expect.stringMatching(/./));
  });
});

describe('a refresh token', () => {
  test('is valid for thirty days, and renews the token issued with it', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const { id } = await tokenOf(first.accessToken);
    world.pass(30 * DAY_MS - 1);
    const renewed = await renew(first.refreshToken);
    expect(renewed).toMatchObject({ expiresInSeconds: 3_600, refreshToken: expect.stringMatching(/^tyr_/) });
    const { id: same, expiresAt } = await tokenOf(renewed.accessToken);
    expect([same, Number(expiresAt) > world.clock.now.getTime()]).toEqual([id, true]);
    world.pass(1);
    await expect(renew(second.refreshToken)).rejects.toMatchObject(INVALID);
    expect((await tokenOf(second.accessToken)).revokedAt).toBeNull();
  });

  test('that expired is deleted when its token is renewed, and no other is', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const { refreshToken } = await renew(first.refreshToken);
    world.pass(15 * DAY_MS);
    const next = await renew(refreshToken);
    const remaining = (token: string) =>
      tokenOf(token).then(({ id }) => world.database.db.refreshToken.count({ where: { tokenId: id } }));
    expect(await remaining(first.accessToken)).toBe(3);
    world.pass(15 * DAY_MS);
    const last = await renew(next.refreshToken);
    // Rows that expire at this moment stay.
    expect(await remaining(first.accessToken)).toBe(4);
    world.pass(1);
    await renew(last.refreshToken);
    expect(await remaining(first.accessToken)).toBe(3);
    expect(await remaining(second.accessToken)).toBe(1);
  });

  test.each<[string, Params, string]>([
    ['a refresh token', { refresh_token: undefined }, 'invalid_request'],
    ['a client', { client_id: undefined }, 'invalid_request'],
    ['the refresh token itself', { refresh_token: 'tyr_other' }, 'invalid_grant'],
    ['its client', { client_id: 'app_other' }, 'invalid_grant'],
    ['a stack', { resource: ADDRESS }, 'invalid_target'],
  ])('is refused without %s, and stays valid', async (_name, changed, code) => {
    const { refreshToken } = await signIn();
    await expect(renew(refreshToken, changed)).rejects.toMatchObject({ name: 'OAuthError', code });
    const elsewhere = { resource: addressOf(other.clientId) };
    await expect(renew(refreshToken, elsewhere)).rejects.toMatchObject({ code: 'invalid_target' });
    const same = { resource: addressOf(endpoint.clientId) };
    expect(await renew(refreshToken, same)).toMatchObject({ accessToken: expect.stringMatching(/^ey/) });
  });

  test('that is used twice concurrently renews once, and both get the response', async () => {
    const [{ accessToken, refreshToken }, unrelated] = [await signIn(), await signIn()];
    const db = pausing('refreshToken', meeting(2));
    const [one, two] = await Promise.all([renew(refreshToken, {}, db), renew(refreshToken, {}, db)]);
    expect(two).toEqual(one);
    expect((await tokenOf(accessToken)).revokedAt).toBeNull();
    expect((await eventsOf()).slice(2)).toEqual([['token.renew', { endpointId: endpoint.id }]]);
    expect(await renew(unrelated.refreshToken)).toMatchObject({ expiresInSeconds: 3_600 });
  });

  test('renews nothing if its token is revoked meanwhile, or its use cannot be stored', async () => {
    const [{ accessToken, refreshToken }, unrelated] = [await signIn(), await signIn()];
    const { id } = await tokenOf(accessToken);
    const revoke = () => world.database.db.stackToken.update({ where: { id }, data: { revokedAt: world.clock.now } });
    await expect(renew(refreshToken, {}, pausing('refreshToken', once(revoke)))).rejects.toMatchObject(INVALID);
    expect(await world.database.db.refreshToken.count({ where: { tokenId: id, usedAt: null } })).toBe(1);
    expect((await tokenOf(unrelated.accessToken)).revokedAt).toBeNull();
    const fault = () => Promise.reject(new Error('a defect'));
    await expect(renew(unrelated.refreshToken, {}, pausing('refreshToken', fault))).rejects.toThrow('a defect');
  });
});
