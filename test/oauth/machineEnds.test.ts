import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { type EndpointId, newTrustedIssuerId, type ServiceAccountId } from '../../src/core/kernel/ids.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { useAssertion } from '../../src/core/machines/assertion.ts';
import { grantToClient } from '../../src/core/machines/clientCredentials.ts';
import {
  createServiceAccount,
  type IssuedServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
} from '../../src/core/machines/serviceAccount.ts';
import { createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../mcp/kit.ts';
import {
  askWith,
  type Fields,
  forge,
  inSeconds,
  JWT_BEARER,
  newPair,
  type Pair,
  sign,
  type TokenRequest,
} from './machineKit.ts';
import { claimsOf, signed } from './refusedAssertions.ts';
import { exchange } from './refusedIdentities.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let world: World;
/** Another instance of the same installation. */
let second: World;
let endpoint: Endpoint & { id: EndpointId };
let secretClient: IssuedServiceAccount;
let keyClient: IssuedServiceAccount;
let pair: Pair;

const idOf = async (made: Endpoint) => {
  const where = { clientId: made.clientId };
  return { ...made, id: (await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where })).id };
};
const make = (input: object = {}) =>
  createServiceAccount(world.account.ctx, { endpointId: endpoint.id, name: 'nightly', ...input });

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  second = await startWorld({ databaseUrl: database.url, limits: DOCUMENTED_LIMITS, config: { proxyHops: 1 } });
  endpoint = await idOf(await makeEndpoint(world.account.ctx, world.url, 'Machines', []));
  pair = await newPair('EdDSA');
  secretClient = await make();
  keyClient = await make({ publicKeys: pair.jwk });
});
afterAll(async () => {
  await Promise.all([world?.close(), second?.close()]);
  await database?.close();
});

