import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createClientEndpoint,
  deleteClientEndpoint,
  listClientEndpoints,
} from '../../../src/core/endpoints/clientEndpoint.ts';
import {
  createStackToken,
  listStackTokens,
  revokeAttenuation,
  revokeStackToken,
} from '../../../src/core/endpoints/stackToken.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import {
  newEndpointId,
  newStackId,
  newTokenId,
  toAttenuationId,
  toClientId,
  toEndpointId,
  toStackId,
  toTokenId,
} from '../../../src/core/kernel/ids.ts';
import { waitingForLocks } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
let bob: TestAccount;

beforeEach(async () => {
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});

const make = ({ ctx, stackId }: TestAccount, name = 'agent') => createClientEndpoint(ctx, { stackId, name });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => error,
  );
const actionsOf = async ({ accountId }: TestAccount) => {
  const events = await world.database.db.auditEvent.findMany({ where: { chain: accountId }, orderBy: { seq: 'asc' } });
  return events.map((event) => event.action);
};

/** Deletes in a separate transaction, which ends when `work` waits for it or finishes. */
async function deletedMeanwhile(table: 'stack' | 'client_endpoint', id: string, work: () => Promise<unknown>) {
  const client = await world.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    let hasEnded = false;
    const working = caught(work()).finally(() => {
      hasEnded = true;
    });
    await eventually('the write waits', async () => hasEnded || (await waitingForLocks(world.database)) > 0);
    await client.query('COMMIT');
    return await working;
  } finally {
    client.release(true);
  }
}

describe('a concurrently deleted parent is reported as not found', () => {
  test('the stack of a new endpoint', async () => {
    const error = await deletedMeanwhile('stack', alice.stackId, () => make(alice));
    expect(error).toMatchObject({ code: 'not_found', message: 'Stack not found' });
  });

  test('the endpoint of a new token', async () => {
    const { endpoint } = await make(alice);
    const error = await deletedMeanwhile('client_endpoint', endpoint.id, () =>
      createStackToken(alice.ctx, { endpointId: endpoint.id }),
    );
    expect(error).toMatchObject({ code: 'not_found', message: 'Client endpoint not found' });
  });
});

