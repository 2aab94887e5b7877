import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKeyId, toUserRef } from '../../src/core/kernel/ids.ts';
import { removeUser, setPassword, updateUserRole } from '../../src/core/people/user.ts';
import { newPerson, PASSWORD, type Person, send } from '../core/people/kit.ts';
import { eventually, patiently } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { askToken, authorizeUrl, challengeOf, newVerifier, open, type Page, returned, submit } from './kit.ts';

let world: World;
let ann: Person;
let dev: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await newPerson(world, 'ann@example.com');
  dev = await newPerson(world, 'dev@example.com', world.account, 'developer');
});
afterAll(() => world.close());

const CALLBACK = 'http://127.0.0.1:45678/callback';
const VERIFIER = newVerifier();
const STATE = 'a-state-of-the-command-line';

type Changed = Readonly<Record<string, string | undefined>>;

const url = (changed: Changed = {}) =>
  authorizeUrl(world, {
    client_id: 'toolyard-cli',
    redirect_uri: CALLBACK,
    state: STATE,
    code_challenge: challengeOf(VERIFIER),
    name: 'ann’s laptop',
    ...changed,
  });

const ours = (cookie: string) => ({ origin: world.url, 'sec-fetch-site': 'same-origin', cookie });
const openPage = (person: Person, changed: Changed = {}) => open(url(changed), { headers: { cookie: person.cookie } });

/** Consents as that person; returns the browser's redirect. */
async function agree(person: Person, fields: Readonly<Record<string, string>> = {}, page?: Page): Promise<Page> {
  const choice = { decision: 'allow', role: 'developer', days: '30', ...fields };
  return submitTo(page ?? (await openPage(person)), choice, ours(person.cookie));
}

const submitTo = (page: Page, fields: Record<string, string>, headers: Record<string, string>) =>
  submit(url(), page, fields, headers, url());

const exchange = (code: string | undefined, changed: Changed = {}) =>
  askToken(world, {
    grant_type: 'authorization_code',
    client_id: 'toolyard-cli',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    code,
    ...changed,
  });

const logIn = async (person: Person, fields = {}) => exchange(returned(await agree(person, fields))['code']);

