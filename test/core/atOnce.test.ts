import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInstances } from './changesKit.ts';
import { openShop, type Shop } from './changesShop.ts';
import { stepsIn } from './changesSteps.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let instances: Awaited<ReturnType<typeof openInstances>>;
let shop: Shop;
beforeAll(async () => {
  world = await createWorld();
  instances = await openInstances(world);
  shop = await openShop(world, instances);
});
afterAll(async () => {
  await instances.close();
  await world.database.close();
});

const ENDS = /\.(?:revoke(?:_attenuation)?|remove(?:_server)?|delete|deny|approve|forget)$/;

it('three concurrent requests to end the same object take effect and are recorded once', async () => {
  const { auditEvent } = world.database.db;
  const counts: Record<string, number> = {};
  for (const [action, run] of stepsIn(world, shop)) {
    if (!ENDS.test(action)) {
      await run();
      continue;
    }
    const before = await auditEvent.count({ where: { action } });
    const outcomes = await Promise.allSettled([run(), run(), run()]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    counts[action] = (await auditEvent.count({ where: { action } })) - before;
  }
  expect(Object.keys(counts).length).toBeGreaterThan(15);
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((action) => [action, 1])));
});
