import { afterAll, describe, expect, it } from 'vitest';
import { sealClaim } from '../../../src/core/people/claimedAddress.ts';
import { ASK, newPerson, PASSWORD, send } from './kit.ts';
import { openSingleSignOn, type ProviderPeople } from './singleSignOnKit.ts';

const PEOPLE: ProviderPeople = {};
const { provider, world, signInAs, close } = await openSingleSignOn(PEOPLE);
const { db } = world.edge.deps;
afterAll(close);

function known(sub: string, domain = 'corp.example'): string {
  const email = `${sub}@${domain}`;
  PEOPLE[sub] = { email, email_verified: true };
  return email;
}

const claimIn = (text: string): string => /name="claim" value="([^"]+)"/.exec(text)?.[1] ?? '';

const press = (claim: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/signin/oidc/claim`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ claim }),
  });

const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
const meOf = async (cookie: string) => JSON.parse((await send(world.url, ASK.me, { cookie })).text).data.me;

describe('an address claimed by someone else', () => {
  it.each([
    ['in the single sign-on account', 'here', () => world.account],
    ['in another account', 'there', () => world.otherAccount],
  ])('%s goes to its owner on request, and locks nobody out', async (_where, sub, account) => {
    const email = known(sub);
    const claimant = await newPerson(world, email, account());
    const claim = claimIn((await signInAs(sub)).seen.text);
    const claimed = await press(claim);
    expect({ status: claimed.status, to: claimed.headers.get('location') }).toEqual({
      status: 303,
      to: `${world.url}/`,
    });
    const owner = await meOf(cookieOf(claimed));
    expect(owner).toMatchObject({ email });
    expect(owner.id).not.toBe(claimant.id);
    expect((await signInAs(sub)).me).toEqual(owner);
    const row = await db.user.findUniqueOrThrow({ where: { id: owner.id } });
    expect(row).toMatchObject({ accountId: world.account.id, passwordHash: null, oidcSubject: sub });

    // The previous owner keeps everything else, and can't sign in as the new one.
    expect(await meOf(claimant.cookie)).toMatchObject({ id: claimant.id, email: expect.stringMatching(/\.invalid$/) });
    const asOwner = await send(world.url, ASK.signIn, { input: { email, password: PASSWORD } });
    expect(JSON.parse(asOwner.text).data.signIn).toMatchObject({ code: expect.stringMatching(/^sign_in_failed$/i) });
    const { email: lost } = await db.user.findUniqueOrThrow({ where: { id: claimant.id } });
    const asBefore = await send(world.url, ASK.signIn, { input: { email: lost, password: PASSWORD } });
    expect(JSON.parse(asBefore.text).data.signIn.user).toEqual({ id: claimant.id, email: lost });
    const events = await db.auditEvent.findMany({ where: { targetId: claimant.id, action: 'user.release_email' } });
    expect(events).toMatchObject([{ chain: account().id, details: { email } }]);
  });

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'is not claimed by another site’s page: %o',
    async (headers) => {
      const sub = `lured${Object.keys(headers)[0]}`;
      const person = await newPerson(world, known(sub));
      const claimed = await press(claimIn((await signInAs(sub)).seen.text), headers);
      expect({ status: claimed.status, cookies: claimed.headers.getSetCookie() }).toEqual({ status: 403, cookies: [] });
      expect(await meOf(person.cookie)).toMatchObject({ email: `${sub}@corp.example` });
    },
  );

  it('is not claimed twice with one decision', async () => {
    await newPerson(world, known('twice'));
    const claim = claimIn((await signInAs('twice')).seen.text);
    expect((await press(claim)).status).toBe(303);
    expect((await press(claim)).status).toBe(403);
    expect(await db.user.count({ where: { oidcSubject: 'twice' } })).toBe(1);
  });

  it.each([
    ['without the provider’s response', () => ''],
    ['with a made-up text', () => 'AAAA'],
    [
      'of another domain',
      () =>
        sealClaim(world.edge.deps, {
          issuer: provider.url,
          subject: 'far',
          verifiedEmail: known('far', 'else.example'),
        }),
    ],
    [
      'whose e-mail the provider has not verified',
      () => sealClaim(world.edge.deps, { issuer: provider.url, subject: 'far', verifiedEmail: null }),
    ],
    [
      'ten minutes later',
      () =>
        sealClaim(
          { ...world.edge.deps, now: () => new Date(Date.now() - 601_000) },
          { issuer: provider.url, subject: 'kept', verifiedEmail: 'kept@corp.example' },
        ),
    ],
  ])('is not given away %s', async (_when, claim) => {
    for (const email of ['far@else.example', 'kept@corp.example']) {
      if ((await db.user.count({ where: { email } })) === 0) await newPerson(world, email);
    }
    const users = await db.user.findMany({ orderBy: { id: 'asc' }, select: { id: true, email: true } });
    expect([400, 403]).toContain((await press(claim())).status);
    expect(await db.user.findMany({ orderBy: { id: 'asc' }, select: { id: true, email: true } })).toEqual(users);
  });

  it('is not given away when the provider verified its holder', async () => {
    const person = await newPerson(world, known('proven'));
    await signInAs('proven', person.cookie);
    const claim = sealClaim(world.edge.deps, {
      issuer: provider.url,
      subject: 'impostor',
      verifiedEmail: 'proven@corp.example',
    });
    expect((await press(claim)).status).toBe(403);
    expect(await meOf(person.cookie)).toMatchObject({ id: person.id, email: 'proven@corp.example' });
  });
});
