import { afterAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { ServerId } from '../../../src/core/kernel/ids.ts';
import { COUNTS } from '../../../src/core/limits/countedBounds.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { acceptToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { createWorld } from '../world.ts';
import { createNotes, notes } from './kit.ts';

/* How limits count tools that their upstream removed. */

const world = await createWorld();
afterAll(() => world.database.close());
const open = createNotes(world);
const { db } = world.deps;
const WITHOUT_KEEP = { has: ['list'] };

it('removed tools count with their server where stacks keep them, and with their stack', async () => {
  const { id, save, current, ctx, accountId, stackId } = await open();
  const used = await COUNTS.max_servers_bytes(db, accountId);
  await setAccountLimits(world.as(), accountId, { limits: { max_servers_bytes: Math.floor(used / 2) } });
  await expect(save(WITHOUT_KEEP)).rejects.toMatchObject({ message: expect.stringContaining('max_servers_bytes') });
  await setAccountLimits(world.as(), accountId, { limits: {} });
  await save(WITHOUT_KEEP);
  await saveServer(ctx, notes('others', WITHOUT_KEEP));
  const { actor } = ctx;
  if (actor.kind !== 'apiKey') throw new Error('it is a key');
  const bounded: Ctx = { ...ctx, actor: { ...actor, limits: { max_stack_tools: 2 } } };
  const add = () => addServerToStack(bounded, stackId, { serverId: 'others', enableAllTools: true });
  await expect(add()).rejects.toMatchObject({ message: expect.stringContaining('max_stack_tools') });
  await acceptToolChanges(ctx, id, { digest: await current() });
  await add();
});

const MANY = 1_001;

it('a server that lists new tools each time leaves at most 2,000 behind until a review', async () => {
  const { id, ctx, stackId, current } = await open();
  const saveNumbered = (from: number) =>
    saveServer(ctx, {
      ...notes(id, {}),
      tools: Array.from({ length: MANY }, (_, at) => ({
        ...{ name: `tool${from + at}`, inputSchema: { type: 'object' } },
        request: { kind: 'template', method: 'GET', path: '/' },
      })),
    });
  for (const from of [0, 2_000]) {
    await saveNumbered(from);
    await updateServerTools(ctx, stackId, id, { enabledTools: await allTools(id) });
  }
  await expect(saveNumbered(4_000)).rejects.toMatchObject({ message: expect.stringContaining('max_removed_tools') });
  await acceptToolChanges(ctx, id, { digest: await current() });
  await saveNumbered(4_000);
});

/** Existing and removed tools. */
const allTools = async (slug: ServerId) =>
  (await db.tool.findMany({ where: { server: { slug } }, select: { toolId: true } })).map(({ toolId }) => toolId);
