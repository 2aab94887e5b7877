import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../src/core/audit/list.ts';
import { createStackToken, listStackTokens, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { EndpointId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount, type IssuedServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../mcp/kit.ts';
import {
  AS_NEIGHBOUR,
  askWith,
  basic,
  type Fields,
  JWT_BEARER,
  newPair,
  type Pair,
  rowsOf,
  SHOP,
  sign,
  type TokenRequest,
} from './machineKit.ts';
import { claimsOf, refusedAssertions, signed } from './refusedAssertions.ts';
import { exchange, KIND } from './refusedIdentities.ts';
import { refusedSecrets } from './refusedSecrets.ts';

let world: World;
let endpoint: Endpoint & { id: EndpointId };
let other: Endpoint & { id: EndpointId };
let secretClient: IssuedServiceAccount;
let keyClient: IssuedServiceAccount;
let pair: Pair;
let rsa: Pair;

const idOf = async (made: Endpoint) => {
  const where = { clientId: made.clientId };
  return { ...made, id: (await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where })).id };
};
const make = (input: object = {}, account: WorldAccount = world.account) =>
  createServiceAccount(account.ctx, { endpointId: endpoint.id, name: 'nightly', ...input });

beforeAll(async () => {
  world = await startWorld();
  endpoint = await idOf(await makeEndpoint(world.account.ctx, world.url, 'Machines', [SHOP]));
  other = await idOf(await makeEndpoint(world.otherAccount.ctx, world.url, 'Others', []));
  [pair, rsa] = await Promise.all([newPair('EdDSA', 'k1'), newPair('RS256')]);
  secretClient = await make();
  keyClient = await make({ publicKeys: { keys: [pair.jwk, rsa.jwk] } });
});
afterAll(() => world?.close());

const grant = { grant_type: 'client_credentials' };
const shown = ({ client, secret }: IssuedServiceAccount): Fields => ({
  ...grant,
  client_id: client.id,
  client_secret: secret ?? undefined,
});
const ownCase = () => ({
  url: world.url,
  id: keyClient.client.id,
  pair,
  otherId: secretClient.client.id,
  token: endpoint.token,
  resource: endpoint.url,
  otherResource: other.url,
});
const assertion = (claims: object = {}, header: object = {}, key = pair) =>
  sign(key, { ...claimsOf(ownCase()), ...claims }, { ...header });
const ask = (request: TokenRequest, of = world) => askWith(of, request);
const listWith = async (token: string, of = endpoint) => {
  const answer = await post({ url: of.url, token }, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const text = JSON.stringify(answer);
  return { status: answer.status, tools: ['one', 'two'].filter((name) => text.includes(`_${name}"`)) };
};

describe('a service account gets a token', () => {
  const ways: readonly [string, () => TokenRequest | Promise<TokenRequest>][] = [
    ['client_secret_post', () => ({ fields: shown(secretClient) })],
    [
      'client_secret_basic',
      () => ({
        fields: grant,
        headers: { authorization: basic(secretClient.client.id, secretClient.secret ?? '') },
      }),
    ],
    ['private_key_jwt, Ed25519', async () => signed(await assertion({}, { kid: 'k1' }))],
    [
      'private_key_jwt, RSA, for the token endpoint',
      async () => {
        const aud = [`${world.url}/oauth/token`];
        return signed(await assertion({ aud }, {}, rsa));
      },
    ],
    [
      'private_key_jwt, for another name of this machine, whatever the Host says',
      async () => ({
        ...signed(await assertion({ aud: world.url.replace('127.0.0.1', 'localhost') })),
        ...AS_NEIGHBOUR,
      }),
    ],
    [
      'with its resource and scope',
      () => ({ fields: { ...shown(secretClient), resource: endpoint.url, scope: 'tools' } }),
    ],
  ];
  it.each(ways)('by %s', async (_name, makeRequest) => {
    const { status, headers, body } = await ask(await makeRequest());
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 900, scope: 'tools' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await listWith(String(body['access_token']))).status).toBe(200);
    expect((await listWith(String(body['access_token']), other)).status).toBe(401);
  });

  it('with the intersection of its own access and the requested scope', async () => {
    const held = await make({ tools: ['*_one'], endUser: 'ann' });
    const all = await ask({ fields: shown(held) });
    expect((await listWith(String(all.body['access_token']))).tools).toEqual(['one']);
    const less = await ask({ fields: { ...shown(secretClient), scope: 'tool:*_two tool:none' } });
    expect(less.body['scope']).toBe('tool:*_two tool:none');
    expect((await listWith(String(less.body['access_token']))).tools).toEqual(['two']);
  });

  it('under one record for its owner, however often it is requested', async () => {
    const client = await make();
    for (let at = 0; at < 3; at += 1) expect((await ask({ fields: shown(client) })).status).toBe(200);
    const tokens = await listStackTokens(world.account.ctx, endpoint.id);
    const own = tokens.filter(({ grantId }) => grantId === client.client.id);
    expect(own).toMatchObject([{ name: 'nightly', endUser: null, revokedAt: null }]);
    const events = await listAuditEvents(world.account.ctx);
    const { length } = events.filter(({ targetId }) => targetId === own[0]?.id);
    expect(length).toBe(1);
    for (const { id } of own) await revokeStackToken(world.account.ctx, id);
    const again = await ask({ fields: shown(client) });
    expect((await listWith(String(again.body['access_token']))).status).toBe(200);
  });
});

