import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveLogin,
  exchangeLogin,
  type LoginRequest,
  openLogin,
  readLoginRequest,
  sealLogin,
} from '../../../src/core/authorization/login.ts';
import type { UserActor } from '../../../src/core/kernel/actor.ts';
import { newApiKeyId, newSessionId, newUserId, type SessionId, type UserId } from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { challengeOf, newVerifier } from '../../oauth/kit.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

/* The inputs of a command line login, and each step's lifetime. `test/oauth/login.test.ts` logs in. */

const VERIFIER = newVerifier();
const CALLBACK = 'http://127.0.0.1:45678/callback';
const PARAMS = {
  response_type: 'code',
  redirect_uri: CALLBACK,
  state: 'a-state-of_16chr',
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
};
const [MINUTE, DAY] = [60_000, 86_400_000];

let world: World;
let alice: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
  // Other keys don't affect a login.
  await world.database.db.apiKey.updateMany({ data: { revokedAt: world.clock.now } });
});
afterAll(() => world.database.close());

/** A person with a session, as the one who agrees. */
async function person(role: Role = 'developer', { accountId } = alice): Promise<UserActor> {
  const [userId, sessionId] = [newUserId(), newSessionId()];
  const { db } = world.database;
  const createdAt = world.clock.now;
  await db.user.create({ data: { id: userId, accountId, role, email: `${userId}@example.com`, createdAt } });
  await db.session.create({ data: { id: sessionId, userId, ...sessionOf(createdAt) } });
  return { kind: 'user', accountId, userId, sessionId, role, limits: {} };
}
const sessionOf = (at: Date) => ({
  ...{ hash: Buffer.from(newSessionId()), userAgent: '', createdAt: at, lastSeenAt: at },
  expiresAt: new Date(at.getTime() + DAY),
});

const REQUEST = readLoginRequest(PARAMS);
const agree = (actor: UserActor, choice: object = {}, request: LoginRequest = REQUEST) =>
  approveLogin(world.as(actor), request, { role: 'developer', days: '30', ...choice });
const exchange = (code: string | undefined, changed: object = {}, ctx = world.as()) =>
  exchangeLogin(ctx, { code, code_verifier: VERIFIER, redirect_uri: CALLBACK, ...changed });
const keysOf = (userId: UserId) => world.database.db.apiKey.findMany({ where: { userId } });
const endSession = (id: SessionId) => world.database.db.session.deleteMany({ where: { id } });

describe('login requests of the command line', () => {
  const { redirect_uri: redirectUri, state, code_challenge: codeChallenge } = PARAMS;
  const request = { redirectUri, state, codeChallenge };

  it.each<[string, object, object]>([
    ['nothing more', {}, { name: 'Command line', role: 'developer', days: 90 }],
    ['all that it may', { name: 'x', role: 'owner', days: '365' }, { name: 'x', role: 'owner', days: 365 }],
    ['one day', { days: '1' }, { name: 'Command line', role: 'developer', days: 1 }],
    ['another port', { redirect_uri: 'http://127.0.0.1:1/callback' }, { redirectUri: 'http://127.0.0.1:1/callback' }],
    ['a long state', { state: `${'_-'.repeat(63)}ab` }, { state: `${'_-'.repeat(63)}ab` }],
  ])('are parsed: %s', (_name, params, read) => {
    expect(readLoginRequest({ ...PARAMS, ...params })).toMatchObject({ ...request, ...read });
  });

  const REFUSED: readonly (readonly [object, string])[] = [
    [{ days: '0' }, 'days'],
    [{ days: '366' }, 'days'],
    [{ days: '1.5' }, 'days'],
    [{ role: 'god' }, 'role'],
    [{ name: '' }, 'name'],
    [{ redirect_uri: `${CALLBACK}/more` }, 'redirectUri'],
    [{ redirect_uri: `x${CALLBACK}` }, 'redirectUri'],
    [{ redirect_uri: 'http://127.0.0.1:/callback' }, 'redirectUri'],
    [{ redirect_uri: 'http://127.0.0.1:123456/callback' }, 'redirectUri'],
    [{ redirect_uri: 'http://127.0.0.1:65536/callback' }, 'redirectUri'],
    [{ redirect_uri: 'http://127a0b0c1:80/callback' }, 'redirectUri'],
    [{ state: 'only-15-letters' }, 'state'],
    [{ state: 'a'.repeat(129) }, 'state'],
    [{ state: `${PARAMS.state} ` }, 'state'],
    [{ state: ` ${PARAMS.state}` }, 'state'],
    [{ code_challenge: 'a'.repeat(42) }, 'codeChallenge'],
    [{ code_challenge: 'a'.repeat(44) }, 'codeChallenge'],
    [{ code_challenge: `${'a'.repeat(42)}.` }, 'codeChallenge'],
    [{ code_challenge_method: undefined }, 'code_challenge_method'],
  ];
  it(`are refused with the name of the invalid part: ${REFUSED.length} times`, () => {
    for (const [params, name] of REFUSED)
      expect(() => readLoginRequest({ ...PARAMS, ...params }), JSON.stringify(params)).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(`: ${name} is missing`) }),
      );
    for (const type of [undefined, 'token'])
      expect(() => readLoginRequest({ ...PARAMS, response_type: type })).toThrow(
        expect.objectContaining({ code: 'unsupported_response_type' }),
      );
  });
});

