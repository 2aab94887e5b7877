import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStackToken, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { EndpointId } from '../../src/core/kernel/ids.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';
import { allow, askToken, authorizeUrl, CALLBACK, challengeOf, codeIn, newClient, newVerifier } from './kit.ts';

let world: World;
let endpointId: EndpointId;

beforeAll(async () => {
  world = await startWorld();
  const { clientId, url } = await makeEndpoint(world.account.ctx, world.url, 'Support desk', []);
  endpointId = (await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where: { clientId } })).id;
  await world.edge.deps.db.stackToken.deleteMany({ where: { endpointId } });
  await signIn(url);
});
afterAll(() => world?.close());

async function signIn(resource: string): Promise<void> {
  const client_id = await newClient(world, 'Desk agent');
  const code_verifier = newVerifier();
  const address = authorizeUrl(world, { client_id, resource, code_challenge: challengeOf(code_verifier) });
  const code = codeIn(await allow(address, world.account.apiKey));
  const grant = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code };
  const { status } = await askToken(world, { ...grant, client_id, resource, code_verifier });
  expect(status).toBe(200);
}

const TOKENS = '{ stacks { nodes { endpoints { nodes { tokens { nodes { name isRenewed } } } } } } }';

const listed = async () => JSON.stringify(await dataOf(ask(world.url, world.account.apiKey, TOKENS)));

it('a sign-in token is listed as self-renewing until its refresh token expires or it is revoked', async () => {
  await createStackToken(world.account.ctx, { endpointId, name: 'by hand' });
  expect(await listed()).toContain('[{"name":"by hand","isRenewed":false},{"name":"Desk agent","isRenewed":true}]');
  const { db } = world.edge.deps;
  const { tokenId, expiresAt } = await db.refreshToken.findFirstOrThrow();
  await db.refreshToken.updateMany({ where: { tokenId }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await listed()).toContain('{"name":"Desk agent","isRenewed":false}');
  await db.refreshToken.updateMany({ where: { tokenId }, data: { expiresAt } });
  expect(await listed()).toContain('{"name":"Desk agent","isRenewed":true}');
  await revokeStackToken(world.account.ctx, tokenId);
  expect(await listed()).toContain('{"name":"Desk agent","isRenewed":false}');
});