const statusOf = async (key: unknown): Promise<number> => {
  const headers = { authorization: `Bearer ${String(key)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ stacks { totalCount } }' });
  return (await fetch(`${world.url}/graphql`, { method: 'POST', headers, body })).status;
};

const operator = () => ({ ...world.account.ctx, actor: { kind: 'operator', accountId: null } }) as const;

const detailsOf = async (action: string, targetId: string) =>
  (await world.edge.deps.db.auditEvent.findFirstOrThrow({ where: { action, targetId } })).details;

describe('the login page', () => {
  it('shows what the command gets and where it goes, offers no higher role, and loads nothing', async () => {
    const { status, text, headers } = await openPage(dev, { role: 'owner', days: '12' });
    expect(status).toBe(200);
    for (const part of ['ann’s laptop', '127.0.0.1:45678', 'dev@example.com', '12 days']) expect(text).toContain(part);
    expect(text.match(/<option value="[a-z]+"/g)).toEqual(
      ['developer', 'auditor'].map((role) => `<option value="${role}"`),
    );
    expect(text).toContain('<option value="developer" selected>');
    expect(text).not.toMatch(/\son\w+=|style=|src=|https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:45678");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('sends signed-out people to the sign-in, and shows nothing else', async () => {
    const { text } = await open(url());
    expect(text).toContain('<a href="/signin?next=%2Foauth%2Fauthorize%3F');
    expect(text).not.toContain('<form');
  });

  it.each<[string, Changed]>([
    ['another machine', { redirect_uri: 'https://evil.example/callback' }],
    ['a host that only looks like this machine', { redirect_uri: 'http://127.0.0.1:1@evil.example/callback' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:45678/other' }],
    ['an invalid port', { redirect_uri: 'http://127.0.0.1:99999/callback' }],
    ['no PKCE', { code_challenge_method: 'plain' }],
    ['no challenge', { code_challenge: undefined }],
    ['no state', { state: undefined }],
    ['a name with hidden characters', { name: 'a\u202Eb' }],
    ['no such role', { role: 'god' }],
    ['ten years', { days: '3650' }],
  ])('refuses %s immediately', async (_name, changed) => {
    const page = await openPage(ann, changed);
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('Sign-in failed') });
    expect(page.headers.get('location')).toBeNull();
  });
});

describe('the login decision', () => {
  it('issues one key with the person’s account, name, role and expiry; a second exchange revokes it', async () => {
    const sent = await agree(ann, { role: 'admin' });
    expect(sent.status).toBe(303);
    const { code, state } = returned(sent);
    expect(state).toBe(STATE);
    const { status, body } = await exchange(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      scope: 'account',
      name: 'ann’s laptop',
      role: 'admin',
      key_id: expect.stringMatching(/^key_/),
      account_name: expect.any(String),
    });
    const inDays = (Date.parse(String(body['expires_at'])) - Date.now()) / 86_400_000;
    expect(Math.round(inDays)).toBe(30);
    expect(await statusOf(body['access_token'])).toBe(200);
    const where = { action: 'api_key.create', targetId: String(body['key_id']) };
    expect(await world.edge.deps.db.auditEvent.findFirst({ where })).toMatchObject({
      actorKind: 'user',
      actorId: ann.id,
    });
    for (let again = 0; again < 4; again += 1) {
      expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    expect(await statusOf(body['access_token'])).toBe(401);
    const revoked = { ...where, action: 'api_key.revoke' };
    expect(await world.edge.deps.db.auditEvent.count({ where: revoked })).toBe(1);
  });

  it('is worthless once the session ends, even during an exchange', async () => {
    const { db } = world.edge.deps;
    const { code } = returned(await agree(await newPerson(world, 'may@example.com', world.account, 'developer')));
    const locks = () => db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const [under] = await patiently(db, async (tx) => {
      await tx.$queryRaw`SELECT id FROM account WHERE id = ${world.account.id} FOR NO KEY UPDATE`;
      const started = exchange(code);
      await eventually('it waits', async () => (await locks()).length > 0);
      await setPassword(operator(), toUserRef('may@example.com'), `${PASSWORD} of another kind`);
      return [started];
    });
    expect(await under).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('redirects without a code when the person declines', async () => {
    const sent = await agree(ann, { decision: 'deny' });
    expect(returned(sent)).toMatchObject({ error: 'access_denied', state: STATE });
  });

  it.each<[string, Changed]>([
    ['another verifier', { code_verifier: newVerifier() }],
    ['another port', { redirect_uri: 'http://127.0.0.1:45679/callback' }],
    ['no redirect address', { redirect_uri: undefined }],
    ['a code of our own making', { code: 'e30' }],
  ])('issues nothing for %s, and the code stays valid', async (_name, changed) => {
    const { code } = returned(await agree(ann));
    expect(await exchange(code, changed)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await exchange(code)).status).toBe(200);
  });

  it('grants no more than the person’s rights, whatever the form says', async () => {
    const sent = await agree(dev, { role: 'owner' });
    expect(sent).toMatchObject({ status: 403 });
    expect(sent.headers.get('location')).toBeNull();
  });

  it('accepts no form from another site, and none without a session', async () => {
    const page = await openPage(ann);
    const fields = { decision: 'allow', role: 'developer', days: '30' };
    const foreign = { ...ours(ann.cookie), origin: 'https://evil.example' };
    expect((await submitTo(page, fields, foreign)).status).toBe(403);
    expect((await submitTo(page, fields, { cookie: ann.cookie })).status).toBe(401);
    expect((await submitTo(page, fields, ours(''))).status).toBe(401);
  });
});

describe('a login key', () => {
  it('is revoked permanently when the person’s role drops below its own, and with the person', async () => {
    const { ctx } = world.account;
    const bob = await newPerson(world, 'bob@example.com', world.account, 'admin');
    const { body } = await logIn(bob, { role: 'developer' });
    const key = body['access_token'];
    expect(await statusOf(key)).toBe(200);
    for (const [role, status] of Object.entries({ developer: 200, auditor: 401, admin: 401 })) {
      await updateUserRole(ctx, bob.id, { role });
      expect(await statusOf(key), role).toBe(status);
    }
    const changes = { where: { action: 'user.change_role', targetId: bob.id }, orderBy: { seq: 'asc' } } as const;
    expect((await world.edge.deps.db.auditEvent.findMany(changes)).map(({ details }) => details)).toEqual([
      { before: 'admin', role: 'developer' },
      { before: 'developer', role: 'auditor', revokedApiKeys: [body['key_id']] },
      { before: 'auditor', role: 'admin' },
    ]);
    await updateUserRole(ctx, bob.id, { role: 'auditor' });
    const { body: lesser } = await logIn(bob, { role: 'auditor' });
    expect(await statusOf(lesser['access_token'])).toBe(200);
    await removeUser(ctx, bob.id);
    expect(await statusOf(lesser['access_token'])).toBe(401);
    expect(await world.edge.deps.db.apiKey.count({ where: { userId: bob.id } })).toBe(0);
    expect(await detailsOf('user.remove', bob.id)).toMatchObject({ revokedApiKeys: [lesser['key_id']] });
  });

  it('is revoked when the operator sets a password, and its code with the session that agreed', async () => {
    const eve = await newPerson(world, 'eve@example.com', world.account, 'developer');
    const { body } = await logIn(eve);
    const { code } = returned(await agree(eve));
    await setPassword(operator(), eve.id, `${PASSWORD} of another kind`);
    expect(await statusOf(body['access_token'])).toBe(401);
    expect(await detailsOf('user.set_password', eve.id)).toEqual({ revokedApiKeys: [body['key_id']] });
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is revocable by its person in any role; another person’s looks nonexistent', async () => {
    const [{ body: own }, { body: others }] = [await logIn(dev), await logIn(ann)];
    const end = async (apiKeyId: unknown) => {
      const query = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { __typename } }';
      return (await send(world.url, query, { cookie: dev.cookie, input: { apiKeyId } })).text;
    };
    for (const id of [newApiKeyId(), others['key_id']]) expect(await end(id)).toContain('ForbiddenError');
    expect(await statusOf(others['access_token'])).toBe(200);
    expect(await end(own['key_id'])).toContain('RevokeApiKeyPayload');
    expect(await statusOf(own['access_token'])).toBe(401);
  });

  it('counts toward a limit per person: the oldest is revoked', async () => {
    const cat = await newPerson(world, 'cat@example.com', world.account, 'developer');
    const { body } = await logIn(cat);
    const row = await world.edge.deps.db.apiKey.findFirstOrThrow({ where: { userId: cat.id } });
    const later = new Date(row.createdAt.getTime() + 1);
    await world.edge.deps.db.apiKey.createMany({
      data: Array.from({ length: 19 }, () => ({ ...row, id: newApiKeyId(), hash: randomBytes(32), createdAt: later })),
    });
    expect(await statusOf(body['access_token'])).toBe(200);
    const { body: next } = await logIn(cat);
    expect(await detailsOf('api_key.create', String(next['key_id']))).toMatchObject({ revokedApiKeys: [row.id] });
    expect(await statusOf(body['access_token'])).toBe(401);
  });
});
