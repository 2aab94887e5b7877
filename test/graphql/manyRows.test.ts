import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestWait } from '../harness/longestWait.ts';
import { rowsRead } from '../harness/rowsRead.ts';
import { startWorld } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { MANY, seedMany } from './manyRows.ts';

/* What one query reads depends on what it shows, and not on what its account has. */

const world = await startWorld();
afterAll(() => world.close());
const { id, apiKey } = world.account;
beforeAll(() => seedMany(world, id));

/** With a row for each stack of each change it was ten times as long. */
const BUSY_MS_MAX = 60;

it('the stacks of many changes keep nobody waiting', async () => {
  const changes = (first: number) =>
    ask(world.url, apiKey, `{ toolChanges(first: ${first}) { nodes { isRefused stackIds } } }`);
  await dataOf(changes(1));
  const { result, reads } = await rowsRead(() => longestWait(() => changes(100)));
  const nodes = Array.from({ length: MANY.kept }, () => ({
    isRefused: false,
    stackIds: Array.from({ length: 100 }, (_, at) => `stack_${String(at + 1).padStart(20, '0')}`),
  }));
  expect(result.result.data).toEqual({ toolChanges: { nodes } });
  expect(reads[0]?.rows).toBe(MANY.kept);
  expect(result.busyMs).toBeLessThan(BUSY_MS_MAX);
});
