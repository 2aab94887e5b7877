import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIssuerKeys } from '../../../src/connectors/oauth/issuerKeys.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { decodeAssertion } from '../../../src/core/machines/assertion.ts';
import { isIdJag, isPlain, proveIdentity } from '../../../src/core/machines/identity.ts';
import { grantToBearer } from '../../../src/core/machines/jwtBearer.ts';
import { createServiceAccount, rotateServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer, deleteTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { createLimiter } from '../../../src/store/limiter.ts';
import { type KeyServer, startKeyServer } from '../../oauth/idpKit.ts';
import { forge, JWT_BEARER, newPair, type Pair, sign } from '../../oauth/machineKit.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* The end user that a JWT identifies. `test/oauth/trustedIssuers.test.ts` sends JWTs without a valid subject. */

const LOOPBACK = { allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] } as const;
const ADDRESS = 'https://toolyard.test';

const world = await createWorld();
const { ctx, stackId } = await createTestAccount(world, 'Alice');
const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agents' });
const RESOURCE = `${ADDRESS}/s/${endpoint.clientId}/mcp`;
const limiter = createLimiter({ limits: 'off', shared: null });
const visitor = { ...world.as({ kind: 'visitor', accountId: null, address: '127.0.0.1' }), limiter };
const issuerKeys = createIssuerKeys({ ...LOOPBACK, now: () => world.clock.now.getTime() });
const pair = await newPair('ES256', 'one');
let idp: KeyServer;

beforeAll(async () => {
  idp = await startKeyServer([pair.jwk]);
});
beforeEach(() => idp.publish([pair.jwk]));
afterAll(async () => {
  await Promise.all([issuerKeys.close(), idp.close()]);
  await world.database.close();
});

let made = 0;
async function trust(input: object = {}): Promise<string> {
  made += 1;
  const issuer = `https://idp${made}.test`;
  await createTrustedIssuer(ctx, {
    ...{ endpointId: endpoint.id, name: 'Company', issuer, jwksUrl: `${idp.url}/${made}`, ...input },
  });
  return issuer;
}

function jwtOf(iss: string, claims: object = {}, key: Pair = pair, kid: string | null = 'one'): Promise<string> {
  const at = world.clock.now.getTime() / 1_000;
  const all = { iss, aud: RESOURCE, sub: 'ann', iat: at, exp: at + 300, ...claims };
  return sign(key, all, kid === null ? {} : { kid });
}

/** A JWT's end user; null for none. */
async function whom(...of: Parameters<typeof jwtOf>): Promise<string | null> {
  const text = await jwtOf(...of);
  const assertion = decodeAssertion(text);
  if (!assertion) throw new Error('The text is no JWT');
  const shown = { assertion, clientId: endpoint.clientId, audiences: [RESOURCE], from: '127.0.0.1', lifetimeMax: 600 };
  return (await proveIdentity(visitor, issuerKeys, shown))?.endUser ?? null;
}

describe('a JWT', () => {
  it.each<[unknown, boolean]>([
    [undefined, true],
    ['JWT', true],
    ['jwt', true],
    ['at+jwt', true],
    ['application/jwt', true],
    ['application/at+jwt', true],
    ['', false],
    ['logout+jwt', false],
    ['dpop+jwt', false],
    ['oauth-id-jag+jwt', false],
    [7, false],
    [null, false],
  ])('of the type %j is acceptable: %s', (typ, isOne) => {
    const assertion = decodeAssertion(forge({ alg: 'ES256', typ }, {}, 'AA'));
    if (!assertion) throw new Error('The text is no JWT');
    expect([isPlain(assertion), isIdJag(assertion)]).toEqual([isOne, typ === 'oauth-id-jag+jwt']);
  });

  it('without a subject is refused, whatever prefix is configured', async () => {
    const issuer = await trust({ endUserPrefix: 'company:' });
    expect(await whom(issuer)).toBe('company:ann');
    for (const sub of ['', undefined, 7, ['ann'], { name: 'ann' }]) expect(await whom(issuer, { sub })).toBeNull();
  });

  it('must have the required claim values as text, number or boolean', async () => {
    const issuer = await trust({ claims: { level: ['3', 'high'], staff: ['true'] } });
    expect(await whom(issuer, { level: 3, staff: true })).toBe('ann');
    expect(await whom(issuer, { level: 'high', staff: 'true' })).toBe('ann');
    expect(await whom(issuer, { level: [1, 3], staff: [true] })).toBe('ann');
    for (const claims of [
      { level: 4, staff: true },
      { level: 3, staff: false },
      { level: 3 },
      { level: { 3: true }, staff: true },
      { level: 3, staff: [[true]] },
    ])
      expect(await whom(issuer, claims), JSON.stringify(claims)).toBeNull();
  });
});

