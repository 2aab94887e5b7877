import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveAuthorization, maySignIn } from '../../../src/core/authorization/consent.ts';
import { newRefreshToken } from '../../../src/core/authorization/issue.ts';
import {
  type AuthorizationRequest,
  type Params,
  readAuthorizationRequest,
} from '../../../src/core/authorization/request.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import { newClientId, newSessionId, newTokenId, newUserId } from '../../../src/core/kernel/ids.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const ADDRESS = 'https://toolyard.test';
const CALLBACK = 'http://127.0.0.1:7777/callback';
const CLIENT = 'app_client';
const CHALLENGE = createHash('sha256').update(randomBytes(32)).digest('base64url');
const DAY_MS = 24 * 3_600_000;

let world: World;
let alice: TestAccount;
let endpoint: Awaited<ReturnType<typeof createClientEndpoint>>['endpoint'];
let other: typeof endpoint;
beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
  const make = (name: string) => createClientEndpoint(alice.ctx, { stackId: alice.stackId, name });
  [endpoint, other] = [(await make('one')).endpoint, (await make('other')).endpoint];
});
afterAll(() => world.database.close());

const addressOf = (clientId: string) => `${ADDRESS}/s/${clientId}/mcp`;
const makeRequest = (): AuthorizationRequest => ({
  ...{ oauthClient: CLIENT, clientName: 'Mine', clientHost: null, redirectUri: CALLBACK, state: null },
  ...{ codeChallenge: CHALLENGE, clientId: endpoint.clientId, stackName: 'work' },
});
const approve = () => approveAuthorization(alice.ctx, makeRequest());

describe('an authorization request', () => {
  const client = { id: CLIENT, name: 'Mine', redirectUris: [CALLBACK], host: 'client.example' };
  const params = (): Params => ({
    ...{ response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    resource: addressOf(endpoint.clientId),
  });
  const read = (changed: Params) =>
    readAuthorizationRequest(
      world.deps,
      { client, redirectUri: CALLBACK, state: 's' },
      { ...params(), ...changed },
      ADDRESS,
    );

  test('that is complete is parsed, with the name of the stack', async () => {
    expect(await read({})).toEqual({ ...makeRequest(), clientHost: 'client.example', state: 's' });
  });

  test.each<[string, () => Params, string, RegExp]>([
    ['another answer', () => ({ response_type: 'token' }), 'unsupported_response_type', /^response_type must be code/],
    ['a plain challenge', () => ({ code_challenge_method: 'plain' }), 'invalid_request', /^PKCE with S256 is required/],
    ['no challenge', () => ({ code_challenge: undefined }), 'invalid_request', /^PKCE with S256 is required/],
    ['a short challenge', () => ({ code_challenge: CHALLENGE.slice(1) }), 'invalid_request', /^PKCE/],
    ['a long challenge', () => ({ code_challenge: `${CHALLENGE}x` }), 'invalid_request', /^PKCE/],
    ['a verifier without a challenge', () => ({ code_challenge: ` ${CHALLENGE}` }), 'invalid_request', /^PKCE/],
    ['no stack', () => ({ resource: undefined }), 'invalid_target', /^resource must be/],
    ['no such stack', () => ({ resource: addressOf(newClientId()) }), 'invalid_target', /^resource must be/],
  ])('for %s is refused', async (_name, changed, code, message) => {
    await expect(read(changed())).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('consent', () => {
  test('requires the right to create tokens of the stack', async () => {
    const bob = await createTestAccount(world, 'Bob');
    const { db } = world.database;
    const auditor: Actor = {
      kind: 'user',
      accountId: alice.accountId,
      userId: newUserId(),
      sessionId: newSessionId(),
      role: 'auditor',
      limits: {},
    };
    expect(await maySignIn(db, alice.ctx.actor, endpoint.clientId)).toBe(true);
    for (const [actor, clientId] of [
      [bob.ctx.actor, endpoint.clientId],
      [auditor, endpoint.clientId],
      [alice.ctx.actor, newClientId()],
    ] as const)
      expect(await maySignIn(db, actor, clientId)).toBe(false);
    await approve();
    const events = await db.auditEvent.findMany({ where: { chain: alice.accountId, action: 'endpoint.authorize' } });
    const details = { client: 'Mine', returnsTo: 'a program on this computer (127.0.0.1:7777)' };
    const target = { targetKind: 'endpoint', targetId: endpoint.id, stackId: alice.stackId };
    expect(events).toMatchObject([{ ...target, details }]);
    await expect(approveAuthorization(bob.ctx, makeRequest())).rejects.toMatchObject({ code: 'not_found' });
    await expect(approveAuthorization(world.as(auditor), makeRequest())).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is deleted a day after its code expired, when the endpoint gets another', async () => {
    const codes = () => world.database.db.authorizationCode.count({ where: { endpointId: endpoint.id } });
    await approve();
    await approveAuthorization(alice.ctx, { ...makeRequest(), clientId: other.clientId });
    world.pass(60_000 + DAY_MS);
    await approve();
    expect(await codes()).toBe(3);
    world.pass(1);
    await approve();
    expect(await codes()).toBe(2);
    expect(await world.database.db.authorizationCode.count({ where: { endpointId: other.id } })).toBe(1);
  });
});

test('of used refresh tokens, the newest are kept', async () => {
  const { db } = world.database;
  const { max } = BOUNDS.max_refresh_tokens;
  const tokens = [
    await createStackToken(alice.ctx, { endpointId: endpoint.id }),
    await createStackToken(alice.ctx, { endpointId: endpoint.id }),
  ];
  const [own = newTokenId(), unrelated = newTokenId()] = tokens.map(({ tokenRecord }) => tokenRecord.id);
  const at = (ms: number) => new Date(world.clock.now.getTime() + ms);
  /** Row n is n milliseconds old; the first is the newest. */
  const used = (tokenId: typeof own, count: number) =>
    db.refreshToken.createMany({
      data: Array.from({ length: count }, (_, age) => ({
        ...{ tokenId, oauthClient: CLIENT, hash: randomBytes(32), usedAt: at(0) },
        ...{ createdAt: at(-1_000 - age), expiresAt: at(DAY_MS + age) },
      })),
    });
  await used(own, max + 3);
  await used(unrelated, max + 3);
  const unused = {
    tokenId: own,
    oauthClient: CLIENT,
    hash: randomBytes(32),
    createdAt: at(-9_000),
    expiresAt: at(DAY_MS),
  };
  await db.refreshToken.create({ data: unused });
  await db.$transaction((tx) => newRefreshToken(world.deps, tx, { tokenId: own, oauthClient: CLIENT }));
  const remaining = await db.refreshToken.findMany({ where: { tokenId: own }, orderBy: { createdAt: 'asc' } });
  expect(remaining.filter(({ usedAt }) => usedAt === null).map(({ createdAt }) => createdAt)).toEqual([
    at(-9_000),
    at(0),
  ]);
  const times = remaining.filter(({ usedAt }) => usedAt !== null).map(({ createdAt }) => createdAt.getTime());
  expect([times.length, times[0]]).toEqual([max - 1, at(-1_000 - (max - 2)).getTime()]);
  expect(await db.refreshToken.count({ where: { tokenId: unrelated } })).toBe(max + 3);
});