describe('the login page', () => {
  it('is valid for ten minutes, with only the checked values', () => {
    const page = sealLogin(world.as(), REQUEST);
    const opened = (text: string | undefined, ms = 0) =>
      openLogin({ vault: world.deps.vault, now: () => new Date(world.clock.now.getTime() + ms) }, text);
    expect(opened(page, 10 * MINUTE)).toEqual(REQUEST);
    const expired = expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('expired') });
    expect(() => opened(page, 10 * MINUTE + 1)).toThrow(expired);
    for (const text of [undefined, '', 'e30', page.slice(1)]) expect(() => opened(text)).toThrow(expired);
  });

  it('accepts only a person’s role and days that a login may have', async () => {
    const ann = await person('auditor');
    for (const choice of [{ role: 'god' }, { days: '0' }, { days: '366' }, { days: undefined }, { role: undefined }])
      expect(() => agree(ann, choice), JSON.stringify(choice)).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    expect(() => agree(ann, { role: 'developer' })).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => approveLogin(alice.ctx, REQUEST, { role: 'auditor', days: '1' })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
    expect(agree(ann, { role: 'auditor' })).toBeTypeOf('string');
  });
});

describe('the login code', () => {
  const refused = { code: 'invalid_grant' };

  it('is valid for a minute, and yields a key with the agreed lifetime', async () => {
    const ann = await person('admin');
    const [first, late] = [agree(ann, { role: 'auditor', days: '7' }), agree(ann)];
    world.pass(MINUTE);
    const { apiKey, email, accountName } = await exchange(first);
    expect(apiKey).toMatchObject({ role: 'auditor', scopes: [], userId: ann.userId, name: 'Command line' });
    expect(apiKey.expiresAt).toEqual(new Date(world.clock.now.getTime() + 7 * DAY));
    expect([email, accountName]).toEqual([`${ann.userId}@example.com`, 'Alice']);
    const where = { targetId: apiKey.id };
    expect(await world.database.db.auditEvent.findFirst({ where })).toMatchObject({
      action: 'api_key.create',
      details: { name: 'Command line', role: 'auditor', scopes: [], login: true },
    });
    world.pass(1);
    await expect(exchange(late)).rejects.toMatchObject(refused);
    expect(await keysOf(ann.userId)).toHaveLength(1);
    // The code is expired and already used: it revokes the tokens that it issued and says why.
    await expect(exchange(first)).rejects.toMatchObject(refused);
    expect(await keysOf(ann.userId)).toMatchObject([{ revokedAt: world.clock.now }]);
    expect(await world.database.db.auditEvent.findFirst({ where, orderBy: { seq: 'desc' } })).toMatchObject({
      action: 'api_key.revoke',
      details: { name: 'Command line', reason: 'its login code was used twice' },
    });
    expect(world.changes.published).toContainEqual({ kind: 'apiKey', id: apiKey.id });
  });

  it('needs its verifier and its redirect URI', async () => {
    const ann = await person();
    const code = agree(ann);
    for (const missing of [{ code: undefined }, { code_verifier: undefined }])
      await expect(exchange(code, missing)).rejects.toMatchObject({ code: 'invalid_request' });
    const page = sealLogin(world.as(), REQUEST);
    for (const changed of [{ code: page }, { code_verifier: newVerifier() }, { redirect_uri: `${CALLBACK}/` }])
      await expect(exchange(code, changed)).rejects.toMatchObject(refused);
    expect(await keysOf(ann.userId)).toEqual([]);
  });

  it('is worthless without the session that agreed, or the role', async () => {
    const { db } = world.database;
    const [left, other, demoted] = [await person(), await person(), await person()];
    const idle = await person();
    await endSession(left.sessionId);
    await db.session.update({ where: { id: idle.sessionId }, data: { expiresAt: world.clock.now } });
    await db.user.update({ where: { id: demoted.userId }, data: { role: 'auditor' } });
    for (const actor of [left, idle, { ...left, sessionId: other.sessionId }])
      await expect(exchange(agree(actor))).rejects.toMatchObject(refused);
    await expect(exchange(agree(demoted))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('stays valid while counting is unavailable or at the bound; old logins make room', async () => {
    const { db } = world.database;
    const account = await createTestAccount(world, 'Full');
    const code = agree(await person('developer', account));
    const ctx = world.as();
    const degraded = { ...ctx, limiter: { ...ctx.limiter, isDegraded: () => true } };
    const later = { code: 'unavailable', details: { retryAfterSeconds: 5 } };
    await expect(exchange(code, {}, degraded)).rejects.toMatchObject(later);
    const row = await db.apiKey.findFirstOrThrow({ where: { accountId: account.accountId } });
    const ended = [DAY, DAY + 1].map((ms) => new Date(world.clock.now.getTime() - ms));
    await db.apiKey.createMany({ data: ended.map((revokedAt) => another(row, { revokedAt })) });
    await db.account.update({ where: { id: account.accountId }, data: { rateLimits: { max_api_keys: 1 } } });
    await expect(exchange(code)).rejects.toMatchObject({ code: 'invalid_input' });
    await db.account.update({ where: { id: account.accountId }, data: { rateLimits: { max_api_keys: 2 } } });
    await expect(exchange(code)).resolves.toBeDefined();
    const remaining = await db.apiKey.findMany({ where: { revokedAt: { in: ended } } });
    expect(remaining.map(({ revokedAt }) => revokedAt)).toEqual([ended[0]]);
  });
  const another = <T extends object>(row: T, changed: object): T => {
    const id = newApiKeyId();
    return { ...row, id, hash: Buffer.from(id), ...changed };
  };
});
