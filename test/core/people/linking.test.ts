import { afterAll, describe, expect, it } from 'vitest';
import { toPasskeyId, toUserId } from '../../../src/core/kernel/ids.ts';
import type { WorldAccount } from '../../harness/world.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from './kit.ts';
import { openSingleSignOn, type ProviderPeople } from './singleSignOnKit.ts';

const PEOPLE: ProviderPeople = {};
const PASSWORD_FIRST =
  'This e-mail already has a password or passkey here. Sign in with it once, then choose single sign-on again to connect the two.';

const { provider, world, signInAs, close } = await openSingleSignOn(PEOPLE);
const { db } = world.edge.deps;
afterAll(close);

/** A person known to the provider, with a new address. */
function known(sub: string): string {
  const email = `${sub}@corp.example`;
  PEOPLE[sub] = { email, email_verified: true };
  return email;
}

/** A row as single sign-on creates it. */
const withoutPassword = (sub: string, account: WorldAccount, oidcIssuer = 'https://before.example') =>
  db.user.create({
    data: {
      id: toUserId(`user_${sub}`),
      accountId: account.id,
      email: known(sub),
      createdAt: new Date(),
      oidcIssuer,
      oidcSubject: sub,
    },
  });

const me = async (cookie: string) => JSON.parse((await send(world.url, ASK.me, { cookie })).text).data.me;
const subjectOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id: toUserId(id) } })).oidcSubject;

/** Asserts that the person who claimed an address keeps their row, session and password. */
async function expectUntouched({ id, email, cookie }: Person) {
  expect(await me(cookie)).toMatchObject({ id, email });
  const signedIn = await send(world.url, ASK.signIn, { input: { email, password: PASSWORD } });
  expect(JSON.parse(signedIn.text).data.signIn.user).toEqual({ id, email });
  expect(await subjectOf(id)).toBeNull();
}

describe('an e-mail claimed by an invited person', () => {
  it.each([
    ['in the account that single sign-on joins', 'claimed', () => world.account],
    ['in another account', 'abroad', () => world.otherAccount],
  ])('%s keeps the owner’s and that person’s access separate', async (_where, sub, account) => {
    const claimant = await newPerson(world, known(sub), account());
    const before = await db.session.count({ where: { userId: claimant.id } });
    const { seen, me: owner } = await signInAs(sub);
    expect({ status: seen.status, owner }).toEqual({ status: 403, owner: null });
    expect(seen.text).toContain(PASSWORD_FIRST);
    expect(seen.text).toContain('href="/signin?next=%2Fsignin%2Foidc"');
    expect(await db.session.count({ where: { userId: claimant.id } })).toBe(before);
    await expectUntouched(claimant);
  });

  it('is not linked by another person’s session', async () => {
    const claimant = await newPerson(world, known('watched'));
    const other = await newPerson(world, 'other@example.com');
    const { seen } = await signInAs('watched', other.cookie);
    expect(seen.text).toContain(PASSWORD_FIRST);
    await expectUntouched(claimant);
    expect(await subjectOf(other.id)).toBeNull();
  });

  it.each([
    ['that has ended', { expiresAt: new Date(Date.now() - 1_000) }],
    ['that nobody used for a week', { lastSeenAt: new Date(Date.now() - 8 * 86_400_000) }],
  ])('is not linked by a session %s', async (_which, data) => {
    const sub = `late${Object.keys(data)[0]?.toLowerCase()}`;
    const person = await newPerson(world, known(sub));
    await db.session.updateMany({ where: { userId: person.id }, data });
    expect((await signInAs(sub, person.cookie)).seen.text).toContain(PASSWORD_FIRST);
    expect(await subjectOf(person.id)).toBeNull();
  });

  it.each([
    ['in the account that single sign-on joins', 'own', () => world.account],
    ['in another account', 'ownabroad', () => world.otherAccount],
  ])('%s is linked in that person’s browser, and they keep it', async (_where, sub, account) => {
    const person = await newPerson(world, known(sub), account());
    expect((await signInAs(sub, person.cookie)).me).toMatchObject({ id: person.id });
    expect((await signInAs(sub)).me).toMatchObject({ id: person.id });
    const events = await db.auditEvent.findMany({ where: { targetId: person.id, action: 'user.link' } });
    expect(events.map(({ actorId, details }) => ({ actorId, details }))).toEqual([
      { actorId: person.id, details: { issuer: provider.url } },
    ]);
  });
});

describe('a person without a password', () => {
  it('of the single sign-on account is recognized after the provider changed', async () => {
    const { id } = await withoutPassword('moved', world.account);
    expect((await signInAs('moved')).me).toMatchObject({ id });
  });

  it('of another account is not recognized', async () => {
    const { id } = await withoutPassword('foreign', world.otherAccount);
    const { seen, me: nobody } = await signInAs('foreign');
    expect({ status: seen.status, nobody }).toEqual({ status: 403, nobody: null });
    expect(seen.text).toContain('belongs to a person of another account');
    expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ oidcIssuer: 'https://before.example' });
  });

  it('who has a passkey must use it first', async () => {
    const { id: userId } = await withoutPassword('keyed', world.account);
    const data = { credentialId: 'keyed', publicKey: Buffer.from('k'), counter: 0, createdAt: new Date() };
    await db.passkey.create({ data: { ...data, id: toPasskeyId('passkey_keyed'), userId, name: 'Key' } });
    expect((await signInAs('keyed')).seen.text).toContain(PASSWORD_FIRST);
  });
});
