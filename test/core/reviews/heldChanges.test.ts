import { afterAll, describe, expect, it } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../src/core/reviews/change.ts';
import { updateHeldChanges, updateServerHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { listInstructionChanges } from '../../../src/core/reviews/instructions.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { createNotes, notes, type ServerOptions } from './kit.ts';

/* The kinds of held changes, set by the server, otherwise by the account. */

const world = await createWorld();
afterAll(() => world.database.close());
const open = createNotes(world);
const { db } = world.deps;

/** A change of the tool `keep` for each kind, compared with its first definition. */
const CHANGES: Readonly<Record<ChangeKind, ServerOptions>> = {
  cosmetic: { description: 'Keeps  a note.' },
  compatible: { properties: { text: { type: 'string', deprecated: true } } },
  breaking: { properties: { text: { type: 'string', maxLength: 9 } } },
  reworded: { description: 'Keeps any note.' },
  widening: { properties: { bcc: { type: 'string' } } },
  removed: { has: ['list'] },
};
const HOLDABLE = CHANGE_KINDS.filter((kind) => kind !== 'cosmetic');

describe.each(HOLDABLE)('when only %s changes of a server wait', (kind) => {
  it.each(someOf(CHANGE_KINDS, 2))('a change that is %s waits or is applied', async (made) => {
    const { id, ctx, save, states } = await open();
    await updateHeldChanges(ctx, { kinds: HOLDABLE.filter((each) => each !== kind) });
    await updateServerHeldChanges(ctx, id, { kinds: [kind] });
    await save(CHANGES[made]);
    const unchanged = made === 'removed' ? 'not there' : 'as it is';
    expect((await states())[0]).toBe(made === kind ? made : unchanged);
  });
});

it('a change waits if any part of it does', async () => {
  const { id, ctx, save, states } = await open();
  await updateServerHeldChanges(ctx, id, { kinds: ['reworded'] });
  await save({ description: 'Keeps any note.', properties: { bcc: { type: 'string' } } });
  expect(await states()).toEqual(['widening', 'as it is']);
  await save({});
  const bcc = { type: 'string', description: 'Whom else to send each and every note.' };
  await save({ properties: { bcc: bcc } });
  expect(await states()).toEqual(['widening', 'as it is']);
  await save({ properties: { bcc: { type: 'string' } } });
  expect(await states()).toEqual(['as it is', 'as it is']);
});

it('changed instructions wait like changed texts', async () => {
  const { id, ctx } = await open();
  await updateServerHeldChanges(ctx, id, { kinds: ['widening', 'removed'] });
  await saveServer(ctx, { ...notes(id, {}), instructions: 'List first.' });
  expect(await listInstructionChanges(ctx)).toEqual([]);
  await updateServerHeldChanges(ctx, id, { kinds: ['reworded'] });
  await saveServer(ctx, { ...notes(id, {}), instructions: 'List last.' });
  expect(await listInstructionChanges(ctx)).toHaveLength(1);
});

it('a server uses its account’s setting again once its own is removed', async () => {
  const { id, ctx, save, states } = await open();
  await updateServerHeldChanges(ctx, id, { kinds: [] });
  await save(CHANGES.widening);
  expect(await states()).toEqual(['as it is', 'as it is']);
  await updateServerHeldChanges(ctx, id, { kinds: null });
  await save({ properties: { bcc: { type: 'string' }, cc: { type: 'string' } } });
  expect(await states()).toEqual(['widening', 'as it is']);
  expect(await db.reviewSetting.count({ where: { server: { slug: id } } })).toBe(0);
});

it('each account sets it for a shared server, and each audit log records it', async () => {
  const first = await open(world.as());
  const second = await createTestAccount(world, 'second');
  await addServerToStack(second.ctx, second.stackId, { serverId: first.id, enableAllTools: true });
  await updateServerHeldChanges(second.ctx, first.id, { kinds: ['breaking', 'widening'] });
  await updateServerHeldChanges(second.ctx, first.id, { kinds: ['widening'] });
  expect(await first.save({ description: 'Another.' })).toMatchObject({ heldCount: 1 });
  expect(await first.states()).toEqual(['reworded', 'as it is']);
  const events = await db.auditEvent.findMany({ where: { action: 'server.hold_changes' }, orderBy: { seq: 'asc' } });
  expect(events.filter(({ targetId }) => targetId === first.id).map(({ chain, details }) => [chain, details])).toEqual([
    [second.accountId, { kinds: ['breaking', 'widening'] }],
    [second.accountId, { kinds: ['widening'] }],
  ]);
});

it('needs the right admin, a visible server, and kinds of changes that can wait', async () => {
  const { id, ctx } = await open();
  const other = await createTestAccount(world, 'other');
  const say = (by: typeof ctx, server: string, kinds: unknown) =>
    updateServerHeldChanges(by, toServerId(server), { kinds });
  await expect(say(other.ctx, id, [])).rejects.toMatchObject({ code: 'not_found', message: `Server ${id} not found` });
  await expect(say(ctx, 'nothing', [])).rejects.toMatchObject({ code: 'not_found' });
  for (const kinds of [['cosmetic'], ['all'], 'widening'])
    await expect(say(ctx, id, kinds)).rejects.toMatchObject({ code: 'invalid_input' });
  const { actor } = ctx;
  if (actor.kind !== 'apiKey') throw new Error('it is a key');
  const developer = { ...ctx, actor: { ...actor, role: 'developer' as const } };
  await expect(say(developer, id, [])).rejects.toMatchObject({ code: 'forbidden' });
});
