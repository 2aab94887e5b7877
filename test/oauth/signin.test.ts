import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../src/core/audit/list.ts';
import { listStackTokens, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { Tx } from '../../src/core/kernel/context.ts';
import { toTokenId } from '../../src/core/kernel/ids.ts';
import { eventually, patiently } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../mcp/kit.ts';
import { ageUse, allow, askToken, authorizeUrl, CALLBACK, challengeOf, codeIn, newClient, newVerifier } from './kit.ts';

let world: World;
let endpoint: Endpoint;
let other: Endpoint;
let client: string;

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'Support desk', []);
  other = await makeEndpoint(world.account.ctx, world.url, 'Another', []);
  client = await newClient(world);
});
afterAll(() => world?.close());

const resource = () => endpoint.url;
async function newCode() {
  const verifier = newVerifier();
  const url = authorizeUrl(world, { client_id: client, resource: resource(), code_challenge: challengeOf(verifier) });
  return { code: codeIn(await allow(url, world.account.apiKey)), verifier };
}

const exchange = (
  { code, verifier }: { code: string; verifier: string },
  changed: Record<string, string | undefined> = {},
) =>
  askToken(world, {
    grant_type: 'authorization_code',
    client_id: client,
    redirect_uri: CALLBACK,
    resource: resource(),
    code_verifier: verifier,
    code,
    ...changed,
  });

const refresh = (refreshToken: string, changed: Record<string, string | undefined> = {}) =>
  askToken(world, { grant_type: 'refresh_token', client_id: client, refresh_token: refreshToken, ...changed });

async function signIn() {
  const { status, body } = await exchange(await newCode());
  expect(status).toBe(200);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

const listWith = async (token: string, url = endpoint.url) =>
  (await post({ url, token }, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status;

const endpointRow = () =>
  world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: endpoint.clientId } });
const newestToken = async () => (await listStackTokens(world.account.ctx, (await endpointRow()).id))[0];
const REFUSED = { status: 400, body: { error: 'invalid_grant', error_description: expect.any(String) } };

it('the service publishes its metadata at the requested address', async () => {
  const issuer = `http://localhost:${new URL(world.url).port}`;
  const response = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  expect(await response.json()).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: ['tools'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: expect.any(Array),
    authorization_grant_profiles_supported: expect.any(Array),
    token_endpoint_auth_methods_supported: expect.any(Array),
    token_endpoint_auth_signing_alg_values_supported: expect.any(Array),
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});

describe('a code', () => {
  it('becomes a stack token for that stack only, for an hour', async () => {
    const { status, headers, body } = await exchange(await newCode());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.stringMatching(/^tyr_[\w-]{43}$/),
        scope: 'tools',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await listWith(String(body['access_token']))).toBe(200);
    expect(await listWith(String(body['access_token']), other.url)).toBe(401);
    const token = await newestToken();
    expect(token).toMatchObject({ name: 'Test client', revokedAt: null });
    expect(Number(token?.expiresAt) - Number(token?.createdAt)).toBe(3_600_000);
  });

  it.each([
    { label: 'of another client', changed: async () => ({ client_id: await newClient(world, 'Other') }) },
    { label: 'with another verifier', changed: async () => ({ code_verifier: newVerifier() }) },
    { label: 'with a verifier that is too short', changed: async () => ({ code_verifier: 'short' }) },
    { label: 'with another redirect address', changed: async () => ({ redirect_uri: `${CALLBACK}/x` }) },
    { label: 'that does not exist', changed: async () => ({ code: 'tyc_absent' }) },
  ])('$label is refused and stays valid', async ({ changed }) => {
    const code = await newCode();
    expect(await exchange(code, await changed())).toMatchObject(REFUSED);
    expect((await exchange(code)).status).toBe(200);
  });

  it.each([
    { label: 'another stack', changed: () => ({ resource: other.url }), error: 'invalid_target' },
    { label: 'something that is no stack', changed: () => ({ resource: world.url }), error: 'invalid_target' },
    { label: 'no verifier', changed: () => ({ code_verifier: undefined }), error: 'invalid_request' },
    { label: 'another grant', changed: () => ({ grant_type: 'password' }), error: 'unsupported_grant_type' },
  ])('with $label: $error', async ({ changed, error }) => {
    expect(await exchange(await newCode(), changed())).toMatchObject({ status: 400, body: { error } });
  });

  it('expires after a minute', async () => {
    const code = await newCode();
    const { db } = world.edge.deps;
    const { hash, createdAt, expiresAt } = await db.authorizationCode.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
    });
    expect(Number(expiresAt) - Number(createdAt)).toBe(60_000);
    await db.authorizationCode.update({ where: { hash }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await exchange(code)).toMatchObject(REFUSED);
  });

  it('used twice revokes the issued token', async () => {
    const code = await newCode();
    const { body } = await exchange(code);
    expect(await listWith(String(body['access_token']))).toBe(200);
    expect(await exchange(code)).toMatchObject(REFUSED);
    expect(await listWith(String(body['access_token']))).toBe(401);
    expect(await refresh(String(body['refresh_token']))).toMatchObject(REFUSED);
  });

  it('used concurrently yields at most one token, which is then revoked', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    const tokens = answers.flatMap(({ body }) => (body['access_token'] ? [String(body['access_token'])] : []));
    expect(tokens).toHaveLength(1);
    expect(await listWith(tokens[0] ?? '')).toBe(401);
  });

  it('locks the account before codes, so that deletion cannot deadlock', async () => {
    const { db } = world.edge.deps;
    await db.authorizationCode.updateMany({ where: { usedAt: { not: null } }, data: { expiresAt: new Date(0) } });
    const locks = () => db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const meeting = (start: () => Promise<unknown>) => async (tx: Tx) => {
      await tx.$queryRaw`SELECT id FROM account WHERE id = ${world.account.id} FOR NO KEY UPDATE`;
      const started = start();
      await eventually('it waits', async () => (await locks()).length > 0);
      await tx.authorizationCode.deleteMany({ where: { endpoint: { clientId: endpoint.clientId } } });
      return [started];
    };
    expect(await (await patiently(db, meeting(newCode)))[0]).toMatchObject({ code: expect.any(String) });
    const [exchanged] = await patiently(db, meeting(exchange.bind(null, await newCode())));
    expect(await exchanged).toMatchObject(REFUSED);
  });
});

