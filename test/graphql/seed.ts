import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import {
  newCredentialId,
  newStackId,
  newStackServerId,
  type StackId,
  toServerId,
  toStackId,
} from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

/** A stack with two marketplace servers, one with its credential, and a private server. */
export async function seedStack(world: World): Promise<string> {
  const { ctx } = world.account;
  await saveServer(world.operator, serverDocument('one', { tools: ['a', 'b', 'c'] }));
  await saveServer(world.operator, serverDocument('two', { tools: ['d'] }));
  await saveServer(ctx, serverDocument('mine'));
  const { id: stackId } = await createStack(ctx, { name: 'stack 1' });
  await addServerToStack(ctx, stackId, { serverId: 'one', enabledTools: ['one_b', 'one_a'] });
  await addServerToStack(ctx, stackId, { serverId: 'two', enableAllTools: true });
  await createClientEndpoint(ctx, { stackId, name: 'agent' });
  await setCredentials(ctx, stackId, toServerId('two'), { credentials: { two_key: 'value' } });
  return stackId;
}

/** Inserts copies of the first stack as rows. */
async function copyStack(world: World, stackId: StackId, copies: number): Promise<void> {
  const { db } = world.edge.deps;
  const servers = await db.stackServer.findMany({
    where: { stackId },
    include: { enabledTools: true, credentials: true },
    orderBy: { id: 'asc' },
  });
  const stacks = Array.from({ length: copies }, (_, index) => ({ id: newStackId(), name: `stack ${index + 2}` }));
  const placed = stacks.flatMap(({ id }) => servers.map((server) => ({ server, id: newStackServerId(), stackId: id })));
  await db.stack.createMany({ data: stacks.map((stack) => ({ ...stack, accountId: world.account.id })) });
  await db.stackServer.createMany({
    data: placed.map(({ server, id, stackId }) => ({ id, stackId, serverId: server.serverId })),
  });
  await db.enabledTool.createMany({
    data: placed.flatMap(({ server, id }) => server.enabledTools.map((row) => ({ ...row, stackServerId: id }))),
  });
  await db.credential.createMany({
    data: placed.flatMap(({ server, id }) =>
      server.credentials.map((row) => ({ ...row, id: newCredentialId(), stackServerId: id })),
    ),
  });
}

/** The service with `count` stacks of one account, and queries as that account. */
export async function openStacks(count: number) {
  const world = await startWorld();
  await copyStack(world, toStackId(await seedStack(world)), count - 1);
  const query = (text: string, variables?: object) => ask(world.url, world.account.apiKey, text, variables);
  return { query, close: () => world.close() };
}