describe('an issuer’s keys', () => {
  it('are read again only for an unknown key', async () => {
    const issuer = await trust();
    const sibling = await newPair('ES256', 'beside');
    idp.publish([pair.jwk, sibling.jwk]);
    idp.requestCount = 0;
    expect([await whom(issuer), idp.requestCount]).toEqual(['ann', 1]);
    world.pass(31_000);
    expect(await whom(issuer)).toBe('ann');
    expect(await whom(issuer, {}, sibling, 'beside')).toBe('ann');
    expect(await whom(issuer, {}, pair, null)).toBe('ann');
    expect(idp.requestCount).toBe(1);
    const next = await newPair('ES256', 'next');
    idp.publish([next.jwk]);
    expect([await whom(issuer, {}, next, 'next'), idp.requestCount]).toEqual(['ann', 2]);
    expect(await whom(issuer)).toBeNull();
  });
});

describe('a one-time assertion', () => {
  const ask = (params: Readonly<Record<string, string>>) =>
    grantToBearer(
      visitor,
      {
        params: { resource: RESOURCE, ...params },
        ...{ authorization: undefined, addresses: [ADDRESS], tokenEndpoints: [], from: '127.0.0.1' },
      },
      { issuerKeys },
    );

  it('stays unused if the request has more tools than a token can hold', async () => {
    const assertion = await jwtOf(await trust());
    const scope = Array.from({ length: 100 }, (_, at) => `tool:${String(at).padStart(64, 'x')}`).join(' ');
    const records = () => world.database.db.stackToken.count();
    const before = await records();
    await expect(ask({ assertion, scope })).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_scope' });
    expect(await records()).toBe(before);
    expect(await ask({ assertion })).toMatchObject({ expiresInSeconds: 900 });
    await expect(ask({ assertion })).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_grant' });
  });

  it('is accepted from its end user’s service account only', async () => {
    const issuer = await trust();
    const shownBy = async (endUser: string) => {
      const { client, secret } = await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'app', endUser });
      return ask({ assertion: await jwtOf(issuer), client_id: client.id, client_secret: secret ?? '' });
    };
    expect(await shownBy('ann')).toMatchObject({ scope: 'tools' });
    await expect(shownBy('bob')).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_grant' });
  });
});

describe('while a token is being issued', () => {
  type Request = Parameters<typeof grantToBearer>[1];
  const requestOf = (params: Request['params']): Request => ({
    params: { resource: RESOURCE, ...params },
    ...{ authorization: undefined, addresses: [ADDRESS], tokenEndpoints: [], from: '127.0.0.1' },
  });

  /** Requests a token, and runs an action between verification and issuance. */
  async function meanwhile(params: Request['params'], act: () => Promise<unknown>) {
    let acted: Promise<unknown> | null = null;
    const reserve: typeof limiter.reserve = async (...args) => {
      acted ??= act();
      await acted;
      return limiter.reserve(...args);
    };
    return grantToBearer({ ...visitor, limiter: { ...limiter, reserve } }, requestOf(params), { issuerKeys });
  }
  const make = () => createServiceAccount(ctx, { endpointId: endpoint.id, name: 'app' });

  it('a removed issuer yields none, even if others are trusted', async () => {
    const [issuer] = [await trust(), await trust()];
    const { id } = await world.database.db.trustedIssuer.findFirstOrThrow({ where: { issuer } });
    const assertion = await jwtOf(issuer);
    await expect(meanwhile({ assertion }, () => deleteTrustedIssuer(ctx, id))).rejects.toMatchObject({
      code: 'invalid_grant',
    });
  });

  it('a rotated client gets none with its old credential', async () => {
    const [{ client, secret }, assertion] = [await make(), await jwtOf(await trust())];
    const params = { assertion, client_id: client.id, client_secret: secret ?? '' };
    await expect(meanwhile(params, () => rotateServiceAccount(ctx, client.id, {}))).rejects.toMatchObject({
      code: 'invalid_client',
    });
  });

  it('the proof of a client with another JWT is used up once', async () => {
    const [own, issuer] = [await newPair('EdDSA'), await trust()];
    const { client } = await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'app', publicKeys: own.jwk });
    const at = world.clock.now.getTime() / 1_000;
    const client_assertion = await sign(own, { iss: client.id, sub: client.id, aud: ADDRESS, iat: at, exp: at + 60 });
    const proof = { client_assertion_type: JWT_BEARER, client_assertion };
    const ask = async () =>
      grantToBearer(visitor, requestOf({ assertion: await jwtOf(issuer), ...proof }), { issuerKeys });
    expect(await ask()).toMatchObject({ scope: 'tools' });
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_client' });
  });
});
