import { afterAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { ServerKey } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { acceptToolChanges, listToolChanges, refuseToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { createNotes, toolIds } from './kit.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const open = createNotes(world);
const { db } = world.deps;

const rowsOf = (serverId: ServerKey) => db.tool.count({ where: { serverId } });
const listed = async (ctx: Ctx, stackId: Parameters<typeof getSnapshot>[1]) => [
  ...(await getSnapshot(ctx, stackId)).tools.keys(),
];
const WITHOUT_KEEP = { has: ['list'] };

describe('a tool that its server removed', () => {
  it('is in no list, and waits for a review with its old definition', async () => {
    const { id, save, states, ctx, stackId } = await open();
    expect(await save(WITHOUT_KEEP)).toMatchObject({ heldCount: 1, toolCount: 1 });
    expect(await states()).toEqual(['removed', 'as it is']);
    expect(await listed(ctx, stackId)).toEqual(toolIds(id, 'list'));
    expect(await listToolChanges(ctx)).toMatchObject([
      {
        kind: 'removed',
        changes: [{ kind: 'removed', path: '', difference: 'is gone: the server no longer has this tool' }],
        definition: expect.stringMatching(/"Keeps a note\.".*"https:\/\/a\.test"/),
      },
    ]);
  });

  it('is restored when it returns unchanged, with the stack’s own name for it', async () => {
    const { id, save, states, ctx, stackId } = await open();
    const [keep] = toolIds(id, 'keep');
    if (!keep) throw new Error('it has a name');
    await updateStackTool(ctx, stackId, keep, { name: 'remember', isPinned: true });
    await save(WITHOUT_KEEP);
    await save({ ...WITHOUT_KEEP, baseUrl: 'https://a.test' });
    await save({});
    expect(await states()).toEqual(['as it is', 'as it is']);
    expect(await listed(ctx, stackId)).toEqual(expect.arrayContaining(['remember']));
    expect(await listToolChanges(ctx)).toEqual([]);
    expect(await db.keptDefinition.count({ where: { tool: { server: { slug: id } } } })).toBe(0);
  });

  it('is compared with the enabled definition when it returns changed', async () => {
    const { save, states, current, id, ctx } = await open();
    await save(WITHOUT_KEEP);
    await save({ description: 'Sends notes to everybody.' });
    expect(await states()).toEqual(['reworded', 'as it is']);
    expect(await listToolChanges(ctx)).toMatchObject([{ kind: 'reworded', changes: [{ path: '/description' }] }]);
    await refuseToolChanges(ctx, id, { digest: await current() });
    await save(WITHOUT_KEEP);
    expect(await states()).toEqual(['removed', 'as it is']);
    await save({ description: 'Sends notes to everybody.' });
    expect(await states()).toEqual(['reworded, refused', 'as it is']);
    await save(WITHOUT_KEEP);
    await save({ properties: { text: { type: 'string', maxLength: 9 } } });
    expect(await states()).toEqual(['as it is', 'as it is']);
  });

  it('is noticed whatever its name', async () => {
    const { ctx, stackId } = await createTestAccount(world, 'named');
    const toolOf = (name: string) => ({
      ...{ name, inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } },
    });
    const save = (...names: string[]) =>
      saveServer(ctx, {
        ...{ id: 'named', name: 'Named', toolPrefix: false, tools: names.map(toolOf) },
        connector: { kind: 'http', baseUrl: 'https://a.test' },
      });
    // Names that every JavaScript object has.
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
    await save('list', ...names);
    await addServerToStack(ctx, stackId, { serverId: 'named', enableAllTools: true });
    expect(await save('list')).toMatchObject({ heldCount: names.length });
    expect(await listed(ctx, stackId)).toEqual(['list']);
    await save('list', ...names);
    expect(await listed(ctx, stackId)).toHaveLength(1 + names.length);
  });

  it('is deleted immediately if no stack has it enabled, or the account applies removals immediately', async () => {
    const { save, server, states, ctx, stackId, id } = await open();
    await updateServerTools(ctx, stackId, id, { enabledTools: toolIds(id, 'list') });
    expect(await save(WITHOUT_KEEP)).toMatchObject({ heldCount: 0 });
    expect(await rowsOf(server.id)).toBe(1);
    const other = await open();
    await other.save({ description: 'Another.' });
    expect(await other.states()).toEqual(['reworded', 'as it is']);
    await updateHeldChanges(other.ctx, { kinds: ['widening'] });
    expect(await other.save(WITHOUT_KEEP)).toMatchObject({ heldCount: 0 });
    expect(await rowsOf(other.server.id)).toBe(1);
    expect(await other.states()).toEqual(['not there', 'as it is']);
    await save({});
    expect(await states()).toEqual(['not there', 'as it is']);
  });

  it('is deleted with the last stack that has it', async () => {
    const { save, server, ctx, stackId } = await open();
    await save(WITHOUT_KEEP);
    expect(await rowsOf(server.id)).toBe(2);
    await deleteStack(ctx, stackId);
    await save({ has: ['list'], baseUrl: 'https://b.test' });
    expect(await rowsOf(server.id)).toBe(1);
  });

  it('is separate for each account of a shared server', async () => {
    const first = await open(world.as());
    const second = await createTestAccount(world, 'second');
    await addServerToStack(second.ctx, second.stackId, { serverId: first.id, enableAllTools: true });
    await updateHeldChanges(second.ctx, { kinds: ['widening'] });
    expect(await first.save(WITHOUT_KEEP)).toMatchObject({ heldCount: 1 });
    expect(await listToolChanges(second.ctx)).toEqual([]);
    await first.save({});
    expect(await first.states()).toEqual(['as it is', 'as it is']);
    expect(await listed(second.ctx, second.stackId)).toEqual(toolIds(first.id, 'list'));
  });

  it('keeps its name in the stack, and its enabled state if it is named', async () => {
    const { id, save, states, ctx, stackId } = await open();
    await save(WITHOUT_KEEP);
    const [keep, list] = toolIds(id, 'keep', 'list');
    if (!keep || !list) throw new Error('they have names');
    await expect(updateStackTool(ctx, stackId, list, { name: keep })).rejects.toMatchObject({ code: 'already_exists' });
    await expect(updateStackTool(ctx, stackId, keep, { name: 'any' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await updateServerTools(ctx, stackId, id, { enabledTools: [keep] })).toMatchObject({ enabledCount: 0 });
    expect(await states()).toEqual(['removed', 'not there']);
    await updateServerTools(ctx, stackId, id, { enabledTools: [list] });
    expect(await states()).toEqual(['not there', 'as it is']);
    const later = await createStack(ctx, { name: 'later' });
    const enabled = { serverId: id, enabledTools: [keep] };
    await expect(addServerToStack(ctx, later.id, enabled)).rejects.toMatchObject({ code: 'invalid_input' });
    await save({});
    expect(await states()).toEqual(['not there', 'as it is']);
  });
});

describe('the review of a removed tool', () => {
  it('accepts the removal for exactly the viewed server version, and records it', async () => {
    const { id, save, server, states, current, ctx } = await open();
    const seen = await current();
    await save(WITHOUT_KEEP);
    await expect(acceptToolChanges(ctx, id, { digest: seen })).rejects.toMatchObject({ code: 'invalid_input' });
    const digest = await current();
    expect(await acceptToolChanges(ctx, id, { digest })).toMatchObject({ toolIds: toolIds(id, 'keep') });
    expect(await states()).toEqual(['not there', 'as it is']);
    expect(await rowsOf(server.id)).toBe(1);
    expect(await listToolChanges(ctx)).toEqual([]);
    const events = await db.auditEvent.findMany({
      where: { targetId: id, action: { startsWith: 'tool.' } },
      orderBy: { seq: 'asc' },
    });
    const tools = [expect.stringMatching(new RegExp(`^${id}_keep [0-9a-f]{64} removed$`))];
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ['tool.hold', { serverId: id, tools }],
      ['tool.accept', { serverId: id, tools }],
    ]);
    await save({});
    expect(await states()).toEqual(['not there', 'as it is']);
  });

  it('cannot reject the removal; other changes can be rejected with it', async () => {
    const { id, save, states, current, ctx } = await open();
    await save(WITHOUT_KEEP);
    await expect(refuseToolChanges(ctx, id, { digest: await current() })).rejects.toMatchObject({
      code: 'invalid_input',
      message: `No change of ${id} waits for a review that can be refused`,
    });
    await save({ ...WITHOUT_KEEP, baseUrl: 'https://b.test' });
    const refused = await refuseToolChanges(ctx, id, { digest: await current() });
    expect(refused.toolIds).toEqual(toolIds(id, 'list'));
    expect(await states()).toEqual(['removed', 'widening, refused']);
  });

  it('by one account leaves the tool to the others', async () => {
    const first = await open(world.as());
    const second = await createTestAccount(world, 'other');
    await addServerToStack(second.ctx, second.stackId, { serverId: first.id, enableAllTools: true });
    await first.save(WITHOUT_KEEP);
    await acceptToolChanges(first.ctx, first.id, { digest: await first.current() });
    expect((await listToolChanges(second.ctx)).length).toBe(1);
    await first.save({});
    expect(await listed(second.ctx, second.stackId)).toHaveLength(2);
    expect(await first.states()).toEqual(['not there', 'as it is']);
  });
});
