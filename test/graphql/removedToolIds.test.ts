import { afterAll, expect, it } from 'vitest';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { leastBusyMs } from '../harness/longestWait.ts';
import { startWorld } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';

const world = await startWorld();
afterAll(() => world.close());
const { ctx, apiKey } = world.account;

const TOOLS = 2_000;
const STACKS = 10;
/** The limit for the CPU time of one turn. Reading one row for each tool would take ten times as long. */
const BUSY_MS_MAX = 60;

const save = (count: number) =>
  saveServer(ctx, {
    ...{ id: 'many', name: 'Many', connector: { kind: 'http', baseUrl: 'https://a.test' } },
    tools: Array.from({ length: count }, (_, at) => ({
      ...{ name: `tool${at}`, inputSchema: { type: 'object' } },
      request: { kind: 'template', method: 'GET', path: '/' },
    })),
  });

const idsIn = (stacks: number) =>
  ask(world.url, apiKey, `{ stacks(first: ${stacks}) { nodes { servers(first: 1) { nodes { removedToolIds } } } } }`);

it('the removed tools of many stacks delay nobody, and their cost is their number', async () => {
  await save(TOOLS);
  for (let at = 0; at < STACKS; at += 1) {
    const stack = await createStack(ctx, { name: `stack ${at}` });
    await addServerToStack(ctx, stack.id, { serverId: 'many', enableAllTools: true });
  }
  await save(1);
  await dataOf(idsIn(1));
  expect((await idsIn(STACKS)).text.split('"many_tool').length - 1).toBe(STACKS * (TOOLS - 1));
  expect(await leastBusyMs(() => idsIn(STACKS))).toBeLessThan(BUSY_MS_MAX);
  const { cost } = JSON.parse((await idsIn(100)).text).extensions;
  // Every ten ids cost one point.
  expect(cost.requested).toBeGreaterThan((STACKS * (TOOLS - 1)) / 10);
});
