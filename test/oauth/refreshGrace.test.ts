import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../mcp/kit.ts';
import { ageUse, allow, askToken, authorizeUrl, CALLBACK, challengeOf, codeIn, newClient, newVerifier } from './kit.ts';

/** Two instances of one installation: `other` is the same service with the same master key. */
let [one, other]: World[] = [];
let endpoint: Endpoint;
let client: string;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  closeDatabase = () => database.close();
  one = await startWorld({ databaseUrl: database.url });
  other = await startWorld({ databaseUrl: database.url });
  endpoint = await makeEndpoint(one.account.ctx, one.url, 'Support desk', []);
  client = await newClient(one);
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await closeDatabase();
});

const at = (index: number): World => {
  const world = index % 2 === 0 ? one : other;
  if (!world) throw new Error('not started');
  return world;
};
const refresh = (refreshToken: string, index = 0, changed = {}) =>
  askToken(at(index), { grant_type: 'refresh_token', client_id: client, refresh_token: refreshToken, ...changed });

async function signIn(): Promise<string> {
  const verifier = newVerifier();
  const params = { client_id: client, resource: endpoint.url, code_challenge: challengeOf(verifier) };
  const code = codeIn(await allow(authorizeUrl(at(0), params), at(0).account.apiKey));
  const { body } = await askToken(at(0), {
    ...{ grant_type: 'authorization_code', client_id: client, redirect_uri: CALLBACK },
    ...{ resource: endpoint.url, code_verifier: verifier, code },
  });
  return String(body['refresh_token']);
}

const works = async (accessToken: unknown): Promise<boolean> =>
  (await post({ url: endpoint.url, token: String(accessToken) }, { jsonrpc: '2.0', id: 1, method: 'ping' })).status ===
  200;
const REFUSED = { status: 400, body: { error: 'invalid_grant' } };

it.each([2, 3, 5, 8].flatMap((count) => ['one instance', 'two instances'].map((where) => ({ count, where }))))(
  '$count concurrent refreshes at $where get the same answer, and all continue',
  async ({ count, where }) => {
    const token = await signIn();
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => refresh(token, where === 'one instance' ? 0 : index)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { refresh_token: expect.stringMatching(/^tyr_/) } });
    expect(await works(first?.body['access_token'])).toBe(true);
    expect((await refresh(String(first?.body['refresh_token']))).status).toBe(200);
  },
);

it.each([0, 1_000, 15_000, 25_000])('%d ms later the same answer is repeated by any instance', async (ms) => {
  const token = await signIn();
  const { body } = await refresh(token);
  await ageUse(at(0), token, ms);
  for (const index of [0, 1]) expect((await refresh(token, index)).body).toEqual(body);
  // Using the new token doesn't end the old one's grace period.
  expect((await refresh(String(body['refresh_token']), 1)).status).toBe(200);
  expect((await refresh(token, 1)).body).toEqual(body);
});

it.each([30_000, 31_000, 3_600_000])('%d ms later the token family is revoked', async (ms) => {
  const token = await signIn();
  const { body } = await refresh(token);
  await ageUse(at(0), token, ms);
  expect(await refresh(token, 1)).toMatchObject(REFUSED);
  expect(await refresh(String(body['refresh_token']))).toMatchObject(REFUSED);
  expect(await works(body['access_token'])).toBe(false);
  await ageUse(at(0), token, 0);
  expect(await refresh(token)).toMatchObject(REFUSED);
});

it.each([
  ['another client', async () => ({ client_id: await newClient(at(0), 'Other') })],
  ['no client', async () => ({ client_id: undefined })],
  ['another stack', async () => ({ resource: `${at(0).url}/s/client_absent/mcp` })],
])('within the grace period %s gets nothing, and revokes nothing', async (_name, changed) => {
  const token = await signIn();
  const { body } = await refresh(token);
  expect((await refresh(token, 0, await changed())).status).toBe(400);
  expect(await works(body['access_token'])).toBe(true);
});

it('the answer is stored sealed, at most until the next refresh after the grace period', async () => {
  const { db } = at(0).edge.deps;
  await db.refreshToken.deleteMany();
  let token = await signIn();
  for (let round = 0; round < 4; round += 1) {
    const { body } = await refresh(token);
    const rows = await db.refreshToken.findMany({ where: { answer: { not: null } } });
    expect(rows).toHaveLength(1);
    const bytes = Buffer.from(rows[0]?.answer ?? []).toString('latin1');
    for (const secret of [body['access_token'], body['refresh_token']])
      expect(bytes).not.toContain(String(secret).slice(8, 24));
    await ageUse(at(0), token, 30_001);
    token = String(body['refresh_token']);
  }
});
