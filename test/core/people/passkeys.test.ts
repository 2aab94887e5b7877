import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../../src/core/kernel/limitClasses.ts';
import { newChallenge } from '../../../src/core/people/passkeyChallenge.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { newAuthenticator, type Wrong } from './authenticator.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from './kit.ts';
import { answered, beginSignIn, byName, newPasskey, PASSKEY, signInWith } from './passkeyKit.ts';

let world: World;
let url: string;
let ann: Person;
let bob: Person;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: { write: (line) => lines.push(line) } });
  url = byName(world);
  ann = await newPerson(world, 'ann@example.com');
  bob = await newPerson(world, 'bob@example.com', world.otherAccount);
});
afterAll(() => world.close());

const database = () => world.edge.deps.db;
const REFUSED = {
  __typename: 'SignInFailedError',
  code: 'SIGN_IN_FAILED',
  message: 'This passkey cannot sign you in',
};
const anHourAgo = () => ({ vault: world.edge.deps.vault, now: () => new Date(Date.now() - 60 * 60_000) });

describe('a passkey', () => {
  it('signs its person in alone, until it is removed', async () => {
    const { id, authenticator } = await newPasskey(url, ann, 'Phone');
    const signedIn = await signInWith(url, authenticator);
    expect(answered(signedIn)).toEqual({ user: { id: ann.id, email: ann.email } });
    expect(signedIn.setCookie).toMatch(/^__Host-toolyard=tys_[\w-]{43}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(answered(await send(url, ASK.me, { cookie: signedIn.cookie }))).toMatchObject({ id: ann.id });
    const listed = answered(await send(url, PASSKEY.list, { cookie: ann.cookie }));
    expect(listed).toEqual([{ id, name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) }]);
    const input = { passkeyId: id };
    expect(answered(await send(url, PASSKEY.remove, { cookie: ann.cookie, input }))).toEqual({ passkeyId: id });
    const after = await signInWith(url, authenticator);
    expect([answered(after), after.cookie]).toEqual([REFUSED, null]);
    const me = answered(await send(url, ASK.me, { cookie: signedIn.cookie }));
    expect(me).toMatchObject({ id: ann.id });
  });

  it('is audited when added, used and removed', async () => {
    const { id, authenticator } = await newPasskey(url, bob, 'Laptop');
    await signInWith(url, authenticator);
    await send(url, PASSKEY.remove, { cookie: bob.cookie, input: { passkeyId: id } });
    const events = await database().auditEvent.findMany({
      where: { actorId: bob.id },
      orderBy: { seq: 'desc' },
      take: 3,
    });
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ['passkey.remove', { name: 'Laptop' }],
      ['session.create', { passkeyId: id }],
      ['passkey.create', { name: 'Laptop' }],
    ]);
  });

  it('survives a password change, and is deleted with its person', async () => {
    const eve = await newPerson(world, 'eve@example.com');
    const { authenticator } = await newPasskey(url, eve);
    const input = { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` };
    await send(url, ASK.changePassword, { cookie: eve.cookie, input });
    expect(answered(await signInWith(url, authenticator))).toMatchObject({ user: { id: eve.id } });
    await send(url, ASK.removeUser, { cookie: ann.cookie, input: { userId: eve.id } });
    expect(answered(await signInWith(url, authenticator))).toEqual(REFUSED);
  });

  it('of another person is answered like a random id, and stays', async () => {
    const { id, authenticator } = await newPasskey(url, bob);
    const removing = async (passkeyId: string) =>
      (await send(url, PASSKEY.remove, { cookie: ann.cookie, input: { passkeyId } })).text.replace(passkeyId, 'ID');
    const random = await removing('passkey_01990000-0000-7000-8000-000000000000');
    expect(random).toContain('Passkey not found');
    expect(await removing(id)).toBe(random);
    expect(await removing('passkey\0')).toBe(random);
    expect(answered(await signInWith(url, authenticator))).toMatchObject({ user: { id: bob.id } });
  });
});

describe('a sign-in with a passkey', () => {
  const wrong: readonly (readonly [problem: string, make: () => Wrong, reason: string])[] = [
    ['from another origin', () => ({ origin: 'https://evil.example' }), 'Unexpected authentication response origin'],
    ['from another port', () => ({ origin: 'http://localhost:1' }), 'Unexpected authentication response origin'],
    ['for another relying party', () => ({ rpId: 'evil.example' }), 'Unexpected RP ID hash'],
    ['without user verification', () => ({ isUnverified: true }), 'User verification required'],
    ['that answers a registration', () => ({ type: 'webauthn.create' }), 'Unexpected authentication response type'],
    ['for another person', () => ({ userHandle: Buffer.from(bob.id).toString('base64url') }), 'is not known'],
    ['with its own challenge', () => ({ challenge: 'bWluZQ' }), 'unknown or expired'],
    [
      'whose challenge is too old',
      () => ({ challenge: newChallenge(anHourAgo(), { purpose: 'passkey-sign-in', session: '' }) }),
      'unknown or expired',
    ],
    [
      'whose challenge was for a registration',
      () => ({ challenge: newChallenge(world.edge.deps, { purpose: 'passkey-registration', session: '' }) }),
      'unknown or expired',
    ],
    ['whose counter decreases', () => ({ counter: 1 }), 'was lower than expected'],
    ['whose count stays', () => ({ counter: 2 }), 'was lower than expected'],
  ];
  it('fails with identical bytes for every cause, and sets no cookie', async () => {
    const { authenticator } = await newPasskey(url, ann);
    expect(answered(await signInWith(url, authenticator))).toMatchObject({ user: { id: ann.id } });
    const unknown = await signInWith(url, newAuthenticator(url), { userHandle: 'eA' });
    expect(answered(unknown)).toEqual(REFUSED);
    for (const [problem, make, reason] of wrong) {
      const { status, text, cookie } = await signInWith(url, authenticator, make());
      expect({ problem, status, text, cookie }).toEqual({ problem, status: 200, text: unknown.text, cookie: null });
      const refusalLine = lines.findLast((line) => line.includes('a sign-in with a passkey was refused'));
      expect(refusalLine, problem).toContain(reason);
    }
    expect(answered(await signInWith(url, authenticator, { counter: 3 }))).toMatchObject({ user: { id: ann.id } });
  });

  it('fails with another passkey’s signature', async () => {
    const [mine, other] = [await newPasskey(url, ann), await newPasskey(url, bob)];
    const request = await beginSignIn(url);
    const { signature } = other.authenticator.get(request).response;
    const answer = mine.authenticator.get(request);
    const response = { ...answer, response: { ...answer.response, signature } };
    expect(answered(await send(url, PASSKEY.finishSignIn, { input: { response } }))).toEqual(REFUSED);
  });

  it('succeeds once among concurrent identical attempts', async () => {
    const { authenticator } = await newPasskey(url, ann, 'Without a count', { counter: 0 });
    const response = authenticator.get(await beginSignIn(url), { counter: 0 });
    const tries = ['a', 'b', 'c', 'd'].map(() => send(url, PASSKEY.finishSignIn, { input: { response } }));
    const answers = (await Promise.all(tries)).map(answered);
    expect(answers.filter((answer) => 'user' in Object(answer))).toHaveLength(1);
    expect(answered(await send(url, PASSKEY.finishSignIn, { input: { response } }))).toEqual(REFUSED);
  });

  it('reports what is wrong with a malformed response', async () => {
    const input = { response: { id: 'é', rawId: 'eA', type: 'password', response: {} } };
    expect(answered(await send(url, PASSKEY.finishSignIn, { input }))).toMatchObject({
      code: 'INVALID_INPUT',
      issues: expect.arrayContaining([{ path: '/response/id', message: 'must be base64url' }]),
    });
  });
});

describe('signing in with a passkey is', () => {
  it.each([
    ['beginPasskeySignIn', PASSKEY.beginSignIn],
    ['finishPasskeySignIn', PASSKEY.finishSignIn],
  ])('unavailable to other sites’ pages: %s', async (_name, query) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const { status, text } = await send(url, query, { input: { response: {} }, headers });
    expect([status, text]).toEqual([403, expect.stringContaining('Sign in on a page of this address')]);
  });

  it('limited by network address, including challenges', async () => {
    const limits = { ...DOCUMENTED_LIMITS, sign_in: 3 };
    const limited = await startWorld({ limits });
    try {
      const at = byName(limited);
      const input = { response: newAuthenticator(at).get(await beginSignIn(at)) };
      const answers = [
        await send(at, PASSKEY.finishSignIn, { input }),
        await send(at, PASSKEY.beginSignIn),
        await send(at, PASSKEY.beginSignIn),
        await send(at, PASSKEY.finishSignIn, { input }),
      ];
      expect(answers.map(({ text }) => text.includes('RATE_LIMITED'))).toEqual([false, false, true, true]);
    } finally {
      await limited.close();
    }
  });
});