describe('the token endpoint refuses', () => {
  const texts = new Set<string>();
  const secrets = rowsOf(
    refusedSecrets(() => ({
      url: world.url,
      client: secretClient,
      keyClient,
      apiKey: world.account.apiKey,
      token: endpoint.token,
      clientId: endpoint.clientId,
      otherResource: other.url,
      make,
    })),
  );
  const assertions = rowsOf(refusedAssertions(ownCase));
  it.each([...secrets, ...assertions])(
    `${secrets.length + assertions.length} requests of service accounts, %s: %s`,
    async (expected, _name, makeRequest) => {
      const { status, headers, body } = await ask(await makeRequest());
      expect(body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
      expect(`${status} ${body['error']}`).toBe(expected);
      expect(headers.get('cache-control')).toBe('no-store');
      if (status === 401) texts.add(String(body['error_description']));
    },
  );

  it('every invalid client with the same message', () => {
    expect([...texts]).toEqual(['Client authentication failed']);
  });

  it.each<[string, () => TokenRequest | Promise<TokenRequest>]>([
    ['a header', () => ({ fields: grant, headers: { authorization: 'Basic eA==' } })],
    ['another header', () => ({ fields: grant, headers: { authorization: 'Bearer eA==' } })],
    ['the form', () => ({ fields: { ...shown(secretClient), client_secret: 'wrong' } })],
    ['an assertion', async () => signed(await assertion({ aud: 'https://example.com' }))],
  ])('a caller that tried %s, and announces Basic', async (_name, makeRequest) => {
    const { status, headers } = await ask(await makeRequest());
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="toolyard"']);
  });
});

it('the token endpoint matches its metadata', async () => {
  const response = await fetch(`${world.url}/.well-known/oauth-authorization-server`);
  const urn = 'urn:ietf:params:oauth:grant-type:';
  expect(await response.json()).toMatchObject({
    grant_types_supported: [
      ...['authorization_code', 'refresh_token', 'client_credentials', `${urn}jwt-bearer`, `${urn}token-exchange`],
    ],
    authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: [
      ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    ],
  });
});

describe('a stack token', () => {
  it('is exchanged for a narrower one, which ends with it', async () => {
    const { token, tokenRecord } = await createStackToken(world.account.ctx, { endpointId: endpoint.id });
    const type = { subject_token_type: `${KIND}access_token`, scope: 'tool:*_one' };
    const { body } = await ask(exchange(token, endpoint.url, type));
    expect(body).toMatchObject({
      expires_in: expect.any(Number),
      scope: 'tool:*_one',
      issued_token_type: `${KIND}access_token`,
    });
    const attenuated = String(body['access_token']);
    expect(await listWith(attenuated)).toMatchObject({ status: 200, tools: ['one'] });
    const again = await ask(exchange(attenuated, endpoint.url, { ...type, scope: 'tool:*_two' }));
    expect((await listWith(String(again.body['access_token']))).tools).toEqual([]);
    let deepest = attenuated;
    for (let at = 1; at < 8; at += 1)
      deepest = String((await ask(exchange(deepest, endpoint.url, type))).body['access_token']);
    expect(await ask(exchange(deepest, endpoint.url, type))).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    await revokeStackToken(world.account.ctx, tokenRecord.id);
    expect((await listWith(attenuated)).status).toBe(401);
  });

  it('consumes its client’s assertion', async () => {
    const proof = { client_assertion_type: JWT_BEARER, client_assertion: await assertion() };
    const type = { subject_token_type: `${KIND}access_token` };
    const statuses: number[] = [];
    for (const request of [
      exchange(endpoint.token, endpoint.url, { ...type, ...proof }),
      exchange(endpoint.token, endpoint.url, { ...type, ...proof }),
      { fields: { ...grant, ...proof } },
    ])
      statuses.push((await ask(request)).status);
    expect(statuses).toEqual([200, 401, 401]);
  });
});

it('the token endpoint works as docs/tokens.md describes, with curl and openssl', async () => {
  const [, block = ''] = /```sh\n(openssl genpkey[^`]*)```/.exec(readFileSync('docs/tokens.md', 'utf8')) ?? [];
  const [makesKey = '', ...asks] = block.split(/^id=.*$/m);
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-key-'));
  const run = async (script: string) => (await promisify(execFile)('bash', ['-ec', script], { cwd })).stdout;
  const x = await run(`${makesKey}\nprintf %s "$x"`);
  const { client } = await make({ publicKeys: { kty: 'OKP', crv: 'Ed25519', x } });
  const answer = await run(`id=${client.id}\n${asks.join('').replaceAll('http://127.0.0.1:4000', world.url)}`);
  await rm(cwd, { recursive: true });
  expect(JSON.parse(answer)).toMatchObject({ token_type: 'Bearer', scope: 'tools' });
});
