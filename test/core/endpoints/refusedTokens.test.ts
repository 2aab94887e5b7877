import { afterAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { createTokenVerifier } from '../../../src/core/endpoints/verifyToken.ts';
import { attenuateToken } from '../../../src/core/kernel/attenuation.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const [HERE, ELSEWHERE] = ['10.1.2.3', '11.1.2.3'];

it('a token from a wrong network or after its expiry is recorded once verified', async () => {
  const { ctx, stackId, accountId } = await createTestAccount(world, 'Alice');
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const input = { endpointId: endpoint.id, networks: ['10.0.0.0/8'], neverExpires: true };
  const { token, tokenRecord } = await createStackToken(ctx, input);
  // The token's claims have no expiry, but its record does.
  const expiresAt = new Date(world.clock.now.getTime() + 1_000);
  await world.database.db.stackToken.update({ where: { id: tokenRecord.id }, data: { expiresAt } });
  const noted: unknown[] = [];
  const refusals = { ...world.deps.refusals, note: (refusal: unknown) => void noted.push(refusal) };
  const verifier = createTokenVerifier({ ...world.deps, refusals });
  const good = async (from?: string) => {
    const shown = [token, attenuateToken(token, { tools: ['*'] })];
    return Promise.all(shown.map(async (each) => (await verifier.verify(each, endpoint.clientId, from)) !== null));
  };
  expect([await good(), await good(HERE), noted]).toEqual([[false, false], [true, true], []]);
  const refused = (reason: string) => [1, 2].map(() => ({ reason, subject: tokenRecord.id, accountId }));
  expect([await good(ELSEWHERE), noted.splice(0)]).toEqual([[false, false], refused('wrong_network')]);
  world.pass(1_000);
  expect([await good(), noted]).toEqual([[false, false], []]);
  expect([await good(HERE), noted]).toEqual([[false, false], refused('expired_credential')]);
});
