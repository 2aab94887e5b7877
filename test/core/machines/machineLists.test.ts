import { afterAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createMachineClient } from '../../../src/core/machines/machineClient.ts';
import {
  countMachineClients,
  countTrustedIssuers,
  listMachineClients,
  listTrustedIssuers,
} from '../../../src/core/machines/machineLists.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* Lists of endpoints' clients and issuers, to whoever sees the endpoint. */

const world = await createWorld();
afterAll(() => world.database.close());
const [alice, bob] = [await createTestAccount(world, 'Alice'), await createTestAccount(world, 'Bob')];
const { ctx, stackId } = alice;
const endpointOf = async (name: string) => (await createClientEndpoint(ctx, { stackId, name })).endpoint.id;
const [one, two, none] = [await endpointOf('one'), await endpointOf('two'), await endpointOf('none')];

const makeClient = (endpointId: typeof one) => createMachineClient(ctx, { endpointId, name: 'nightly' });
const makeIssuer = async (endpointId: typeof one, name: string) =>
  createTrustedIssuer(ctx, { endpointId, name, issuer: `https://${name}.test`, jwksUrl: 'https://idp.test/jwks' });

const clients = [await makeClient(one), await makeClient(one), await makeClient(two)].map(({ client }) => client);
const issuers = [await makeIssuer(one, 'a'), await makeIssuer(one, 'b'), await makeIssuer(two, 'c')];

it.each([
  ['machine clients', listMachineClients, countMachineClients, clients],
  ['trusted issuers', listTrustedIssuers, countTrustedIssuers, issuers],
] as const)('%s are listed newest first, and counted, for their account alone', async (_what, list, count, made) => {
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
