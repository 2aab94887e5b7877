import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChecks, sealChecks } from '../../../src/core/people/singleSignOn.ts';
import { startWorld } from '../../harness/world.ts';
import { openBrowser } from '../credentials/browser.ts';
import { ASK, newPerson, send } from './kit.ts';
import { openSingleSignOn, type ProviderPeople } from './singleSignOnKit.ts';

const PEOPLE: ProviderPeople = {
  ann: { email: 'Ann@example.com', email_verified: true },
  impostor: { email: 'ann@example.com', email_verified: true },
  unverified: { email: 'bob@example.com', email_verified: false },
  stranger: { email: 'eve@elsewhere.example', email_verified: true },
  sneaky: { email: 'eve@notcorp.example', email_verified: true },
  colleague: { email: 'Cat@Corp.Example', email_verified: true },
};

const PREVIEW = `mutation ($input: PreviewServerInput!) {
  previewServer(input: $input) { ... on InvalidInputError { issues { path message } } } }`;

const { provider, world, signInAs, close } = await openSingleSignOn(PEOPLE);
let annsCookie = '';

beforeAll(async () => {
  annsCookie = (await newPerson(world, 'ann@example.com')).cookie;
  await newPerson(world, 'bob@example.com', world.otherAccount);
});
afterAll(close);

const users = () => world.edge.deps.db.user.count();

describe('single sign-on', () => {
  it('is offered with its label and address', async () => {
    const { text } = await send(world.url, '{ signInOptions { singleSignOn { label url } } }');
    expect(JSON.parse(text).data).toEqual({
      signInOptions: { singleSignOn: { label: 'Corp', url: `${world.url}/signin/oidc` } },
    });
  });

  it('links the signed-in user with the same verified e-mail, and then identifies them by provider id', async () => {
    const before = await users();
    const { me, browser } = await signInAs('ann', annsCookie);
    expect(me).toMatchObject({ email: 'ann@example.com' });
    expect(browser.visited.at(-1)).toMatch(new RegExp(`^${world.url}/`));
    expect(provider.params).toMatchObject({ code_challenge_method: 'S256', scope: 'openid email' });
    const saved = PEOPLE['ann'];
    PEOPLE['ann'] = { email: 'married@example.com', email_verified: false };
    expect((await signInAs('ann')).me).toMatchObject({ id: me.id, email: 'ann@example.com' });
    if (saved) PEOPLE['ann'] = saved;
    expect(await users()).toBe(before);
    const actions = await world.edge.deps.db.auditEvent.findMany({ where: { targetId: me.id } });
    expect(actions.map(({ action }) => action)).toEqual(['user.create', 'user.link']);
  });

  it('forgets a sign-in that takes over ten minutes', () => {
    const { vault } = world.edge.deps;
    const at = (minutes: number) => ({ vault, now: () => new Date(minutes * 60_000) });
    const checks = { state: 'state', nonce: 'nonce', verifier: 'verifier' };
    const sealed = sealChecks(at(0), checks);
    expect([openChecks(at(9.9), sealed), openChecks(at(10), sealed)]).toMatchObject([checks, null]);
  });

  it('lets people of an allowed domain join without a password', async () => {
    const { me, browser } = await signInAs('colleague');
    expect(me).toMatchObject({ email: 'cat@corp.example' });
    const { text } = await send(world.url, '{ viewer { account { id } user { hasPassword } } }', {
      cookie: browser.cookies(world.url),
    });
    expect(JSON.parse(text).data.viewer).toEqual({ account: { id: world.account.id }, user: { hasPassword: false } });
  });

  it.each([
    ['the e-mail is not verified', 'unverified', 403, 'Your provider has not verified your e-mail address'],
    ['the provider returns no e-mail', 'silent', 403, 'Your provider has not verified your e-mail address'],
    ['the domain may not join', 'stranger', 403, 'eve@elsewhere.example has no invitation'],
    ['the domain only ends like an allowed one', 'sneaky', 403, 'eve@notcorp.example has no invitation'],
    ['the e-mail belongs to a user with another provider id', 'impostor', 403, 'belongs to another person'],
    ['the person declines', null, 400, 'the provider answered access_denied'],
  ])('admits nobody when %s', async (_when, sub, status, expectedText) => {
    const before = await users();
    const { seen, me } = await signInAs(sub);
    expect({ status: seen.status, me }).toEqual({ status, me: null });
    expect(seen.text).toContain(expectedText);
    expect(await users()).toBe(before);
  });

  it.each([
    ['in another browser', () => openBrowser(), (url: string) => url],
    ['with another state', null, (url: string) => url.replace(/state=[^&]+/, 'state=forged')],
    ['without a state', null, (url: string) => url.replace(/state=[^&]+/, '')],
    ['with a forged code', null, (url: string) => url.replace(/code=[^&]+/, 'code=forged')],
    ['of another issuer', null, (url: string) => url.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
  ])('rejects a response %s', async (_which, another, change) => {
    provider.signInAs = 'ann';
    const browser = openBrowser();
    const { url } = await browser.open(`${world.url}/signin/oidc`, `${world.url}/signin/oidc/callback`);
    const seen = await (another?.() ?? browser).open(change(url));
    expect(seen.status).toBe(400);
    expect(seen.text).toContain('The sign-in failed');
    const { text } = await send(world.url, ASK.me, { cookie: browser.cookies(world.url) });
    expect(JSON.parse(text)).toEqual({ data: { me: null }, extensions: { cost: expect.any(Object) } });
  });

  it('rejects a signature by another key than the provider’s', async () => {
    const forged = await openSingleSignOn(PEOPLE);
    try {
      forged.provider.publishesOtherKeys = true;
      const { seen, me } = await forged.signInAs('colleague');
      expect({ status: seen.status, me }).toEqual({ status: 400, me: null });
      expect(seen.text).toContain('the provider’s answer is invalid');
    } finally {
      await forged.close();
    }
  });

  it('reaches its provider on this machine, which servers of an account may not use', async () => {
    const input = { source: { openApi: { url: `${provider.url}/.well-known/openid-configuration` } } };
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    const { text } = await send(world.url, PREVIEW, { headers, input });
    expect(JSON.parse(text).data.previewServer.issues).toEqual([
      { path: '/source/openApi/url', message: expect.stringContaining('tools are not allowed to reach this address') },
    ]);
  });

  it('reports an unreachable provider', async () => {
    const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', label: 'x', domains: [] };
    const cut = await startWorld({ config: { oidc } });
    try {
      const seen = await openBrowser().open(`${cut.url}/signin/oidc`);
      expect(seen.status).toBe(502);
      expect(seen.text).toContain('the provider cannot be reached');
    } finally {
      await cut.close();
    }
  });
});
