import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { listMakerNames } from '../../src/core/accounts/maker.ts';
import type { Ctx } from '../../src/core/context.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toSessionId, type UserId } from '../../src/core/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { signIn } from './signedIn.ts';

const EMAIL = 'maker@shop.example';
let world: World;
let person: Ctx;
let userId: UserId;

beforeAll(async () => {
  world = await startWorld();
  const { ctx, id: accountId } = world.account;
  await signIn(ctx, EMAIL);
  userId = (await ctx.db.user.findFirstOrThrow({ where: { email: EMAIL } })).id;
  const session = toSessionId('session_1');
  person = { ...ctx, actor: { kind: 'user', accountId, userId, sessionId: session, role: 'owner', limits: {} } };
});
afterAll(() => world.close());

it('keys and tokens name the person or the key that created them', async () => {
  const { apiKey } = await createApiKey(person, { name: 'of a person', role: 'developer' });
  const stack = await createStack(person, { name: 'shop' });
  const { endpoint } = await createClientEndpoint(person, { stackId: stack.id, name: 'agent' });
  await createStackToken(world.account.ctx, { endpointId: endpoint.id, name: 'of a key' });
  const data = await dataOf(
    ask(
      world.url,
      world.account.apiKey,
      `{ apiKeys(first: 10) { nodes { name maker: makerName makerId } }
         stack(id: "${stack.id}") { endpoints(first: 1) { nodes { tokens(first: 10) { nodes { name maker: makerName } } } } } }`,
    ),
  );
  const own = await world.account.ctx.db.apiKey.findFirstOrThrow({ where: { userId: null, makerId: null } });
  expect(data).toMatchObject({
    apiKeys: { nodes: expect.arrayContaining([{ name: 'of a person', maker: EMAIL, makerId: userId }]) },
    stack: {
      endpoints: {
        nodes: [
          {
            tokens: {
              nodes: expect.arrayContaining([
                { name: 'agent', maker: EMAIL },
                { name: 'of a key', maker: own.name },
              ]),
            },
          },
        ],
      },
    },
  });
  // The names of another account’s people aren't visible here.
  const other = world.otherAccount;
  expect((await listMakerNames(other.ctx, [userId, apiKey.id])).size).toBe(0);
});