describe('a client endpoint', () => {
  test('comes with a token, and both are in the account’s chain', async () => {
    const { endpoint, token, tokenRecord } = await make(alice);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^endpoint_/),
      mode: 'full',
      ...{ pinnedVersion: null, canaryVersion: null, canaryPercent: null },
      mayProgramsWrite: false,
      isRehearsal: false,
      mayUseRecordings: false,
      failurePercent: 0,
      failureKinds: [],
      clientId: expect.stringMatching(/^client_[0-9a-f]{8}-[0-9a-f]{4}-4/),
      stackId: alice.stackId,
      name: 'agent',
      createdAt: world.clock.now,
    });
    expect(tokenRecord).toMatchObject({ endpointId: endpoint.id, name: 'agent', revokedAt: null });
    expect(JSON.stringify(tokenRecord)).not.toContain(token);
    expect(await actionsOf(alice)).toEqual([
      'account.create',
      'api_key.create',
      'stack.create',
      'endpoint.create',
      'token.create',
    ]);
  });

  test('is listed newest first, page by page', async () => {
    for (const name of ['one', 'two', 'three']) await make(alice, name);
    const all = await listClientEndpoints(alice.ctx, alice.stackId);
    expect(all.map((endpoint) => endpoint.name)).toEqual(['three', 'two', 'one']);
    const cursor = { id: all[0]?.id ?? '' };
    const page = await listClientEndpoints(alice.ctx, alice.stackId, { take: 1, skip: 1, cursor });
    expect(page.map((endpoint) => endpoint.name)).toEqual(['two']);
  });

  test('is deleted with its tokens', async () => {
    const { endpoint } = await make(alice);
    const before = world.changes.published.length;
    expect(await deleteClientEndpoint(alice.ctx, endpoint.id)).toEqual(endpoint);
    expect(world.changes.published.slice(before)).toEqual([{ kind: 'endpoint', id: endpoint.id }]);
    expect(await world.database.db.stackToken.count({ where: { endpointId: endpoint.id } })).toBe(0);
    expect((await actionsOf(alice)).at(-1)).toBe('endpoint.delete');
    await expect(deleteClientEndpoint(alice.ctx, endpoint.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a stack token', () => {
  test('takes its endpoint’s name by default', async () => {
    const { endpoint } = await make(alice);
    const unnamed = await createStackToken(alice.ctx, { endpointId: endpoint.id });
    const named = await createStackToken(alice.ctx, { endpointId: endpoint.id, name: 'laptop', expiresInDays: null });
    expect([unnamed.tokenRecord.name, named.tokenRecord.name]).toEqual(['agent', 'laptop']);
    const listed = await listStackTokens(alice.ctx, endpoint.id, { take: 2 });
    expect(listed.map((token) => token.name)).toEqual(['laptop', 'agent']);
  });

  test('is revoked once, and stays listed', async () => {
    const { endpoint, tokenRecord } = await make(alice);
    // The deleted endpoint's tokens are not listed.
    await Promise.all([make(alice, 'beside'), make(bob)]);
    const before = world.changes.published.length;
    const revoked = await revokeStackToken(alice.ctx, tokenRecord.id);
    expect(revoked).toEqual({ ...tokenRecord, revokedAt: world.clock.now });
    expect(await revokeStackToken(alice.ctx, tokenRecord.id)).toEqual(revoked);
    expect(world.changes.published.slice(before)).toEqual([{ kind: 'token', id: tokenRecord.id }]);
    expect(await listStackTokens(alice.ctx, endpoint.id)).toEqual([revoked]);
    expect((await actionsOf(alice)).filter((action) => action === 'token.revoke')).toHaveLength(1);
  });
});

test.each<[Readonly<Record<string, unknown>>, string?]>([
  [{ expiresInDays: 0 }],
  [{ expiresInDays: 1.5 }],
  [{ expiresInDays: '90' }],
  [{ expiresInDays: 3_651 }],
  [{ neverExpires: 'yes' }],
  [{ neverExpires: true, expiresInDays: 90 }, 'pass only one of expiresAt, expiresInDays and neverExpires'],
  [{ expiresAt: new Date(0) }],
  [{ expiresAt: '2099-01-01T00:00:00Z' }],
  [{ expiresAt: null, neverExpires: true }, 'pass only one of expiresAt, expiresInDays and neverExpires'],
  [{ name: '' }],
  [{ name: 7 }],
])('%j is refused with the reason', async (input, reason) => {
  const { endpoint } = await make(alice);
  const expected = {
    code: 'invalid_input',
    message: 'Invalid request parameters',
    details: { issues: [reason ? { message: reason } : {}] },
  };
  const inEndpoint = createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'x', ...input });
  await expect(inEndpoint).rejects.toMatchObject(expected);
  const inToken = createStackToken(alice.ctx, { endpointId: endpoint.id, ...input });
  await expect(inToken).rejects.toMatchObject(expected);
});

type Verb = (ctx: Ctx, id: string) => Promise<unknown>;
const verbs: [string, 'stack' | 'endpoint' | 'token', Verb][] = [
  ['createClientEndpoint', 'stack', (ctx, id) => createClientEndpoint(ctx, { stackId: toStackId(id), name: 'x' })],
  ['createClientEndpoint, bad input', 'stack', (ctx, id) => createClientEndpoint(ctx, { stackId: toStackId(id) })],
  ['listClientEndpoints', 'stack', (ctx, stackId) => listClientEndpoints(ctx, toStackId(stackId))],
  ['deleteClientEndpoint', 'endpoint', (ctx, id) => deleteClientEndpoint(ctx, toEndpointId(id))],
  ['createStackToken', 'endpoint', (ctx, id) => createStackToken(ctx, { endpointId: toEndpointId(id) })],
  ['createStackToken, bad', 'endpoint', (ctx, id) => createStackToken(ctx, { endpointId: toEndpointId(id), name: 1 })],
  ['listStackTokens', 'endpoint', (ctx, endpointId) => listStackTokens(ctx, toEndpointId(endpointId))],
  ['revokeStackToken', 'token', (ctx, id) => revokeStackToken(ctx, toTokenId(id))],
];

