import { afterAll, beforeEach, expect, it } from 'vitest';
import { type StackId, toToolId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { sweepEnded } from '../../../src/core/retention/ended.ts';
import { settleOverdueRemovals } from '../../../src/core/reviews/overdueRemovals.ts';
import { listToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { createNotes, notes } from './kit.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const open = createNotes(world);
const { db } = world.deps;
const DAY_MS = 24 * 60 * 60_000;

/** The operator's context, this many days later. */
const later = (days: number) => ({ ...world.as(), now: () => new Date(world.clock.now.getTime() + days * DAY_MS) });
const versionOf = async (id: StackId) => (await db.stack.findUniqueOrThrow({ where: { id } })).version;
const eventsOf = (chain: string) =>
  db.auditEvent.findMany({ where: { chain, action: 'tool.forget' }, orderBy: { seq: 'asc' } });

beforeEach(async () => {
  await settleOverdueRemovals(later(1_000));
  await sweepEnded(later(1_000), 1);
});

it('a removal that nobody reviewed for 90 days is accepted automatically: event, version, snapshot', async () => {
  const { id, ctx, accountId, stackId, save, states } = await open();
  await save({ has: ['list'] });
  const [before] = await listToolChanges(ctx);
  const version = await versionOf(stackId);
  expect(await settleOverdueRemovals(later(89))).toBe(0);
  expect([await states(), await versionOf(stackId)]).toEqual([['removed', 'as it is'], version]);

  const published = world.changes.published.length;
  expect(await settleOverdueRemovals(later(91))).toBe(1);
  expect(await states()).toEqual(['not there', 'as it is']);
  expect(await versionOf(stackId)).toBe(version + 1);
  expect(world.changes.published.slice(published)).toEqual([{ kind: 'tools', id: stackId }]);
  expect(await eventsOf(accountId)).toMatchObject([
    {
      ...{ actorKind: 'operator', targetKind: 'server', targetId: id },
      details: { serverId: id, tools: [`${id}_keep ${before?.digest} removed`] },
    },
  ]);
  expect(await listToolChanges(ctx)).toEqual([]);
  expect(await settleOverdueRemovals(later(91))).toBe(0);
  expect(await sweepEnded(later(91), 1)).toEqual({ tool: 1 });
  expect(await db.keptDefinition.count({ where: { tool: { toolId: toToolId(`${id}_keep`) } } })).toBe(0);
});

it('each account of a shared server gets a separate event, and no other stack a new version', async () => {
  const { id, accountId, stackId, ctx } = await open(world.as());
  const other = await createTestAccount(world, `beside ${id}`);
  await addServerToStack(other.ctx, other.stackId, { serverId: id, enableAllTools: true });
  const without = (await createStack(ctx, { name: 'without it' })).id;
  await saveServer(world.as(), notes(id, { has: ['list'] }));
  const versions = () => Promise.all([stackId, other.stackId, without].map(versionOf));
  const [own = 0, theirs = 0, none = 0] = await versions();
  const both = await Promise.all([settleOverdueRemovals(later(91)), settleOverdueRemovals(later(91))]);
  expect(both[0] + both[1]).toBe(2);
  expect(await versions()).toEqual([own + 1, theirs + 1, none]);
  for (const chain of [accountId, other.accountId]) expect((await eventsOf(chain)).length).toBe(1);
});

it('a tool that its server lists again stays', async () => {
  const { save, states, accountId } = await open();
  await save({ has: ['list'] });
  await save({});
  expect(await settleOverdueRemovals(later(91))).toBe(0);
  expect([await states(), await eventsOf(accountId)]).toEqual([['as it is', 'as it is'], []]);
});

it('many tools become several events, and one failing stack delays no other', async () => {
  const { id, ctx, accountId, stackId } = await open();
  const many = (count: number) => ({
    ...notes(`many-${id}`, {}),
    tools: Array.from({ length: count }, (_, at) => ({
      ...{ name: `tool${at}`, inputSchema: { type: 'object' } },
      request: { kind: 'template', method: 'GET', path: '/' },
    })),
  });
  await saveServer(ctx, many(251));
  await addServerToStack(ctx, stackId, { serverId: `many-${id}`, enableAllTools: true });
  await saveServer(ctx, many(1));
  const failing = await Promise.all([open(), open()]);
  for (const each of failing) await each.save({ has: ['list'] });
  const { pool } = world.database;
  const stacks = failing.map((each) => `'${each.stackId}'`).join();
  await pool.query(`CREATE FUNCTION fails() RETURNS trigger AS $$ BEGIN RAISE 'not now'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER fails BEFORE UPDATE ON stack FOR EACH ROW WHEN (old.id IN (${stacks})) EXECUTE FUNCTION fails()`);
  expect(await settleOverdueRemovals({ ...later(91), signal: AbortSignal.abort() })).toBe(0);
  expect(await settleOverdueRemovals(later(91))).toBe(1);
  const counts = (await eventsOf(accountId)).map(({ details }) => Object(details)['tools'].length);
  expect(counts.toSorted((one: number, other: number) => other - one)).toEqual([100, 100, 50]);
  expect((await getSnapshot(ctx, stackId)).removed.size).toBe(0);
  expect(await sweepEnded(later(91), 1)).toEqual({ tool: 250 });
  await pool.query('DROP TRIGGER fails ON stack');
  expect(await settleOverdueRemovals(later(91))).toBe(2);
});
