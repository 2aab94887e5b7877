import { afterAll, expect, it } from 'vitest';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { acceptToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld } from '../world.ts';

const TOOLS = 2_000;
const STACKS = 3;

const world = await createWorld();
afterAll(() => world.database.close());

const serverOf = (description: string) => ({
  ...{ id: 'large', name: 'large', connector: { kind: 'http', baseUrl: 'https://a.test' } },
  tools: Array.from({ length: TOOLS }, (_, at) => ({
    ...{ name: `t${at}`, description, inputSchema: { type: 'object' } },
    request: { kind: 'template', method: 'GET', path: '/' },
  })),
});

it('settles 5,000 tools in single stacks, and refuses more', { timeout: 120_000 }, async () => {
  const { ctx, accountId } = await createTestAccount(world, 'large');
  await saveServer(ctx, serverOf('Reads.'));
  const stackIds = [];
  for (let at = 0; at < STACKS; at += 1) {
    const { id } = await createStack(ctx, { name: `s${at}` });
    await addServerToStack(ctx, id, { serverId: 'large', enableAllTools: true });
    stackIds.push(id);
  }
  const { server } = await saveServer(ctx, serverOf('Reads and writes.'));
  const { digest } = await ctx.db.server.findUniqueOrThrow({ where: { id: server.id }, select: { digest: true } });
  const stackRoles = new Map(stackIds.map((id) => [id, 'developer'] as const));
  const { keyId } = ctx.actor.kind === 'apiKey' ? ctx.actor : { keyId: null };
  if (keyId === null) throw new Error('an API key');
  const by = world.as({ kind: 'apiKey', accountId, keyId, role: 'member', stackRoles, limits: {} });
  await expect(acceptToolChanges(by, toServerId('large'), { digest })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ path: '/toolIds' }] },
  });
  expect(await ctx.db.auditEvent.count({ where: { action: 'tool.accept' } })).toBe(0);
  const toolIds = Array.from({ length: Math.floor(5_000 / STACKS) }, (_, at) => toToolId(`large_t${at}`));
  expect((await acceptToolChanges(by, toServerId('large'), { digest, toolIds })).toolIds).toHaveLength(toolIds.length);
  const events = await ctx.db.auditEvent.groupBy({ by: 'stackId', where: { action: 'tool.accept' }, _count: true });
  expect(events.map(({ stackId, _count }) => [stackId, _count]).sort()).toEqual(
    stackIds.map((id) => [id, Math.ceil(toolIds.length / 100)]).sort(),
  );
});
