import { afterAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import {
  countServiceAccounts,
  countServiceAccountsOfStacks,
  countTrustedIssuers,
  countTrustedIssuersOfStacks,
  listServiceAccounts,
  listServiceAccountsOfStacks,
  listTrustedIssuers,
  listTrustedIssuersOfStacks,
} from '../../../src/core/machines/machineLists.ts';
import { createServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* Lists of endpoints' clients and issuers, for people who can see the endpoint. */

const world = await createWorld();
afterAll(() => world.database.close());
const [alice, bob] = [await createTestAccount(world, 'Alice'), await createTestAccount(world, 'Bob')];
const { ctx, stackId } = alice;
const endpointOf = async (name: string) => (await createClientEndpoint(ctx, { stackId, name })).endpoint.id;
const [one, two, none] = [await endpointOf('one'), await endpointOf('two'), await endpointOf('none')];

const makeClient = async (endpointId: typeof one, name: string) =>
  (await createServiceAccount(ctx, { endpointId, name })).client;
const makeIssuer = async (endpointId: typeof one, name: string) =>
  createTrustedIssuer(ctx, { endpointId, name, issuer: `https://${name}.test`, jwksUrl: 'https://idp.test/jwks' });

const clients = [await makeClient(one, 'a'), await makeClient(one, 'b'), await makeClient(two, 'c')];
const issuers = [await makeIssuer(one, 'a'), await makeIssuer(one, 'b'), await makeIssuer(two, 'c')];

it.each([
  ['service accounts', listServiceAccounts, countServiceAccounts, clients],
  ['trusted issuers', listTrustedIssuers, countTrustedIssuers, issuers],
] as const)('%s are listed newest first, and counted, only for their account', async (_name, list, count, made) => {
  const [first, second, third] = made;
  const endpoints = [one, two, none];
  expect([...(await list(ctx, endpoints, {}))]).toEqual([
    [one, [second, first]],
    [two, [third]],
  ]);
  expect([...(await list(ctx, [two], { take: 1, select: { id: true, name: true } }))]).toEqual([
    [two, [{ id: third?.id, name: third?.name }]],
  ]);
  const counts = await count(ctx, endpoints);
  expect([counts.size, counts.get(one), counts.get(two)]).toEqual([2, 2, 1]);
  expect((await count(ctx, [two])).size).toBe(1);
  expect([...(await list(bob.ctx, endpoints, {})).values()].flat()).toEqual([]);
  expect((await count(bob.ctx, endpoints)).size).toBe(0);
});

it.each([
  ['service accounts', listServiceAccountsOfStacks, countServiceAccountsOfStacks, clients],
  ['trusted issuers', listTrustedIssuersOfStacks, countTrustedIssuersOfStacks, issuers],
] as const)(
  '%s of a stack are those of all its endpoints, for callers who see it',
  async (_name, list, count, made) => {
    const [first, second, third] = made;
    expect([...(await list(ctx, [stackId], {}))]).toEqual([[stackId, [third, second, first]]]);
    expect([...(await count(ctx, [stackId]))]).toEqual([[stackId, 3]]);
    const filter = { search: 'B' };
    expect([...(await list(ctx, [stackId], { filter }))]).toEqual([[stackId, [second]]]);
    expect([...(await count(ctx, [stackId], filter))]).toEqual([[stackId, 1]]);
    expect([...(await list(bob.ctx, [stackId], {})).values()].flat()).toEqual([]);
    expect((await count(bob.ctx, [stackId])).size).toBe(0);
  },
);

it('service accounts and trusted issuers are found by name, and clients by expiry', async () => {
  const [first, second] = clients;
  const ended = { where: { endpointId: two }, data: { expiresAt: world.clock.now } } as const;
  const [last] = await world.database.db.serviceAccount.updateManyAndReturn(ended);
  const list = async (filter: object) => [...(await listServiceAccounts(ctx, [one, two], { filter })).values()];
  expect(await list({ search: 'B' })).toEqual([[second]]);
  expect([await list({ isInForce: true }), await list({ isInForce: false })]).toEqual([[[second, first]], [[last]]]);
  expect([...(await countServiceAccounts(ctx, [one, two], { isInForce: false }))]).toEqual([[two, 1]]);
  const filter = { search: '//A.' };
  expect([...(await listTrustedIssuers(ctx, [one, two], { filter }))]).toEqual([[one, [issuers[0]]]]);
  expect([...(await countTrustedIssuers(ctx, [one, two], filter))]).toEqual([[one, 1]]);
});
