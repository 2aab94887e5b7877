import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createClientEndpoint, deleteClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { getSigner } from '../../../src/core/endpoints/signingKey.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { toClientId } from '../../../src/core/kernel/ids.ts';
import { deleteStack } from '../../../src/core/stacks/stack.ts';
import { DAY_S, type Issued, openTokens } from './tokenKit.ts';

const { world, newVerifier, publishedKeys, nowS, pass, issue, close } = await openTokens();
afterAll(close);

let alice: Issued['alice'];
let made: Issued['made'];
let clientId: Issued['clientId'];
let verifier: Issued['verifier'];
beforeEach(async () => {
  ({ alice, made, clientId, verifier } = await issue());
});

/** A token like the valid one, with other claims or header, signed with the right key unless another is given. */
async function forge(changed: { claims?: object; header?: object; key?: KeyObject } = {}): Promise<string> {
  const { kid, privateKey } = await getSigner(alice.ctx);
  return new SignJWT({ ...decodeJwt(made.token), ...changed.claims })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'toolyard-stack+jwt', ...changed.header })
    .sign(changed.key ?? privateKey);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.');

/** A valid signature over any header, even one that no library would sign. */
async function signRaw(header: object): Promise<string> {
  const { kid, privateKey } = await getSigner(alice.ctx);
  const full = { alg: 'EdDSA', kid, typ: 'toolyard-stack+jwt', ...header };
  const signed = `${encode(full)}.${encode(decodeJwt(made.token))}`;
  const signature = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}

describe('a stack token', () => {
  test('is a JWT with exactly the documented header and claims', () => {
    expect(decodeProtectedHeader(made.token)).toEqual({
      alg: 'EdDSA',
      kid: expect.any(String),
      typ: 'toolyard-stack+jwt',
    });
    expect(decodeJwt(made.token)).toEqual({
      iss: 'https://toolyard.test',
      aud: clientId,
      sub: alice.stackId,
      jti: made.tokenRecord.id,
      iat: nowS(),
      exp: nowS() + 90 * DAY_S,
    });
    expect(made.tokenRecord.expiresAt).toEqual(new Date((nowS() + 90 * DAY_S) * 1000));
  });

  test('opens its stack at the stack’s address', async () => {
    expect(await verifier.verify(made.token, clientId)).toEqual({
      kind: 'agent',
      accountId: alice.accountId,
      stackId: alice.stackId,
      endpointId: made.endpoint.id,
      clientId,
      tokenId: made.tokenRecord.id,
      listMode: 'full',
      endUser: null,
      expiresAt: made.tokenRecord.expiresAt,
      limits: {},
    });
  });

  test('records its last use once a minute, if it was accepted', async () => {
    const lastUsed = async () => {
      await world.deps.background.drain();
      const rows = await world.database.db.stackToken.findMany({ where: { endpointId: made.endpoint.id } });
      return rows.map((row) => row.lastUsedAt);
    };
    const first = world.clock.now;
    await verifier.verify(made.token, toClientId('client_of_another'));
    expect(await lastUsed()).toEqual([null]);
    await verifier.verify(made.token, clientId);
    pass(59_999);
    await verifier.verify(made.token, clientId);
    expect(await lastUsed()).toEqual([first]);
    pass(1);
    await verifier.verify(made.token, clientId);
    expect(await lastUsed()).toEqual([world.clock.now]);
    // Records the use of this token only.
    expect(await world.database.db.stackToken.count({ where: { lastUsedAt: world.clock.now } })).toBe(1);
  });

  test('is accepted from any signer with the key', async () => {
    expect(await verifier.verify(await signRaw({}), clientId)).not.toBeNull();
  });

  test('fails at another address, and stays valid at its own', async () => {
    const other = await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'other' });
    expect(await verifier.verify(made.token, other.endpoint.clientId)).toBeNull();
    expect(await verifier.verify(made.token, toClientId('client_unknown'))).toBeNull();
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
    expect(await verifier.verify(made.token, other.endpoint.clientId)).toBeNull();
  });

  test('verifies with the published keys alone', async () => {
    const keys = await publishedKeys();
    const jwk = keys.find((key) => key.kid === decodeProtectedHeader(made.token).kid);
    expect(jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: jwk?.kid, alg: 'EdDSA', use: 'sig' });
  });

  test.each<[string, () => Promise<string> | string]>([
    ['nothing', () => ''],
    ['an API key', () => alice.key],
    ['not a JWT', () => 'not a token'],
    ['two parts', () => partsOf(made.token).slice(0, 2).join('.')],
    ['five parts', () => `${made.token}.e30.e30`],
    ['empty parts', () => '..'],
    ['no signature', () => `${partsOf(made.token).slice(0, 2).join('.')}.`],
    ['a header that is not JSON', () => `AAAA.${partsOf(made.token).slice(1).join('.')}`],
    ['a header that is not an object', () => `${encode([])}.${partsOf(made.token).slice(1).join('.')}`],
    ['a payload that is not JSON', () => `${partsOf(made.token)[0]}.AAAA.${partsOf(made.token)[2]}`],
    ['a changed payload', () => made.token.replace(/\.[^.]+\./, `.${encode(decodeJwt(made.token))}0.`)],
    ['a padded signature', () => `${made.token}=`],
    ['white space', () => ` ${made.token}`],
    ['a megabyte', () => `${made.token}${'A'.repeat(1_000_000)}`],
    ['alg none', () => `${encode({ alg: 'none', typ: 'toolyard-stack+jwt' })}.${partsOf(made.token)[1]}.AAAA`],
    [
      'alg HS256 over the public key',
      async () => {
        const [jwk] = await publishedKeys();
        const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
        const header = { ...decodeProtectedHeader(made.token), alg: 'HS256' };
        const signed = `${encode(header)}.${partsOf(made.token)[1]}`;
        return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
      },
    ],
    ['another key under our kid', () => forge({ key: generateKeyPairSync('ed25519').privateKey })],
    ['an unknown kid', () => forge({ header: { kid: 'unknown' } })],
    ['no kid', () => forge({ header: { kid: undefined } })],
    ['another typ', () => forge({ header: { typ: 'JWT' } })],
    ['no typ', () => forge({ header: { typ: undefined } })],
    ['an unknown critical header', () => signRaw({ crit: ['x-owner'], 'x-owner': 'alice' })],
    ['an unencoded payload', () => signRaw({ crit: ['b64'], b64: false })],
    ['another algorithm in its header', () => signRaw({ alg: 'Ed25519' })],
    ['another issuer', () => forge({ claims: { iss: 'https://elsewhere.test' } })],
    ['no issuer', () => forge({ claims: { iss: undefined } })],
    ['another audience', () => forge({ claims: { aud: 'client_other' } })],
    ['a list of audiences', () => forge({ claims: { aud: [clientId, 'client_other'] } })],
    ['no audience', () => forge({ claims: { aud: undefined } })],
    ['another stack', () => forge({ claims: { sub: 'stack_other' } })],
    ['no stack', () => forge({ claims: { sub: undefined } })],
    ['an id without a record', () => forge({ claims: { jti: 'token_unknown' } })],
    ['no id', () => forge({ claims: { jti: undefined } })],
    ['no time of issue', () => forge({ claims: { iat: undefined } })],
    ['the past', () => forge({ claims: { exp: nowS() } })],
    ['not yet', () => forge({ claims: { nbf: nowS() + 1 } })],
    ['an expiry that is not a number', () => forge({ claims: { exp: 'never' } })],
  ])('with %s is refused', async (_name, tokenOf) => {
    expect(await verifier.verify(await tokenOf(), clientId)).toBeNull();
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
  });

  test('never causes a key fetch, and never supplies a key in its header', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const jwk = publicKey.export({ format: 'jwk' });
    for (const header of [
      { jwk },
      { jwk, kid: undefined },
      { jku: 'http://127.0.0.1:1/', x5u: 'http://127.0.0.1:1/' },
    ]) {
      expect(await verifier.verify(await forge({ header, key: privateKey }), clientId)).toBeNull();
    }
  });
});