async function idsOf(account: TestAccount) {
  const { endpoint, tokenRecord } = await make(account);
  return { stack: account.stackId, endpoint: endpoint.id, token: tokenRecord.id };
}

describe.each(verbs)('%s', (_name, kind, verb) => {
  test('treats another account’s id like a random one, and changes nothing', async () => {
    const foreign = await idsOf(bob);
    const random = { stack: newStackId(), endpoint: newEndpointId(), token: newTokenId() };
    const rows = () =>
      Promise.all([
        world.database.db.clientEndpoint.findMany(),
        world.database.db.stackToken.findMany(),
        world.database.db.auditEvent.count(),
      ]);
    const before = await rows();
    const answers = [await caught(verb(alice.ctx, foreign[kind])), await caught(verb(alice.ctx, random[kind]))];
    expect(answers[0]).toMatchObject({ code: 'not_found' });
    expect(answers[1]).toEqual(answers[0]);
    expect(String(answers[0])).not.toContain(foreign[kind]);
    expect(await rows()).toEqual(before);
    const operator = world.as({ kind: 'operator', accountId: alice.accountId });
    expect(await caught(verb(operator, foreign[kind]))).toEqual(answers[1]);
  });

  test('is not available to agents', async () => {
    const ids = await idsOf(alice);
    const limited = { kind: 'agent', accountId: alice.accountId, stackId: alice.stackId, limits: {} } as const;
    const ctx = world.as({
      ...limited,
      endpointId: ids.endpoint,
      clientId: toClientId('client_1'),
      tokenId: ids.token,
      listMode: 'full',
      endUser: null,
    });
    expect(await caught(verb(ctx, ids[kind]))).toMatchObject({ code: 'forbidden' });
  });
});

test('the operator manages any account’s stack, recorded in that account’s chain', async () => {
  const { endpoint, tokenRecord } = await createClientEndpoint(world.as(), { stackId: bob.stackId, name: 'x' });
  await createStackToken(world.as(), { endpointId: endpoint.id });
  await revokeStackToken(world.as(), tokenRecord.id);
  expect(await listStackTokens(world.as(), endpoint.id)).toHaveLength(2);
  expect(await listClientEndpoints(bob.ctx, bob.stackId)).toEqual([endpoint]);
  await deleteClientEndpoint(world.as(), endpoint.id);
  expect((await actionsOf(bob)).slice(3)).toEqual([
    'endpoint.create',
    'token.create',
    'token.create',
    'token.revoke',
    'endpoint.delete',
  ]);
});

test('an attenuation is revoked once by concurrent requests, within the bound', async () => {
  const { id } = (await make(alice)).tokenRecord;
  const idAt = (at: number) => toAttenuationId(`attenuation_${String(at).padStart(32, '0')}`);
  const revoke = async (at: number) => (await revokeAttenuation(alice.ctx, id, idAt(at))).revokedAttenuations;
  expect(await Promise.all([0, 0, 0].map(revoke))).toEqual([[idAt(0)], [idAt(0)], [idAt(0)]]);
  const revokedAttenuations = Array.from({ length: 199 }, (_, at) => idAt(at));
  await world.database.db.stackToken.update({ where: { id }, data: { revokedAttenuations } });
  const ends = await Promise.allSettled([199, 200, 201].map(revoke));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
});
