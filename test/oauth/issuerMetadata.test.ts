import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainDecision } from '../../src/core/decisions/explain.ts';
import { listStackTokens } from '../../src/core/endpoints/stackToken.ts';
import { newServiceAccountId, newTrustedIssuerId, toToolId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount, rotateServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { makeEndpoint, post } from '../mcp/kit.ts';
import { type KeyServer, startKeyServer } from './idpKit.ts';
import { askWith, newPair, type Pair, SHOP, sign, type TokenRequest } from './machineKit.ts';
import { exchange, personOf } from './refusedIdentities.ts';

let world: World;
let idp: KeyServer;
let elsewhere: KeyServer;
let pair: Pair;
let ours: Awaited<ReturnType<typeof endpointOf>>;
let theirs: typeof ours;

async function endpointOf({ ctx }: WorldAccount, name: string) {
  const made = await makeEndpoint(ctx, world.url, name, [SHOP]);
  const { id } = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: made.clientId } });
  return { ...made, id };
}

beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  pair = await newPair('ES256', 'idp1');
  [idp, elsewhere] = await Promise.all([startKeyServer([]), startKeyServer([pair.jwk])]);
  idp.answer = { status: 404, body: '' };
  ours = await endpointOf(world.account, 'Ours');
  theirs = await endpointOf(world.otherAccount, 'Theirs');
});
afterAll(async () => {
  await Promise.all([world?.close(), idp?.close(), elsewhere?.close()]);
});

const trust = (issuer: string, input: object = {}) =>
  createTrustedIssuer(world.account.ctx, { endpointId: ours.id, name: 'Company', issuer, ...input });
const shown = async (issuer: string, claims: object = {}): Promise<TokenRequest> =>
  exchange(await sign(pair, { ...personOf({ issuer, resource: ours.url }), ...claims }, { kid: 'idp1' }), ours.url);
const ask = (request: TokenRequest) => askWith(world, request);
const originOf = ({ url }: KeyServer) => new URL(url).origin;

describe('an issuer without a configured key address', () => {
  it.each([
    ['OpenID Connect', '', '/.well-known/openid-configuration'],
    ['OpenID Connect, with a path', '/realms/one', '/realms/one/.well-known/openid-configuration'],
    ['RFC 8414, with a path', '/realms/two', '/.well-known/oauth-authorization-server/realms/two'],
    ['a slash at its end', '/realms/three/', '/realms/three/.well-known/openid-configuration'],
  ])('publishes it through %s', async (_name, path, place) => {
    const issuer = `${originOf(idp)}${path}`;
    idp.documents.set(place, { issuer, jwks_uri: `${originOf(idp)}/keys` });
    idp.documents.set('/keys', { keys: [pair.jwk] });
    await trust(issuer);
    expect((await ask(await shown(issuer))).status).toBe(200);
    const before = idp.requestCount;
    expect((await ask(await shown(issuer))).status).toBe(200);
    expect(idp.requestCount).toBe(before);
  });

  it.each([
    ['names another issuer', (issuer: string) => ({ issuer: `${issuer}/`, jwks_uri: `${originOf(idp)}/keys` })],
    ['names no keys', (issuer: string) => ({ issuer })],
    ['names keys without TLS', (issuer: string) => ({ issuer, jwks_uri: 'http://example.com/keys' })],
    // Addresses that the operator allows for accounts stay forbidden to anonymous clients.
    ['names keys at a private address', (issuer: string) => ({ issuer, jwks_uri: elsewhere.url })],
  ])('with metadata that %s authenticates nobody', async (label, metadataOf) => {
    const path = `/realms/${label.replaceAll(' ', '-')}`;
    const issuer = `${originOf(idp)}${path}`;
    idp.documents.set(`${path}/.well-known/openid-configuration`, metadataOf(issuer));
    await trust(issuer);
    expect(await ask(await shown(issuer))).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(elsewhere.requestCount).toBe(0);
  });

  it('with another host in its path is fetched itself, not that host', async () => {
    const issuer = `${originOf(idp)}//${new URL(elsewhere.url).host}`;
    elsewhere.documents.set('/.well-known/openid-configuration', { issuer, jwks_uri: elsewhere.url });
    await trust(issuer);
    expect(await ask(await shown(issuer))).toMatchObject({ status: 503 });
    expect(elsewhere.requestCount).toBe(0);
  });

  it.each(['login.company.test', 'http://login.company.test', 'https://login.company.test/?a=b', 'urn:company'])(
    'is not trusted as %s, which is not a fetchable address',
    async (issuer) => {
      await expect(trust(issuer)).rejects.toMatchObject({
        code: 'invalid_input',
        details: { issues: [{ path: '/jwksUrl' }] },
      });
    },
  );
});

it('nested claims are checked, and name the end user', async () => {
  const issuer = 'https://keycloak.test';
  await trust(issuer, {
    jwksUrl: `${originOf(idp)}/keys`,
    claims: { 'realm_access.roles': ['agents'], '/profile/team': ['one', 'two'] },
    endUserClaim: 'profile.email',
  });
  idp.documents.set('/keys', { keys: [pair.jwk] });
  const [roles, profile] = [{ roles: ['staff', 'agents'] }, { team: 'two', email: 'ann@company.test' }];
  const statusOf = async (claims: object) => (await ask(await shown(issuer, claims))).status;
  expect(await statusOf({ realm_access: roles, profile })).toBe(200);
  expect((await listStackTokens(world.account.ctx, ours.id))[0]).toMatchObject({ endUser: 'ann@company.test' });
  expect(await statusOf({ realm_access: { roles: ['staff'] }, profile })).toBe(400);
  expect(await statusOf({ realm_access: roles, profile: { ...profile, team: 'three' } })).toBe(400);
  expect(await statusOf({ realm_access: roles, profile: { team: 'one' } })).toBe(400);
  expect(await statusOf({ roles: ['agents'], team: 'one', email: 'ann@company.test' })).toBe(400);
});

