import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { readPublishedKeys } from '../../../src/core/endpoints/signingKey.ts';
import { createTokenVerifier, type TokenVerifier } from '../../../src/core/endpoints/verifyToken.ts';
import type { ClientId } from '../../../src/core/kernel/ids.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

export const DAY_S = 86_400;

/** An account's endpoint with its first token, and a fresh verifier. */
export type Issued = {
  readonly alice: TestAccount;
  readonly made: Awaited<ReturnType<typeof createClientEndpoint>>;
  readonly clientId: ClientId;
  readonly verifier: TokenVerifier;
};

/** A world to issue and verify stack tokens, with a controllable clock. */
export async function openTokens() {
  const world = await createWorld();
  const newVerifier = () => createTokenVerifier(world.deps);
  return {
    world,
    newVerifier,
    publishedKeys: () => readPublishedKeys(world.database.db, world.clock.now),
    nowS: () => Math.floor(world.clock.now.getTime() / 1000),
    pass: world.pass,
    async issue(): Promise<Issued> {
      const alice = await createTestAccount(world, 'Alice');
      const made = await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'agent' });
      return { alice, made, clientId: made.endpoint.clientId, verifier: newVerifier() };
    },
    close: () => world.database.close(),
  };
}