const grant = { grant_type: 'client_credentials' };
const shown = ({ client, secret }: IssuedServiceAccount): Fields => ({
  ...grant,
  client_id: client.id,
  client_secret: secret ?? undefined,
});
const assertion = () => sign(pair, claimsOf({ id: keyClient.client.id, url: world.url }));
const ask = (request: TokenRequest, of = world) => askWith(of, request);
const listWith = ({ url, token }: Pick<Endpoint, 'url' | 'token'>) =>
  post({ url, token }, { jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('an assertion', () => {
  it('works once across instances, also with concurrent use', async () => {
    const text = await assertion();
    const params = { ...grant, client_assertion_type: JWT_BEARER, client_assertion: text };
    const request = { params, authorization: undefined, addresses: [world.url], tokenEndpoints: [], from: '127.0.0.1' };
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => grantToClient(at % 2 ? world.operator : second.operator, request)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ask(signed(text))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('leaves a used mark that is deleted after its expiry', async () => {
    const { db } = world.edge.deps;
    const marks = () => db.usedChallenge.count({ where: { id: { startsWith: 'assertion_' } } });
    for (let at = 0; at < 5; at += 1) expect((await ask(signed(await assertion()))).status).toBe(200);
    expect(await marks()).toBeGreaterThanOrEqual(5);
    const later = { ...world.operator, now: () => new Date(Date.now() + 700_000) };
    expect(await useAssertion(later, { signer: 'x', jti: 'y', exp: inSeconds(900) })).toBe(true);
    expect(await marks()).toBe(1);
  });

  it('works once although the clocks of two instances differ by a minute', async () => {
    const exp = inSeconds(1);
    const once = { signer: 'machine_x', jti: 'slow', exp };
    const at = (seconds: number) => ({ ...world.operator, now: () => new Date((exp + seconds) * 1_000) });
    expect(await useAssertion(at(10), once)).toBe(true);
    expect(await useAssertion(at(70), { signer: 'machine_y', jti: 'fast', exp: exp + 500 })).toBe(true);
    expect(await useAssertion(at(15), once)).toBe(false);
  });
});

describe('a client that loses its access', () => {
  const alive = async (token: string, url = endpoint.url) => (await listWith({ url, token })).status;

  it.each([
    ['rotated', (id: ServiceAccountId) => rotateServiceAccount(world.account.ctx, id, {})],
    ['revoked', (id: ServiceAccountId) => revokeServiceAccount(world.account.ctx, id)],
  ])('%s: its credentials and tokens end immediately on every instance', async (_name, end) => {
    const client = await make();
    const token = String((await ask({ fields: shown(client) })).body['access_token']);
    const there = endpoint.url.replace(world.url, second.url);
    expect([await alive(token), await alive(token, there)]).toEqual([200, 200]);
    await end(client.client.id);
    expect(await alive(token)).toBe(401);
    await eventually('the other instance has heard of it', async () => (await alive(token, there)) === 401);
    expect(await ask({ fields: shown(client) })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(await ask({ fields: shown(client) }, second)).toMatchObject({ status: 401 });
  });

  it('keeps its tokens after a rotation', async () => {
    const client = await make();
    const rotated = await rotateServiceAccount(world.account.ctx, client.client.id, {});
    expect((await ask({ fields: shown(rotated) })).status).toBe(200);
    const keyed = await rotateServiceAccount(world.account.ctx, client.client.id, { publicKeys: pair.jwk });
    expect(keyed.secret).toBeNull();
    expect((await ask({ fields: shown(rotated) })).status).toBe(401);
    const claims = { iss: client.client.id, sub: client.client.id, aud: world.url };
    expect((await ask(signed(await sign(pair, claims)))).status).toBe(200);
  });

  it('gets nothing with the old secret after a rotation, even on a later record', async () => {
    const client = await make();
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { limiter } = world.operator;
    const reserve: typeof limiter.reserve = async (...args) => {
      reached.resolve();
      await gate.promise;
      return limiter.reserve(...args);
    };
    const params = { client_id: client.client.id, client_secret: client.secret ?? '' };
    const request = { params, authorization: undefined, addresses: [world.url], tokenEndpoints: [], from: '127.0.0.1' };
    const old = grantToClient({ ...world.operator, limiter: { ...limiter, reserve } }, request).catch(Object);
    await reached.promise;
    const rotated = await rotateServiceAccount(world.account.ctx, client.client.id, {});
    expect((await ask({ fields: shown(rotated) })).status).toBe(200);
    gate.resolve();
    expect(await old).toMatchObject({ code: 'invalid_client' });
  });

  it('with two unnamed keys signs in with either', async () => {
    const keys = [pair, await newPair('EdDSA')];
    const { client } = await make({ publicKeys: { keys: keys.map(({ jwk }) => jwk) } });
    const claims = claimsOf({ id: client.id, url: world.url });
    const statuses: number[] = [];
    for (const key of [...keys, await newPair('EdDSA')])
      statuses.push((await ask(signed(await sign(key, claims)))).status);
    expect(statuses).toEqual([200, 200, 401]);
  });

  it('with an overlong scope gets no record, and its assertion stays unused', async () => {
    const { client } = await make({ publicKeys: pair.jwk });
    const text = await sign(pair, claimsOf({ id: client.id, url: world.url }));
    const scope = Array.from({ length: 100 }, (_, at) => `tool:${String(at).padStart(64, 'x')}`).join(' ');
    expect(await ask(signed(text, { scope }))).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    expect(await world.edge.deps.db.stackToken.count({ where: { grantId: client.id } })).toBe(0);
    expect((await ask(signed(text))).status).toBe(200);
  });

  it('loses tokens with its endpoint', async () => {
    const gone = await idOf(await makeEndpoint(world.account.ctx, world.url, 'Gone', []));
    const client = await make({ endpointId: gone.id });
    await deleteClientEndpoint(world.account.ctx, gone.id);
    expect(await ask({ fields: shown(client) })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('loses access while its token is being issued', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => make()));
    const raced = await Promise.all(
      clients.map(async (client) => {
        const [answer] = await Promise.all([
          ask({ fields: shown(client) }),
          revokeServiceAccount(world.account.ctx, client.client.id),
        ]);
        return answer;
      }),
    );
    for (const { status, body } of raced) {
      if (status === 200) expect(await alive(String(body['access_token']))).toBe(401);
      else expect(body).toMatchObject({ error: 'invalid_client' });
    }
  });
});

describe('rate limits at an instance', () => {
  const times = (count: number, makeRequest: () => TokenRequest) =>
    Promise.all(Array.from({ length: count }, async () => (await ask(makeRequest(), second)).status));

  it('allow an endpoint a number of tokens per minute', async () => {
    const made = await idOf(await makeEndpoint(world.account.ctx, world.url, 'Busy', []));
    const client = await make({ endpointId: made.id });
    const answers = await times(DOCUMENTED_LIMITS.default + 5, () => ({ fields: shown(client) }));
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
    expect((await ask({ fields: shown(secretClient) }, second)).status).toBe(200);
  });

  it('allow a network a number of attempts, and then read none of its requests', async () => {
    const wrong = { ...shown(secretClient), client_secret: 'wrong' };
    const answers = await times(DOCUMENTED_LIMITS.failed_auth + 5, () => ({ fields: wrong }));
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    const { status, headers, body } = await ask({ fields: shown(secretClient) }, second);
    expect({ status, error: body['error'] }).toEqual({ status: 429, error: 'temporarily_unavailable' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('limit a network’s requests to unresponsive providers, also for later callers', async () => {
    const issuers = Array.from({ length: DOCUMENTED_LIMITS.failed_auth + 3 }, (_, at) => `https://${at}.test`);
    const { db } = world.edge.deps;
    const createdAt = new Date();
    const trusted = { endpointId: endpoint.id, name: 'idp', claims: {}, endUserClaim: 'sub', createdAt };
    // Unreachable from here.
    const keysOf = (issuer: string) => `http://127.0.0.1:1/${issuer}`;
    await db.trustedIssuer.createMany({
      data: issuers.map((issuer) => ({ ...trusted, id: newTrustedIssuerId(), issuer, jwksUrl: keysOf(issuer) })),
    });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const resource = `${second.url}/s/${endpoint.clientId}/mcp`;
    const shownBy = (issuer: string) =>
      ask({ ...exchange(forge({ alg: 'RS256' }, { iss: issuer }, 'AA'), resource), headers }, second);
    const statuses: number[] = [];
    for (const issuer of issuers) statuses.push((await shownBy(issuer)).status);
    expect(statuses).toEqual(issuers.map((_, at) => (at < DOCUMENTED_LIMITS.failed_auth ? 503 : 429)));
  });
});
