import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.database.close());

const TOOLS = 600;

const documentOf = (id: string) => ({
  id,
  name: id,
  connector: { kind: 'http' as const, baseUrl: 'https://api.example.com' },
  tools: Array.from({ length: TOOLS }, (_, at) => ({
    name: `tool_${at}`,
    inputSchema: { type: 'object' },
    request: { kind: 'template' as const, method: 'GET' as const, path: `/${at}` },
  })),
});

it('a snapshot contains all tools in order, for any number of pages', async () => {
  const { ctx } = await createTestAccount(world, 'Alice');
  const stack = await createStack(ctx, { name: 'many' });
  const ids = ['zoo', 'ark'];
  for (const id of ids) {
    await saveServer(ctx, documentOf(id));
    await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
  }
  const { tools } = await getSnapshot(ctx, stack.id);
  const expected = ids.flatMap((id) => Array.from({ length: TOOLS }, (_, at) => `${id}_tool_${at}`));
  expect([...tools.keys()]).toEqual(expected);
});