describe('a refresh token', () => {
  it('renews the same token, which the owner sees once', async () => {
    const first = await signIn();
    const before = await newestToken();
    const { status, body } = await refresh(first.refresh, { resource: resource() });
    expect(status).toBe(200);
    expect(await listWith(String(body['access_token']))).toBe(200);
    expect((await newestToken())?.id).toBe(before?.id);
    expect((await refresh(String(body['refresh_token']))).status).toBe(200);
  });

  it('used twice revokes the token permanently', async () => {
    const first = await signIn();
    const { body } = await refresh(first.refresh);
    await ageUse(world, first.refresh, 30_000);
    expect(await refresh(first.refresh)).toMatchObject(REFUSED);
    expect(await refresh(String(body['refresh_token']))).toMatchObject(REFUSED);
    expect(await listWith(String(body['access_token']))).toBe(401);
    expect((await newestToken())?.revokedAt).not.toBeNull();
  });

  it.each([
    {
      label: 'of another client',
      changed: async () => ({ client_id: await newClient(world, 'Other') }),
      error: 'invalid_grant',
    },
    { label: 'that does not exist', changed: async () => ({ refresh_token: 'tyr_absent' }), error: 'invalid_grant' },
    { label: 'for another stack', changed: async () => ({ resource: other.url }), error: 'invalid_target' },
    { label: 'without a client', changed: async () => ({ client_id: undefined }), error: 'invalid_request' },
  ])('$label is refused and stays valid', async ({ changed, error }) => {
    const first = await signIn();
    expect(await refresh(first.refresh, await changed())).toMatchObject({ status: 400, body: { error } });
    expect((await refresh(first.refresh)).status).toBe(200);
  });

  it('expires on time', async () => {
    const first = await signIn();
    const { db } = world.edge.deps;
    const { hash } = await db.refreshToken.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    await db.refreshToken.update({ where: { hash }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await refresh(first.refresh)).toMatchObject(REFUSED);
    expect(await listWith(first.access)).toBe(200);
  });

  it('is worthless once the owner revoked the token', async () => {
    const first = await signIn();
    await revokeStackToken(world.account.ctx, toTokenId((await newestToken())?.id ?? ''));
    expect(await listWith(first.access)).toBe(401);
    expect(await refresh(first.refresh)).toMatchObject(REFUSED);
  });
});

it('the account’s audit log has every step and no secret', async () => {
  const first = await signIn();
  const { body } = await refresh(first.refresh);
  await ageUse(world, first.refresh, 30_000);
  await refresh(first.refresh);
  const events = (await listAuditEvents(world.account.ctx)).slice(0, 4);
  expect(events.map(({ action, actorKind, details }) => ({ action, actorKind, details }))).toEqual([
    {
      action: 'token.revoke',
      actorKind: 'agent',
      details: { endpointId: expect.any(String), reason: 'a refresh token was used twice' },
    },
    { action: 'token.renew', actorKind: 'agent', details: { endpointId: expect.any(String) } },
    { action: 'token.create', actorKind: 'agent', details: { endpointId: expect.any(String) } },
    {
      action: 'endpoint.authorize',
      actorKind: 'apiKey',
      details: { client: 'Test client', returnsTo: 'a program on this computer (127.0.0.1:7777)' },
    },
  ]);
  for (const secret of [first.access, first.refresh, String(body['refresh_token'])])
    expect(JSON.stringify(events)).not.toContain(secret);
});

it('no secret is stored in plain text', async () => {
  const { refresh: refreshToken } = await signIn();
  const rows = await world.edge.deps.db.$queryRaw`SELECT encode(hash, 'escape') AS hash, * FROM refresh_token`;
  expect(JSON.stringify(rows)).not.toContain(refreshToken.slice(4));
});
