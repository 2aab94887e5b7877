import { isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { toSessionId, type UserId } from '../../src/core/kernel/ids.ts';
import { STACK_ROLE_NAMES } from '../../src/core/kernel/roles.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
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
  await createApiKey(person, { name: 'of a person', role: 'developer' });
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
});

const MAKER = 'makerName maker { displayName }';
type Ids = {
  readonly stackId: string;
  readonly endpointId: string;
  readonly tokenId: string;
  readonly clientId: string;
};
/** Queries of everything in a stack that shows its creator. */
const PLACES: Readonly<Record<string, (ids: Ids) => string>> = {
  'tokens of an endpoint': ({ endpointId }) =>
    `{ clientEndpoint(by: { id: "${endpointId}" }) { tokens { nodes { ${MAKER} } } } }`,
  'service accounts of an endpoint': ({ endpointId }) =>
    `{ clientEndpoint(by: { id: "${endpointId}" }) { serviceAccounts { nodes { ${MAKER} } } } }`,
  'service accounts of a stack': ({ stackId }) =>
    `{ stack(id: "${stackId}") { serviceAccounts { nodes { ${MAKER} } } } }`,
  'a token by its id': ({ tokenId }) => `{ node(id: "${tokenId}") { ... on StackToken { ${MAKER} } } }`,
  'a service account by its id': ({ clientId }) => `{ node(id: "${clientId}") { ... on ServiceAccount { ${MAKER} } } }`,
  'a changed token': ({ tokenId }) =>
    `mutation { updateStackToken(input: { tokenId: "${tokenId}", name: "agent" }) {
       ... on UserError { message } ... on UpdateStackTokenPayload { tokenRecord { ${MAKER} } } } }`,
  'a changed service account': ({ clientId }) =>
    `mutation { updateServiceAccount(input: { serviceAccountId: "${clientId}", name: "agent" }) {
       ... on UserError { message } ... on UpdateServiceAccountPayload { serviceAccount { ${MAKER} } } } }`,
};

it.each(STACK_ROLE_NAMES)('don’t name their creator to a key with only the stack role %s', async (role) => {
  const stack = await createStack(person, { name: role });
  const { endpoint } = await createClientEndpoint(person, { stackId: stack.id, name: 'agent' });
  const token = await person.db.stackToken.findFirstOrThrow({ where: { endpointId: endpoint.id } });
  const { client } = await createServiceAccount(person, { endpointId: endpoint.id, name: 'program' });
  const ids = { stackId: stack.id, endpointId: endpoint.id, tokenId: token.id, clientId: client.id };
  const { key } = await createApiKey(person, { name: role, stackRoles: [{ stackId: stack.id, role }] });
  for (const [place, queryOf] of Object.entries(PLACES)) {
    const seen = await ask(world.url, key, queryOf(ids));
    expect(seen.text, place).not.toContain(EMAIL);
    // The account itself sees the name there, so the place shows one.
    expect((await ask(world.url, world.account.apiKey, queryOf(ids))).text, place).toContain(EMAIL);
  }
  const keys = await ask(world.url, key, `{ apiKeys { nodes { ${MAKER} } } }`);
  expect([keys.data, keys.text.includes(EMAIL)]).toEqual([{ apiKeys: null }, false]);
});

it('covers every type that names its creator', () => {
  const types = Object.values(graphqlSchema().getTypeMap()).filter((type) => isObjectType(type));
  const naming = types.filter((type) => 'makerName' in type.getFields()).map(({ name }) => name);
  expect(naming.toSorted()).toEqual(['ApiKey', 'ServiceAccount', 'StackToken']);
});
