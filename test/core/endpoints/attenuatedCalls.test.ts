import { afterAll, beforeAll, expect, it } from 'vitest';
import { revokeAttenuation } from '../../../src/core/endpoints/stackToken.ts';
import { attenuateToken, type Limits, readTokenBody, splitAttenuated } from '../../../src/core/kernel/attenuation.ts';
import type { AttenuationId } from '../../../src/core/kernel/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type HttpApi, startHttpApi } from '../../harness/petshop.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';
import { bank } from '../policies/kit.ts';

let database: TestDatabase;
let api: HttpApi;
let world: World;
beforeAll(async () => {
  [database, api] = await Promise.all([createTestDatabase(), startHttpApi()]);
  world = await startWorld({ databaseUrl: database.url, egressAllow: `127.0.0.1:${api.port}` });
});
afterAll(async () => {
  await world.close();
  await Promise.all([api.close(), database.close()]);
});

it('a token’s attenuations cannot take another token’s call counters', async () => {
  const { clientId, token } = await makeEndpoint(world.account.ctx, world.url, 'ours', bank(api.url));
  const counted = async (...more: readonly Limits[]) => {
    const response = await fetch(`${world.url}/s/${clientId}/call_tool`, {
      method: 'POST',
      headers: { authorization: `Bearer ${more.reduce(attenuateToken, token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool_name: 'bank_read', tool_input: { amount: 1 } }),
    });
    return { status: response.status, body: await response.text() };
  };
  expect((await counted({ when: 'input.amount < 5' }, { when: 'caller.kind == "agent"' })).status).toBe(200);
  const hoarder = { nonce: 'hoarder' };
  const statuses = new Set<number>();
  for (let made = 0; made < 100; made += 1)
    statuses.add((await counted(hoarder, { calls: 1, nonce: `n${made}` })).status);
  expect([...statuses]).toEqual([200]);
  expect(await counted(hoarder, { calls: 1, nonce: 'beyond' })).toEqual({
    status: 403,
    body: expect.stringContaining('cannot be counted: 100 attenuations are'),
  });
  expect([await counted({ calls: 1 }), await counted({ nonce: 'other' }, { calls: 1 })]).toMatchObject([
    { status: 200 },
    { status: 200 },
  ]);
  // A revoked attenuation frees its slot, and those derived from it.
  const rows = () => database.db.attenuatedCalls.count();
  expect(await rows()).toBe(102);
  const { id } = await database.db.stackToken.findFirstOrThrow();
  await revokeAttenuation(world.account.ctx, id, idOf(attenuateToken(token, hoarder)));
  expect(await rows()).toBe(2);
  await revokeAttenuation(world.account.ctx, id, idOf(attenuateToken(token, { calls: 1 })));
  expect(await rows()).toBe(1);
});

/** The id of a token's last attenuation. */
function idOf(token: string): AttenuationId {
  const { id } = readTokenBody(splitAttenuated(token)?.body ?? '')?.attenuations.at(-1) ?? expect.unreachable();
  return id;
}
