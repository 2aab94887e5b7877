import { afterAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { COUNTS } from '../../../src/core/limits/countedBounds.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { acceptToolChanges, listToolChanges, refuseToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { createNotes, notes, type ServerOptions, toolIds } from './kit.ts';

const world = await createWorld();
afterAll(() => world.database.close());

const open = createNotes(world);

describe('a changed tool', () => {
  it('waits, shows its old definition, and does not affect other tools', async () => {
    const { save, states, read, ctx } = await open();
    expect(await save({ description: 'Keeps a note and sends it to everybody.' })).toMatchObject({ heldCount: 1 });
    expect(await states()).toEqual(['reworded', 'as it is']);
    const tool = await read('keep');
    expect(tool?.description).toBe('Not available: its definition changed and needs a review. Keeps a note.');
    const [change, ...others] = await listToolChanges(ctx);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'reworded',
      changes: [{ kind: 'reworded', path: '/description', difference: 'has a different text' }],
      definition: expect.stringMatching(/"Keeps a note\.".*"https:\/\/a\.test"/),
    });
  });

  it('counts with its server: beyond max_servers_bytes nothing is saved or held', async () => {
    const { save, states, accountId } = await open();
    const used = await COUNTS.max_servers_bytes(world.deps.db, accountId);
    await setAccountLimits(world.as(), accountId, { limits: { max_servers_bytes: used } });
    await expect(save({ description: 'Sends notes.' })).rejects.toMatchObject({
      message: expect.stringContaining('The limit max_servers_bytes is reached'),
    });
    expect(await states()).toEqual(['as it is', 'as it is']);
    await setAccountLimits(world.as(), accountId, { limits: {} });
    expect(await save({ description: 'Sends notes.' })).toMatchObject({ heldCount: 1 });
    expect(await COUNTS.max_servers_bytes(world.deps.db, accountId)).toBeGreaterThan(used);
  });

  it.each<[string, ServerOptions]>([
    ['only written otherwise', { description: 'Keeps  a note.' }],
    ['only takes less', { properties: { text: { type: 'string', maxLength: 9 } } }],
  ])('is applied immediately when it is %s', async (_name, options) => {
    const { save, states, ctx } = await open();
    expect(await save(options)).toMatchObject({ isChanged: true, heldCount: 0 });
    expect(await states()).toEqual(['as it is', 'as it is']);
    expect(await listToolChanges(ctx)).toEqual([]);
  });

  it('is every tool of a server whose destination changes', async () => {
    const { save, states } = await open();
    await save({ baseUrl: 'https://b.test' });
    expect(await states()).toEqual(['widening', 'widening']);
  });

  it('is restored once the server changes back', async () => {
    const { save, states, ctx } = await open();
    await save({ properties: { bcc: { type: 'string' } } });
    await save({ properties: { bcc: { type: 'string' }, cc: { type: 'string' } } });
    expect(await states()).toEqual(['widening', 'as it is']);
    await save({});
    expect(await states()).toEqual(['as it is', 'as it is']);
    expect(await ctx.db.keptDefinition.count()).toBe(await countOthers(ctx));
  });

  const countOthers = (ctx: Ctx) => ctx.db.keptDefinition.count({ where: { enabledTools: { some: {} } } });

  it('is compared with the enabled definition, not with later ones', async () => {
    const { save, states, ctx } = await open();
    await save({ description: 'Something else.' });
    await save({ description: 'Keeps a note.', properties: { bcc: { type: 'string' } } });
    expect(await states()).toEqual(['widening', 'as it is']);
    const [change] = await listToolChanges(ctx);
    expect(change?.changes).toEqual([{ kind: 'widening', path: '/inputSchema/properties/bcc', difference: 'is new' }]);
  });

  it('has its new definition for callers who enable it afterwards', async () => {
    const { id, save, ctx, stackId, states } = await open();
    await save({ description: 'Another.' });
    const other = await createStack(ctx, { name: 'later' });
    await addServerToStack(ctx, other.id, { serverId: id, enableAllTools: true });
    const tools = await getSnapshot(ctx, other.id);
    expect([...tools.tools.values()].map(({ held }) => held)).toEqual([null, null]);
    // Saving the unchanged list accepts nothing; disabling and enabling a tool accepts its current definition.
    await updateServerTools(ctx, stackId, id, { enabledTools: toolIds(id, 'keep', 'list') });
    expect(await states()).toEqual(['reworded', 'as it is']);
    await updateServerTools(ctx, stackId, id, { enabledTools: [] });
    await updateServerTools(ctx, stackId, id, { enabledTools: toolIds(id, 'keep') });
    expect((await states())[0]).toBe('as it is');
  });
});