describe('token expiry', () => {
  test('applies at its time, even with a cached result', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const { token, tokenRecord } = await createStackToken(alice.ctx, {
      endpointId: made.endpoint.id,
      expiresInDays: 1,
    });
    pass(DAY_S * 1000 - 1_000);
    expect(await verifier.verify(token, clientId)).not.toBeNull();
    pass(1_000);
    expect(tokenRecord.expiresAt).toEqual(world.clock.now);
    expect(await verifier.verify(token, clientId)).toBeNull();
    expect(await newVerifier().verify(token, clientId)).toBeNull();
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
  });

  test('never applies if set to never', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const { token } = await createStackToken(alice.ctx, { endpointId: made.endpoint.id, neverExpires: true });
    expect(decodeJwt(token).exp).toBeUndefined();
    pass(50 * 365 * DAY_S * 1000);
    expect(await verifier.verify(token, clientId)).not.toBeNull();
    expect(await verifier.verify(made.token, clientId)).toBeNull();
  });

  test.each<[string, (issued: Issued) => Promise<unknown>]>([
    ['its revocation', ({ alice, made }) => revokeStackToken(alice.ctx, made.tokenRecord.id)],
    ['the deletion of its endpoint', ({ alice, made }) => deleteClientEndpoint(alice.ctx, made.endpoint.id)],
    ['the deletion of its stack', ({ alice }) => deleteStack(alice.ctx, alice.stackId)],
  ])('applies immediately with %s, however often it was used', async (_name, end) => {
    const issued = await issue();
    const { made, clientId, verifier } = issued;
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
    await end(issued);
    expect(await verifier.verify(made.token, clientId)).toBeNull();
    expect(await newVerifier().verify(made.token, clientId)).toBeNull();
  });

  test('does not affect other tokens', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const other = await createStackToken(alice.ctx, { endpointId: made.endpoint.id });
    await revokeStackToken(alice.ctx, made.tokenRecord.id);
    expect(await verifier.verify(other.token, clientId)).not.toBeNull();
  });
});

test('a renewed token expires at its new time, even if checked a moment before', async () => {
  const { made, clientId, verifier } = await issue();
  const { db } = world.database;
  const expiresAt = new Date((nowS() + 365 * DAY_S) * 1_000);
  await db.stackToken.update({ where: { id: made.tokenRecord.id }, data: { expiresAt } });
  pass(90 * DAY_S * 1_000 - 10_000);
  expect(await verifier.verify(made.token, clientId)).not.toBeNull();
  pass(15_000);
  expect(await verifier.verify(made.token, clientId)).toBeNull();
});

test('limits set by the operator apply immediately', async () => {
  const { alice, made, clientId, verifier } = await issue();
  await verifier.verify(made.token, clientId);
  await setAccountLimits(world.as(), alice.accountId, { limits: { call_tool: 7 } });
  expect(await verifier.verify(made.token, clientId)).toMatchObject({ limits: { call_tool: 7 } });
});
