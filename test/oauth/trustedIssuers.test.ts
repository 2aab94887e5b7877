import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStackToken, listStackTokens, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { createServiceAccount, revokeServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer, deleteTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { isWhole, someOf } from '../harness/wholeTables.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { makeEndpoint, post } from '../mcp/kit.ts';
import { type KeyServer, startKeyServer } from './idpKit.ts';
import { askWith, newPair, type Pair, rowsOf, SHOP, sign, type TokenRequest } from './machineKit.ts';
import {
  APP,
  bearer,
  exchange,
  ID_JAG,
  type IdentityCase,
  jagOf,
  KIND,
  personOf,
  refusedIdentities,
} from './refusedIdentities.ts';

const ISSUER = 'https://login.company.test';

let world: World;
let idp: KeyServer;
let pair: Pair;
let ours: Awaited<ReturnType<typeof endpointOf>>;
let theirs: typeof ours;
let identity: IdentityCase;

async function endpointOf({ ctx }: WorldAccount, name: string) {
  const made = await makeEndpoint(ctx, world.url, name, [SHOP]);
  const { id } = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: made.clientId } });
  const machineWith = async (input: object) => {
    const { client, secret } = await createServiceAccount(ctx, { endpointId: id, name, ...input });
    return { id: client.id, secret: secret ?? '' };
  };
  const [machine, machineOfBob] = [await machineWith({ tools: ['*_one'] }), await machineWith({ endUser: 'bob' })];
  return { ...made, id, machine, machineOfBob };
}
const trust = (input: object = {}, { ctx } = world.account, endpointId = ours.id) =>
  createTrustedIssuer(ctx, { endpointId, name: 'Company', issuer: ISSUER, jwksUrl: idp.url, ...input });

beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  pair = await newPair('RS256', 'idp1');
  idp = await startKeyServer([pair.jwk, { ...pair.jwk, kid: 'for-encryption', use: 'enc' }]);
  ours = await endpointOf(world.account, 'Ours');
  theirs = await endpointOf(world.otherAccount, 'Theirs');
  await trust({ claims: { groups: ['engineering', 'admins'] } });
  await trust({ issuer: 'https://own.test' }, world.otherAccount, theirs.id);
  const revoked = await createStackToken(world.account.ctx, { endpointId: ours.id });
  await revokeStackToken(world.account.ctx, revoked.tokenRecord.id);
  identity = {
    ...{ url: world.url, issuer: ISSUER, resource: ours.url, clientId: ours.clientId, otherResource: theirs.url },
    ...{ pair, revokedToken: revoked.token, otherToken: theirs.token, token: ours.token },
    ...{ machine: ours.machine, machineOfBob: ours.machineOfBob, otherMachine: theirs.machine },
  };
});
afterAll(async () => {
  await world?.close();
  await idp?.close();
});

const ask = (request: TokenRequest) => askWith(world, request);
const person = (claims: object = {}, sub = 'ann') =>
  sign(pair, { ...personOf(identity, sub), ...claims }, { kid: 'idp1' });
