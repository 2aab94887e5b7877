import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AddServerDocument,
  CreateStackDocument,
  DeleteStackDocument,
  RemoveServerFromStackDocument,
  UpdateServerToolsDocument,
  UpdateStackDocument,
} from './operations/stacks.ts';
import { exists, invalid, notFound, openShop, type Shop, UNKNOWN_STACK } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('createStack', () => {
  const create = (input: { name: string }) => shop.run(CreateStackDocument, { input });

  it('creates an empty stack, which records calls by default', async () => {
    expect(await create({ name: 'made' })).toEqual({
      __typename: 'CreateStackPayload',
      stack: {
        id: expect.stringMatching(/^stack_/),
        name: 'made',
        configuration: { isRecorded: true },
        servers: { totalCount: 0 },
      },
    });
  });

  it('accepts null for optional fields', async () => {
    const input = { name: 'with nulls', configuration: { isRecorded: null } };
    expect(await shop.run(CreateStackDocument, { input })).toMatchObject({ stack: { name: 'with nulls' } });
  });

  it('refuses a blank name and a taken one', async () => {
    const blank = { ...invalid('Stack name is required'), issues: [{ path: '/name', message: 'must not be blank' }] };
    expect(await create({ name: ' ' })).toEqual(blank);
    await create({ name: 'taken' });
    expect(await create({ name: 'taken' })).toEqual(exists('Stack taken already exists'));
  });
});

describe('updateStack and deleteStack', () => {
  it('change only the given fields', async () => {
    const { stackId, name } = await shop.newStack();
    const input = { stackId, configuration: { isRecorded: true } };
    expect(await shop.run(UpdateStackDocument, { input })).toEqual({
      __typename: 'UpdateStackPayload',
      stack: { name, configuration: { isRecorded: true } },
    });
  });

  it('delete for good', async () => {
    const { stackId, name } = await shop.newStack('shop');
    const gone = { __typename: 'DeleteStackPayload', stackId, name };
    expect(await shop.run(DeleteStackDocument, { input: { stackId } })).toEqual(gone);
    expect(await shop.run(DeleteStackDocument, { input: { stackId } })).toEqual(notFound('Stack not found'));
  });

  it('refuse a taken name, a blank one and a missing stack', async () => {
    const { stackId, name } = await shop.newStack();
    const { stackId: other } = await shop.newStack();
    const update = (input: { stackId: string; name: string }) => shop.run(UpdateStackDocument, { input });
    expect(await update({ stackId: other, name })).toEqual(exists(`Stack ${name} already exists`));
    expect(await update({ stackId, name: '' })).toEqual(invalid('Invalid configuration parameters'));
    expect(await update({ stackId: UNKNOWN_STACK, name: 'x' })).toEqual(notFound('Stack not found'));
  });
});

describe('the servers of a stack', () => {
  it('are added, changed and removed', async () => {
    const { stackId } = await shop.newStack();
    const place = { stackId, serverId: 'shop' };
    const added = await shop.run(AddServerDocument, { input: { ...place, enabledTools: ['shop_find'] } });
    expect(added).toEqual({
      __typename: 'AddServerToStackPayload',
      enabledCount: 1,
      stackServer: { server: { id: 'shop' }, tools: { nodes: [{ id: 'shop_find' }] } },
    });
    const tools = { ...place, enabledTools: ['shop_find', 'shop_buy'] };
    expect(await shop.run(UpdateServerToolsDocument, { input: tools })).toEqual({
      __typename: 'UpdateServerToolsPayload',
      enabledCount: 2,
      stackServer: { toolCount: 2 },
    });
    expect(await shop.run(RemoveServerFromStackDocument, { input: place })).toEqual({
      __typename: 'RemoveServerFromStackPayload',
      ...place,
    });
  });

  it('refuse missing servers, duplicates, and other accounts’ servers', async () => {
    const { stackId } = await shop.newStack('shop');
    const add = (input: { stackId: string; serverId: string; enabledTools?: string[] }) =>
      shop.run(AddServerDocument, { input });
    expect(await add({ stackId, serverId: 'shop' })).toEqual(exists('Server shop already exists in stack'));
    expect(await add({ stackId, serverId: 'nowhere' })).toEqual(notFound('Server nowhere not found'));
    expect(await add({ stackId: UNKNOWN_STACK, serverId: 'shop' })).toEqual(notFound('Stack not found'));
    const foreign = await add({ stackId, serverId: 'safe', enabledTools: ['shop_find'] });
    expect(foreign).toEqual(invalid('Tool shop_find not found in server safe'));
    const place = { stackId, serverId: 'down' };
    const absent = notFound(`Server down not found in stack ${stackId}`);
    expect(await shop.run(UpdateServerToolsDocument, { input: { ...place, enabledTools: [] } })).toEqual(absent);
    expect(await shop.run(RemoveServerFromStackDocument, { input: place })).toEqual(absent);
    const wrong = { stackId, serverId: 'shop', enabledTools: ['safe_find'] };
    expect(await shop.run(UpdateServerToolsDocument, { input: wrong })).toEqual(
      invalid('Tool safe_find not found in server shop'),
    );
  });
});