describe('a review', () => {
  it('accepts one tool or all, for exactly the viewed server version', async () => {
    const { id, save, states, current, ctx } = await open();
    await save({ baseUrl: 'https://b.test' });
    const seen = await current();
    await save({ baseUrl: 'https://c.test' });
    await expect(acceptToolChanges(ctx, id, { digest: seen })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The server changed after the review: review it again',
    });
    const digest = await current();
    await acceptToolChanges(ctx, id, { digest, toolIds: toolIds(id, 'list') });
    expect(await states()).toEqual(['widening', 'as it is']);
    expect(await acceptToolChanges(ctx, id, { digest })).toMatchObject({ toolIds: toolIds(id, 'keep') });
    expect(await states()).toEqual(['as it is', 'as it is']);
    await expect(acceptToolChanges(ctx, id, { digest })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await listToolChanges(ctx)).toEqual([]);
  });

  it('rejects, until the server changes again', async () => {
    const { id, save, states, current, ctx } = await open();
    await save({ description: 'Another.' });
    await refuseToolChanges(ctx, id, { digest: await current() });
    expect(await states()).toEqual(['reworded, refused', 'as it is']);
    await save({ description: 'A third.' });
    expect(await states()).toEqual(['reworded', 'as it is']);
    await acceptToolChanges(ctx, id, { digest: await current() });
    expect(await states()).toEqual(['as it is', 'as it is']);
  });

  it('is audited with the old and new definitions, as is what was held', async () => {
    const { id, save, current, ctx, read } = await open();
    await save({ description: 'Another.' });
    await refuseToolChanges(ctx, id, { digest: await current() });
    await acceptToolChanges(ctx, id, { digest: await current() });
    const events = await ctx.db.auditEvent.findMany({
      where: { targetId: id, action: { startsWith: 'tool.' } },
      orderBy: { seq: 'asc' },
    });
    const text = expect.stringMatching(new RegExp(`^${id}_keep [0-9a-f]{64} [0-9a-f]{64}$`));
    expect(events.map(({ action, details }) => [action, details])).toEqual(
      ['tool.hold', 'tool.refuse', 'tool.accept'].map((action) => [action, { serverId: id, tools: [text] }]),
    );
    expect((await read('keep'))?.description).toBe('Another.');
  });

  it('is separate for each account of a shared server', async () => {
    const first = await open(world.as());
    const second = await createTestAccount(world, 'second');
    await addServerToStack(second.ctx, second.stackId, { serverId: first.id, enableAllTools: true });
    await updateHeldChanges(second.ctx, { kinds: ['breaking'] });
    const third = await createTestAccount(world, 'third');
    await addServerToStack(third.ctx, third.stackId, { serverId: first.id, enableAllTools: true });
    expect(await first.save({ description: 'Another.' })).toMatchObject({ heldCount: 2 });
    const digest = await first.current();
    await acceptToolChanges(first.ctx, first.id, { digest });
    const held = async ({ ctx, stackId }: Pick<typeof second, 'ctx' | 'stackId'>) =>
      [...(await getSnapshot(ctx, stackId)).tools.values()].filter((tool) => tool.held).length;
    expect([await held(first), await held(second), await held(third)]).toEqual([0, 0, 1]);
    expect((await listToolChanges(third.ctx)).length).toBe(1);
    expect(await listToolChanges(second.ctx)).toEqual([]);
    const events = await world.deps.db.auditEvent.groupBy({
      by: 'chain',
      where: { action: 'tool.hold', targetId: first.id },
    });
    expect(events.map(({ chain }) => chain).sort()).toEqual([first.accountId, third.accountId].sort());
  });

  it('covers the account’s private server and the marketplace’s, if both are equal', async () => {
    const { id, save, ctx, current } = await open(world.as());
    const stack = await createStack(ctx, { name: 'own' });
    await saveServer(ctx, notes(id, {}));
    await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
    await save({ description: 'Another.' });
    await saveServer(ctx, notes(id, { description: 'Another.' }));
    expect((await listToolChanges(ctx)).length).toBe(2);
    await acceptToolChanges(ctx, id, { digest: await current() });
    expect(await listToolChanges(ctx)).toEqual([]);
  });

  it('is required before a tool has more than eight definitions', async () => {
    const { id, save, ctx, current } = await open();
    for (let at = 1; at <= 8; at += 1) {
      await save({ description: `Number ${at}.` });
      const { id: stack } = await createStack(ctx, { name: `stack ${at}` });
      await addServerToStack(ctx, stack, { serverId: id, enableAllTools: true });
    }
    await expect(save({ description: 'Number 9.' })).rejects.toMatchObject({
      message: expect.stringContaining('max_held_definitions'),
    });
    await acceptToolChanges(ctx, id, { digest: await current() });
    await save({ description: 'Number 9.' });
  });

  it('is required by the account’s setting, which a key without the scope cannot change', async () => {
    const { save, states, ctx } = await open();
    await updateHeldChanges(ctx, { kinds: ['widening', 'breaking'] });
    await save({ properties: { text: { type: 'string', maxLength: 9 } } });
    expect(await states()).toEqual(['breaking', 'as it is']);
    const { actor } = ctx;
    if (actor.kind !== 'apiKey') throw new Error('it is a key');
    const without = { ...ctx, actor: { ...actor, role: 'developer' as const } };
    await expect(updateHeldChanges(without, { kinds: [] })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(updateHeldChanges(ctx, { kinds: ['cosmetic'] })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('compares two concurrent saves one after the other', async () => {
  const { save, states, ctx } = await open();
  await Promise.all(['One.', 'Two.', 'Three.'].map((description) => save({ description })));
  expect(await states()).toEqual(['reworded', 'as it is']);
  expect(await listToolChanges(ctx)).toMatchObject([{ definition: expect.stringContaining('"Keeps a note."') }]);
});
