import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toServerId, toStackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await saveServer(world.operator, serverDocument('shop', { tools: ['find', 'buy', 'sell'] }));
  // A tool without a prefix, whose name a stack already uses for another tool.
  const bare = { ...serverDocument('bare', { tools: ['purchase'] }), toolPrefix: false };
  await saveServer(world.operator, bare);
});
afterAll(() => world.close());

let stacks = 0;
async function newStack(): Promise<string> {
  stacks += 1;
  const { ctx } = world.account;
  const { id } = await createStack(ctx, { name: `stack ${stacks}` });
  await addServerToStack(ctx, id, { serverId: 'shop', enabledTools: ['shop_find', 'shop_buy'] });
  return id;
}

const UPDATE = `mutation Update($input: UpdateStackToolInput!) {
  updateStackTool(input: $input) {
    __typename
    ... on UpdateStackToolPayload { tool { id: toolId exposedName name description isPinned } }
    ... on UserError { code message }
  }
}`;
const NAMES = 'query Names($id: ID!) { stack(id: $id) { tools { nodes { id: toolId exposedName } } } }';

const update = async (input: object) =>
  (await dataOf(ask(world.url, world.account.apiKey, UPDATE, { input })))['updateStackTool'];
const names = async (id: string) => (await dataOf(ask(world.url, world.account.apiKey, NAMES, { id })))['stack'];

describe('updateStackTool', () => {
  it('changes the given texts, and resets them with null', async () => {
    const tool = { stackId: await newStack(), toolId: 'shop_buy' };
    const own = { id: 'shop_buy', exposedName: 'shop_buy', name: 'buy', description: 'Does buy', isPinned: false };
    const shown = (changes: object) => ({ __typename: 'UpdateStackToolPayload', tool: { ...own, ...changes } });
    expect(await update({ ...tool, name: 'purchase' })).toEqual(shown({ exposedName: 'purchase' }));
    const described = { exposedName: 'purchase', description: 'Buys.' };
    expect(await update({ ...tool, description: 'Buys.' })).toEqual(shown(described));
    expect(await update({ ...tool, isPinned: true })).toEqual(shown({ ...described, isPinned: true }));
    expect(await update({ ...tool, name: null, description: null })).toEqual(shown({ isPinned: true }));
    expect(await names(tool.stackId)).toEqual({
      tools: {
        nodes: [
          { id: 'shop_find', exposedName: 'shop_find' },
          { id: 'shop_buy', exposedName: 'shop_buy' },
        ],
      },
    });
  });

  const BAD_NAMES = [
    '',
    '1st',
    '_x',
    'a b',
    'ä',
    'a'.repeat(65),
    'search_tools',
    'call_tool',
    'get_tool',
    'read_result',
  ];
  it.each(BAD_NAMES)('refuses the name %j', async (name) => {
    const answer = await update({ stackId: await newStack(), toolId: 'shop_buy', name });
    expect(answer).toMatchObject({ __typename: 'InvalidInputError', message: 'Invalid request parameters' });
  });

  it('accepts the longest name', async () => {
    const name = 'a'.repeat(64);
    const answer = await update({ stackId: await newStack(), toolId: 'shop_buy', name });
    expect(answer).toMatchObject({ tool: { exposedName: name } });
  });

  it('keeps names unique in the stack, whichever comes second', async () => {
    const stackId = await newStack();
    const takenError = (name: string) => ({
      __typename: 'AlreadyExistsError',
      code: 'ALREADY_EXISTS',
      message: `The name ${name} is taken in the stack`,
    });
    expect(await update({ stackId, toolId: 'shop_buy', name: 'shop_find' })).toEqual(takenError('shop_find'));
    await update({ stackId, toolId: 'shop_buy', name: 'purchase' });
    expect(await update({ stackId, toolId: 'shop_find', name: 'purchase' })).toEqual(takenError('purchase'));
    const { ctx } = world.account;
    await expect(
      addServerToStack(ctx, toStackId(stackId), { serverId: 'bare', enableAllTools: true }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Tool purchase has the same name as another tool in the stack',
    });
    await update({ stackId, toolId: 'shop_buy', name: 'shop_sell' });
    const enabledTools = ['shop_buy', 'shop_sell'];
    await expect(
      updateServerTools(ctx, toStackId(stackId), toServerId('shop'), { enabledTools }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await updateServerTools(ctx, toStackId(stackId), toServerId('shop'), { enabledTools: ['shop_sell'] });
    expect(await names(stackId)).toEqual({ tools: { nodes: [{ id: 'shop_sell', exposedName: 'shop_sell' }] } });
  });

  it('gives a name to only one tool, even with parallel requests', async () => {
    const stackId = await newStack();
    const both = ['shop_find', 'shop_buy'].map((toolId) => update({ stackId, toolId, name: 'mine' }));
    const typenames = (await Promise.all(both)).map((answer) => JSON.stringify(answer).slice(15, 22));
    expect(typenames.sort()).toEqual(['Already', 'UpdateS']);
  });

  it('accepts only enabled tools, by their ids', async () => {
    const stackId = await newStack();
    for (const toolId of ['shop_sell', 'buy', '\0']) {
      const message = `Tool ${toolId} not found in stack`;
      expect(await update({ stackId, toolId, name: 'x' })).toMatchObject({ __typename: 'NotFoundError', message });
    }
  });

  it('writes an audit event with the changed fields, but not their values', async () => {
    const stackId = await newStack();
    await update({ stackId, toolId: 'shop_buy', name: 'secret-plan', isPinned: true });
    const where = { stackId: toStackId(stackId), action: 'stack.update_tool' };
    const [row] = await world.edge.deps.db.auditEvent.findMany({ where });
    expect(row?.details).toEqual({ toolId: 'shop_buy', changed: ['alias', 'isPinned'] });
  });
});
