import { afterAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { listAuditEvents } from '../../../src/core/audit/list.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { countInstructionChanges } from '../../../src/core/reviews/instructions.ts';
import {
  acceptToolChanges,
  countToolChanges,
  listToolChanges,
  refuseToolChanges,
  type ToolChangeFilter,
} from '../../../src/core/reviews/toolChange.ts';
import { findKnownTool } from '../../../src/core/snapshots/findTool.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld } from '../world.ts';
import { notes } from './kit.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let made = 0;
/** A server in two stacks of an account: one tool and the instructions changed, another tool was removed. */
async function open() {
  made += 1;
  const id = `shared${made}`;
  const account = await createTestAccount(world, id);
  const { ctx, stackId: own } = account;
  const other = (await createStack(ctx, { name: 'other' })).id;
  await saveServer(ctx, { ...notes(id, {}), instructions: 'List first.' });
  for (const stackId of [own, other]) await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
  const changed = { description: 'Keeps a note, and more.', has: ['keep'] };
  const { server } = await saveServer(ctx, { ...notes(id, changed), instructions: 'List last.' });
  const { digest } = await ctx.db.server.findUniqueOrThrow({ where: { id: server.id }, select: { digest: true } });
  /** A person with a role in one stack and none in the account. */
  const member = (stackId: StackId, role: Role): Promise<Ctx> => memberOf([stackId], role);
  const memberOf = async (stackIds: readonly StackId[], role: Role): Promise<Ctx> => {
    const stackRoles = stackIds.map((stackId) => ({ stackId, role }));
    const { apiKey } = await createApiKey(ctx, { name: role, role: 'member', stackRoles: stackRoles });
    const standing = {
      role: 'member',
      stackRoles: new Map(stackIds.map((stackId) => [stackId, role])),
      limits: {},
    } as const;
    return world.as({ kind: 'apiKey', accountId: account.accountId, keyId: apiKey.id, ...standing });
  };
  /** A stack's state: the two tools, the instructions, and its version. */
  const stateOf = async (stackId: StackId) => {
    const snapshot = await getSnapshot(ctx, stackId);
    const tools = ['keep', 'list'].map((name) => findKnownTool(snapshot, `${id}_${name}`));
    const states = tools.map((tool) =>
      tool ? (tool.held?.kind ?? 'taken') + (tool.held?.isRefused ? '!' : '') : 'gone',
    );
    return [...states, snapshot.servers.at(0)?.instructions, String(snapshot.version)] as const;
  };
  return { ...account, id: toServerId(id), other, digest, member, memberOf, stateOf };
}

const HELD = ['reworded', 'removed', 'List first.'] as const;

it('pending changes are found by tool, server and impact, and counted, only in the account', async () => {
  const { ctx, id } = await open();
  await open();
  const tools = async (filter: ToolChangeFilter) => {
    const rows = await listToolChanges(ctx, filter, { include: { tool: true } });
    expect(await countToolChanges(ctx, filter)).toBe(rows.length);
    return rows.map(({ kind }) => kind).toSorted();
  };
  expect(await tools({ search: `${id}_KEEP` })).toEqual(['reworded']);
  expect(await tools({ search: id })).toEqual(['removed', 'reworded']);
  expect(await tools({ serverId: id, changeKind: 'removed' })).toEqual(['removed']);
  const { name } = await ctx.db.server.findFirstOrThrow({ where: { slug: id } });
  expect(await tools({ search: name.toUpperCase() })).toEqual(['removed', 'reworded']);
  for (const search of ['sh%red', '\0', 'no such']) expect(await tools({ search })).toEqual([]);
  expect(await countInstructionChanges(ctx, { search: name })).toBe(2);
  expect(await countInstructionChanges(ctx, { search: 'no such' })).toBe(0);
});

describe('users who may enable tools in several stacks', () => {
  const ANSWERS = [
    ['accepts', acceptToolChanges, 'tool.accept', { tools: 2 }],
    ['refuses', refuseToolChanges, 'tool.refuse', { tools: 1 }],
  ] as const;
  it.each(ANSWERS)(
    '%s changes in all of them, as each stack’s auditors see',
    async (_name, answer, action, { tools }) => {
      const { ctx, stackId, other, id, digest, member, memberOf } = await open();
      const without = (await createStack(ctx, { name: 'without' })).id;
      const by = await memberOf([stackId, other, without], 'developer');
      const { toolIds } = await answer(by, id, { digest });
      expect(toolIds).toHaveLength(tools);
      const seen = async (stack: StackId) => {
        const events = await listAuditEvents(await member(stack, 'auditor'));
        return events.filter((event) => event.action === action).map(({ stackId: of, details }) => ({ of, details }));
      };
      const expectedFor = (stack: StackId) => [
        { of: stack, details: { serverId: id, tools: toolIds.map((toolId) => expect.stringContaining(`${toolId} `)) } },
        { of: stack, details: { serverId: id, instructions: [expect.any(String)] } },
      ];
      for (const stack of [stackId, other])
        expect(await seen(stack)).toEqual(expect.arrayContaining(expectedFor(stack)));
      expect([(await seen(stackId)).length, (await seen(other)).length, await seen(without)]).toEqual([2, 2, []]);
    },
  );

  it('see in a stack’s records only what was settled there', async () => {
    const { ctx, stackId, other, id, digest, member, memberOf } = await open();
    await acceptToolChanges(await member(other, 'developer'), id, { digest });
    const by = await memberOf([stackId, other], 'developer');
    await acceptToolChanges(by, id, { digest });
    const events = await listAuditEvents(ctx);
    const own = events.filter(({ actorId }) => 'keyId' in by.actor && actorId === by.actor.keyId);
    expect(own.map((event) => event.stackId)).toEqual([stackId, stackId]);
  });
});

describe('users who may enable tools in one stack', () => {
  it.each(['admin', 'developer'] as const)('accept changes there as %s, and in no other stack', async (role) => {
    const { ctx, stackId, other, id, digest, member, stateOf } = await open();
    const [before, otherBefore] = [await stateOf(stackId), await stateOf(other)];
    expect([before.slice(0, 3), otherBefore.slice(0, 3)]).toEqual([HELD, HELD]);
    const by = await member(stackId, role);
    expect(await acceptToolChanges(by, id, { digest })).toMatchObject({
      toolIds: [`${id}_keep`, `${id}_list`],
      removedToolIds: [`${id}_list`],
      hasInstructions: true,
    });
    expect(await stateOf(stackId)).toEqual(['taken', 'gone', 'List last.', String(Number(before[3]) + 1)]);
    expect(await stateOf(other)).toEqual(otherBefore);
    expect([(await listToolChanges(by)).length, (await listToolChanges(ctx)).length]).toEqual([0, 2]);
    const events = await ctx.db.auditEvent.findMany({ where: { action: 'tool.accept' }, orderBy: { seq: 'desc' } });
    const own = events.filter((event) => event.chain === ctx.actor.accountId);
    expect(own.map((event) => [event.actorId, event.stackId])).toEqual(
      Array.from({ length: 2 }, () => ['keyId' in by.actor && by.actor.keyId, stackId]),
    );
    await expect(acceptToolChanges(by, id, { digest })).rejects.toMatchObject({ code: 'invalid_input' });
    await acceptToolChanges(ctx, id, { digest });
    expect((await stateOf(other)).slice(0, 3)).toEqual(['taken', 'gone', 'List last.']);
  });

  it('reject them there, and in no other stack', async () => {
    const { stackId, other, id, digest, member, stateOf } = await open();
    const otherBefore = await stateOf(other);
    const answer = await refuseToolChanges(await member(stackId, 'developer'), id, { digest });
    expect(answer).toMatchObject({ toolIds: [`${id}_keep`], hasInstructions: true });
    expect((await stateOf(stackId)).slice(0, 3)).toEqual(['reworded!', 'removed', 'List first.']);
    expect(await stateOf(other)).toEqual(otherBefore);
  });

  it.each(['approver', 'auditor'] as const)('cannot act as %s', async (role) => {
    const { stackId, id, digest, member, stateOf } = await open();
    const by = await member(stackId, role);
    for (const answer of [acceptToolChanges, refuseToolChanges])
      await expect(answer(by, id, { digest })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await stateOf(stackId)).slice(0, 3)).toEqual(HELD);
  });

  it('learn nothing of changes that wait elsewhere', async () => {
    const { ctx, id, digest, member } = await open();
    const empty = await createStack(ctx, { name: 'empty' });
    const by = await member(empty.id, 'admin');
    await expect(acceptToolChanges(by, id, { digest })).rejects.toMatchObject({
      code: 'invalid_input',
      message: `No change of ${id} waits for a review`,
    });
  });
});