const jag = (claims: object = {}) => sign(pair, { ...jagOf(identity), ...claims }, { kid: 'idp1', ...ID_JAG });
const tokenIn = async (request: TokenRequest): Promise<string> => {
  const { status, body } = await ask(request);
  expect({ status, body }).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  return String(body['access_token']);
};
const listWith = async (token: string, url = ours.url) => {
  const answer = await post({ url, token }, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const text = JSON.stringify(answer);
  return { status: answer.status, tools: ['one', 'two'].filter((name) => text.includes(`_${name}"`)) };
};
const recordsFor = async (endUser: string) =>
  (await listStackTokens(world.account.ctx, ours.id)).filter((token) => token.endUser === endUser);

describe('a JWT of the company’s identity provider', () => {
  it.each(['id_token', 'access_token', 'jwt'])('is exchanged as %s for a stack token of its person', async (kind) => {
    const sub = `ann-${kind}`;
    const request = exchange(await person({}, sub), ours.url, {
      subject_token_type: KIND + kind,
      audience: ours.clientId,
    });
    const { status, body } = await ask(request);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ access_token: expect.any(String), token_type: 'Bearer', scope: 'tools' },
        ...{ issued_token_type: `${KIND}access_token`, expires_in: expect.any(Number) },
      },
    });
    // As long as the JWT, which is valid for five minutes.
    expect(Number(body['expires_in'])).toBeLessThanOrEqual(300);
    expect(await listWith(String(body['access_token']))).toEqual({ status: 200, tools: ['one', 'two'] });
    expect((await listWith(String(body['access_token']), theirs.url)).status).toBe(401);
    expect(await recordsFor(sub)).toMatchObject([{ name: 'Company', oauthClient: null }]);
  });

  it('authenticates each person separately, with one record each', async () => {
    for (const sub of ['bea', 'bea', 'cleo']) await tokenIn(exchange(await person({}, sub), ours.url));
    expect([(await recordsFor('bea')).length, (await recordsFor('cleo')).length]).toEqual([1, 1]);
  });

  it('is accepted once as an assertion, and as an ID-JAG of the client that it names', async () => {
    for (const request of [
      bearer(await person(), { resource: ours.url }),
      bearer(await jag(), APP),
      bearer(await jag(), { ...APP, resource: ours.url }),
    ]) {
      expect((await listWith(await tokenIn(request))).status).toBe(200);
      expect(await ask(request)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    expect((await recordsFor('ann')).map(({ oauthClient }) => oauthClient)).toContain(APP.client_id);
    const longest = { client_id: 'https://app.test/'.padEnd(512, 'x') };
    expect((await listWith(await tokenIn(bearer(await jag(longest), longest)))).status).toBe(200);
    const text = bearer(await jag(), APP);
    const many = await Promise.all(Array.from({ length: 5 }, () => ask(text)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('grants the intersection of its scope and the requested one', async () => {
    const { body } = await ask(bearer(await jag({ scope: 'tool:shop_*' }), { ...APP, scope: 'tool:shop_two' }));
    expect(body['scope']).toBe('tool:shop_two');
    expect((await listWith(String(body['access_token']))).tools).toEqual(['two']);
    const answer = await ask(bearer(await jag({ scope: 'tool:*_one' }), APP));
    expect((await listWith(String(answer.body['access_token']))).tools).toEqual(['one']);
  });

  it('combined with a service account has both limits, and ends with either', async () => {
    const { client, secret } = await createServiceAccount(world.account.ctx, {
      ...{ endpointId: ours.id, name: 'agent', tools: ['*_one'], networks: ['127.0.0.0/8'] },
    });
    const shown = { client_id: client.id, client_secret: secret ?? '' };
    const tokens = [
      await tokenIn(exchange(await person(), ours.url, shown)),
      await tokenIn(bearer(await jag({ client_id: client.id }), shown)),
    ];
    for (const token of tokens) expect(await listWith(token)).toEqual({ status: 200, tools: ['one'] });
    const records = (await recordsFor('ann')).filter(({ oauthClient }) => oauthClient === client.id);
    expect(records.map(({ networks }) => networks)).toEqual([['127.0.0.0/8']]);
    await revokeServiceAccount(world.account.ctx, client.id);
    for (const token of tokens) expect((await listWith(token)).status).toBe(401);
  });
});

describe('the token endpoint refuses', () => {
  const rows = rowsOf(refusedIdentities(() => identity));
  const texts = new Map<string, Set<string>>();
  it.each(someOf(rows, 20))(
    `${rows.length} requests with JWTs of identity providers, %s: %s`,
    async (expected, problem, makeRequest) => {
      const { status, body } = await ask(await makeRequest());
      expect(body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
      expect(`${status} ${body['error']}`).toBe(expected);
      const text = String(body['error_description']);
      if (text.includes('invalid or expired')) texts.set(text, (texts.get(text) ?? new Set()).add(problem));
    },
  );

  it('every invalid JWT with the same message', () => {
    expect([...texts.values()].map(({ size }) => size >= (isWhole ? 27 : 1))).toEqual([true, true]);
  });
});

describe('a trusted issuer', () => {
  it('has its keys fetched once, and again for an unknown key', async () => {
    const own = await startKeyServer([pair.jwk]);
    const issuer = 'https://keys.test';
    await trust({ issuer, jwksUrl: own.url });
    const shown = async (key: Pair, kid: string) =>
      (await ask(exchange(await sign(key, { ...personOf(identity), iss: issuer }, { kid }), ours.url))).status;
    expect([await shown(pair, 'idp1'), await shown(pair, 'idp1'), own.requestCount]).toEqual([200, 200, 1]);
    // The keys are not fetched again yet: they are fresh, and unknown keys do not trigger a fetch each time.
    const next = await newPair('ES256', 'idp2');
    own.publish([next.jwk]);
    for (let at = 0; at < 5; at += 1) expect(await shown(next, 'idp2')).toBe(400);
    expect(own.requestCount).toBe(1);
    await own.close();
  });

  it.each([
    ['answers with an error', { status: 500, body: '' }],
    ['redirects elsewhere', { status: 302, body: '' }],
    ['publishes no set', { status: 200, body: '[]' }],
    ['publishes 70 KiB', { status: 200, body: JSON.stringify({ keys: [], pad: 'x'.repeat(70_000) }) }],
    ['publishes no JSON', { status: 200, body: '<html>' }],
  ])('that %s authenticates nobody, and is not asked again immediately', async (_name, answer) => {
    const own = await startKeyServer([]);
    own.answer = answer;
    const issuer = `https://${randomUUID()}.test`;
    const { id } = await trust({ issuer, jwksUrl: own.url });
    const request = exchange(await person({ iss: issuer }), ours.url);
    for (let at = 0; at < 3; at += 1) {
      const { status, headers, body } = await ask(request);
      expect({ status, error: body['error'] }).toEqual({ status: 503, error: 'temporarily_unavailable' });
      expect(headers.get('retry-after')).toBe('30');
    }
    expect(own.requestCount).toBe(1);
    await deleteTrustedIssuer(world.account.ctx, id);
    await own.close();
  });

  it('that is removed invalidates all its people’s tokens', async () => {
    const issuer = 'https://gone.test';
    const { id } = await trust({ issuer, endUserPrefix: 'gone:', tools: ['*_two'] });
    const requestFor = async (sub: string) => exchange(await person({ iss: issuer }, sub), ours.url);
    const tokens = [await tokenIn(await requestFor('dan')), await tokenIn(await requestFor('eve'))];
    for (const token of tokens) expect(await listWith(token)).toEqual({ status: 200, tools: ['two'] });
    expect(await recordsFor('gone:dan')).toHaveLength(1);
    await deleteTrustedIssuer(world.account.ctx, id);
    for (const token of tokens) expect((await listWith(token)).status).toBe(401);
    expect((await ask(await requestFor('dan'))).status).toBe(400);
  });

  it('of two accounts authenticates people at the account that the JWT names', async () => {
    const issuer = 'https://shared.test';
    await trust({ issuer });
    await trust({ issuer }, world.otherAccount, theirs.id);
    const forOurs = await person({ iss: issuer });
    expect((await ask(exchange(forOurs, ours.url))).status).toBe(200);
    expect((await ask(exchange(forOurs, theirs.url))).status).toBe(400);
    const forTheirs = await person({ iss: issuer, aud: theirs.url });
    expect((await ask(exchange(forTheirs, theirs.url))).status).toBe(200);
    expect((await ask(exchange(forTheirs, ours.url))).status).toBe(400);
  });

  it('with one-time JWTs accepts each at one endpoint of an account, and at another account', async () => {
    const iss = 'https://once.test';
    const otherEndpoint = await endpointOf(world.account, 'Beside');
    await trust({ issuer: iss, audience: 'toolyard' });
    await trust({ issuer: iss, audience: 'toolyard' }, world.account, otherEndpoint.id);
    await trust({ issuer: iss, audience: 'toolyard' }, world.otherAccount, theirs.id);
    const shared = await person({ iss, aud: 'toolyard' });
    const statuses: number[] = [];
    for (const { url } of [ours, otherEndpoint, theirs])
      statuses.push((await ask(bearer(shared, { resource: url }))).status);
    expect(statuses).toEqual([200, 400, 200]);
  });

  it('with its own audience authenticates people only at its endpoint, and ID-JAGs only for the product', async () => {
    const iss = 'https://audience.test';
    await trust({ issuer: iss, audience: 'toolyard' });
    const shared = await person({ iss, aud: 'toolyard' });
    const answers = [ours.url, theirs.url].map(async (resource) => (await ask(exchange(shared, resource))).status);
    expect(await Promise.all(answers)).toEqual([200, 400]);
    const statusFor = async (aud: string) => (await ask(bearer(await jag({ iss, aud }), APP))).status;
    expect([await statusFor('toolyard'), await statusFor(world.url)]).toEqual([400, 200]);
  });
});