const tokenOf = async (request: TokenRequest): Promise<string> => String((await ask(request)).body['access_token']);
const toolsWith = async (token: string) => {
  const text = JSON.stringify(await post({ url: ours.url, token }, { jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  return ['one', 'two'].filter((name) => text.includes(`_${name}"`));
};

describe('a rule', () => {
  it('for a service account applies to all its tokens, also after rotation or with a JWT', async () => {
    const { ctx } = world.account;
    const issuer = `${originOf(idp)}/realms/one`;
    const made = await createServiceAccount(ctx, { endpointId: ours.id, name: 'nightly' });
    const { id } = made.client;
    const deny = { name: 'not this one', effect: 'deny', tools: ['*_two'] };
    const rule = await createPolicyRule(ctx, { ...deny, callers: [id] });
    const own = (secret: string | null) => ({ client_id: id, client_secret: secret ?? '' });
    const grant = (secret: string | null): TokenRequest => ({
      fields: { grant_type: 'client_credentials', ...own(secret) },
    });
    const request = await shown(issuer);
    expect(await toolsWith(await tokenOf(grant(made.secret)))).toEqual(['one']);
    expect(await toolsWith(await tokenOf({ fields: { ...request.fields, ...own(made.secret) } }))).toEqual(['one']);
    expect(await toolsWith(await tokenOf(await shown(issuer)))).toEqual(['one', 'two']);
    const rotated = await rotateServiceAccount(ctx, id, {});
    expect(await toolsWith(await tokenOf(grant(rotated.secret)))).toEqual(['one']);
    const call = { stackId: ours.stackId, callerId: id, input: {} };
    const explained = async (tool: string) => (await explainDecision(ctx, { ...call, toolId: toToolId(tool) })).effect;
    const [one, two] = (await ctx.db.tool.findMany({ where: { server: { owner: world.account.id } } }))
      .map(({ toolId }) => toolId)
      .toSorted();
    expect([await explained(String(one)), await explained(String(two))]).toEqual(['allow', 'deny']);
    await deletePolicyRule(ctx, rule.id);
  });

  it('for a trusted issuer applies to everyone that it authenticates', async () => {
    const { ctx } = world.account;
    const issuer = `${originOf(idp)}/realms/one`;
    const { id } = await ctx.db.trustedIssuer.findFirstOrThrow({ where: { issuer } });
    const rule = await createPolicyRule(ctx, { name: 'not they', effect: 'deny', tools: ['*_one'], callers: [id] });
    expect(await toolsWith(await tokenOf(await shown(issuer)))).toEqual(['two']);
    expect(await toolsWith(await tokenOf(await shown(`${originOf(idp)}/realms/two`)))).toEqual(['one', 'two']);
    await deletePolicyRule(ctx, rule.id);
  });

  it('for another account’s client or issuer is refused as nonexistent', async () => {
    const { ctx } = world.otherAccount;
    const { client } = await createServiceAccount(ctx, { endpointId: theirs.id, name: 'theirs' });
    for (const id of [client.id, newServiceAccountId(), newTrustedIssuerId()]) {
      const rule = { name: 'x', effect: 'deny', callers: [id] };
      await expect(createPolicyRule(world.account.ctx, rule)).rejects.toMatchObject({
        details: { issues: [{ path: '/callers', message: `${id} is not a caller of the account` }] },
      });
    }
  });
});

describe('a service account with an expiry', () => {
  const inMs = (ms: number) => new Date(Date.now() + ms);
  const grantOf = ({ client, secret }: Awaited<ReturnType<typeof createServiceAccount>>): TokenRequest => ({
    fields: { grant_type: 'client_credentials', client_id: client.id, client_secret: secret ?? '' },
  });

  it('issues tokens that expire with it, and none afterwards', async () => {
    const { ctx } = world.account;
    const made = await createServiceAccount(ctx, { endpointId: ours.id, name: 'short', expiresAt: inMs(100_000) });
    const { status, body } = await ask(grantOf(made));
    const seconds = Number(body['expires_in']);
    expect([status, seconds > 0 && seconds <= 100]).toEqual([200, true]);
    await ctx.db.serviceAccount.update({ where: { id: made.client.id }, data: { expiresAt: inMs(-1) } });
    expect(await ask(grantOf(made))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const request = await shown(`${originOf(idp)}/realms/one`);
    const both = await ask({
      fields: { ...request.fields, ...grantOf(made).fields, grant_type: String(request.fields?.['grant_type']) },
    });
    expect(both).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('can be extended, or made permanent', async () => {
    const { ctx } = world.account;
    const { client } = await createServiceAccount(ctx, { endpointId: ours.id, name: 'x', expiresAt: inMs(100_000) });
    await ctx.db.serviceAccount.update({ where: { id: client.id }, data: { expiresAt: inMs(-1) } });
    expect((await ask(grantOf(await rotateServiceAccount(ctx, client.id, {})))).status).toBe(401);
    const later = await rotateServiceAccount(ctx, client.id, { expiresAt: inMs(2_000_000) });
    expect((await ask(grantOf(later))).body['expires_in']).toBe(900);
    expect((await rotateServiceAccount(ctx, client.id, { expiresAt: null })).client.expiresAt).toBeNull();
  });

  it('cannot expire in the past', async () => {
    const input = { endpointId: ours.id, name: 'x', expiresAt: inMs(-1) };
    await expect(createServiceAccount(world.account.ctx, input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
