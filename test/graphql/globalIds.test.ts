import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ids = async (query: string, variables: object = {}) =>
  JSON.stringify((await ask(world.url, world.account.apiKey, query, variables)).data);
const finds = async (id: string) =>
  JSON.parse(
    await ids(
      'query ($id: ID!) { node(id: $id) { __typename id ... on Server { slug isPrivate } ... on Tool { toolId description } } }',
      { id },
    ),
  ).node;

/** A marketplace server before and after the account saves a server with the same slug, and the account's server. */
async function twins(slug: string) {
  await saveServer(world.operator, serverDocument(slug, { tools: ['act'] }));
  const list = async () => {
    const query = `{ servers(filter: { search: "${slug}" }) { nodes { id slug isPrivate tools { nodes { id toolId } } } } }`;
    return JSON.parse(await ids(query)).servers.nodes as Listed[];
  };
  const [before] = await list();
  await saveServer(world.account.ctx, serverDocument(slug, { tools: ['act'] }));
  const after = await list();
  const [own, shared] = [after.find(({ isPrivate }) => isPrivate), after.find(({ isPrivate }) => !isPrivate)];
  if (!before || !own || !shared) throw new Error('Not all are listed');
  return { before, own, shared };
}

type Listed = {
  readonly id: string;
  readonly isPrivate: boolean;
  readonly tools: { readonly nodes: readonly { readonly id: string; readonly toolId: string }[] };
};

describe('an id never refers to another object', () => {
  it('when the account imports a server of the same slug', async () => {
    const { before, own, shared } = await twins('twice');
    expect(shared).toEqual(before);
    expect(own.id).not.toBe(shared.id);
    expect(await finds(before.id)).toMatchObject({ __typename: 'Server', id: before.id, isPrivate: false });
    expect(await finds(own.id)).toMatchObject({ __typename: 'Server', id: own.id, isPrivate: true });
    for (const { tools } of [own, shared]) {
      const [tool] = tools.nodes;
      expect(await finds(tool?.id ?? '')).toMatchObject({ __typename: 'Tool', id: tool?.id, toolId: 'twice_act' });
    }
    const globalIds = [own, shared].flatMap(({ id, tools }) => [id, tools.nodes[0]?.id]);
    const { nodes } = JSON.parse(await ids('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: globalIds }));
    expect(nodes).toEqual(globalIds.map((id) => ({ id })));
    const bySlug = JSON.parse(await ids('{ server(by: { slug: "twice" }) { id } }')).server;
    expect(bySlug).toEqual({ id: own.id });
  });

  it('when the server is saved again, and not for a slug or a tool’s name, which mean nothing to node', async () => {
    const { server } = await saveServer(world.account.ctx, serverDocument('again', { tools: ['act'] }));
    const query = '{ server(by: { slug: "again" }) { id tools { nodes { id } } } }';
    const first = await ids(query);
    expect(JSON.parse(first).server.id).toBe(`server_${server.id}`);
    await saveServer(world.account.ctx, { ...serverDocument('again', { tools: ['act'] }), name: 'Another name' });
    expect(await ids(query)).toBe(first);
    for (const id of ['again', 'again_act', `server_${server.id}_again`, server.id]) expect(await finds(id)).toBe(null);
  });

  it('and changes nothing of the server that hides it', async () => {
    const { own, shared } = await twins('veiled');
    const stackId = await newStack('of the veiled', 'veiled');
    const changes = [
      ['DeleteServer', (at: Listed) => ({ serverId: at.id })],
      ['UpdateServer', (at: Listed) => ({ serverId: at.id, name: 'x' })],
      ['AddServerToStack', (at: Listed) => ({ stackId, serverId: at.id })],
      ['RemoveServerFromStack', (at: Listed) => ({ stackId, serverId: at.id })],
      ['UpdateServerTools', (at: Listed) => ({ stackId, serverId: at.id, enabledTools: [] })],
      ['UpdateStackTool', (at: Listed) => ({ stackId, toolId: at.tools.nodes[0]?.id, name: 'x' })],
      ['InvokeTool', (at: Listed) => ({ stackId, toolId: at.tools.nodes[0]?.id, toolInput: {} })],
    ] as const;
    for (const [name, inputOf] of changes) {
      const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      const query = `mutation ($input: ${name}Input!) { ${field}(input: $input) { __typename } }`;
      const member = async (at: Listed) => JSON.parse(await ids(query, { input: inputOf(at) }))[field].__typename;
      expect(await member(shared), name).toBe('NotFoundError');
      expect(await member(own), name).not.toBe('NotFoundError');
      if (name === 'RemoveServerFromStack') {
        await addServerToStack(world.account.ctx, toStackId(stackId), { serverId: 'veiled', enableAllTools: true });
      }
      if (name === 'UpdateServerTools') {
        const all = { stackId, serverId: own.id, enabledTools: own.tools.nodes.map(({ id }) => id) };
        await ids(query, { input: all });
      }
    }
  });

  it('of tools without the prefix of their servers', async () => {
    for (const id of ['bare', 'plain']) {
      await saveServer(world.account.ctx, { ...serverDocument(id, { tools: ['bare'] }), toolPrefix: false });
    }
    const of = async (slug: string) =>
      JSON.parse(await ids(`{ server(by: { slug: "${slug}" }) { id tools { nodes { id toolId } } } }`)).server;
    const [bare, plain] = [await of('bare'), await of('plain')];
    const [one, other] = [bare.tools.nodes[0], plain.tools.nodes[0]];
    expect([one.toolId, other.toolId]).toEqual(['bare', 'bare']);
    expect(new Set([bare.id, plain.id, one.id, other.id]).size).toBe(4);
    for (const { id } of [one, other])
      expect(await finds(id)).toMatchObject({ __typename: 'Tool', id, toolId: 'bare' });
  });
});

async function newStack(name: string, serverId: string): Promise<string> {
  const { id } = await createStack(world.account.ctx, { name });
  await addServerToStack(world.account.ctx, id, { serverId, enableAllTools: true });
  return id;
}

describe('the ids of one stack’s objects', () => {
  const STACK = 'query ($id: ID!) { stack(id: $id) { servers { nodes { id } } tools { nodes { id toolId } } } }';
  it('never refer to another stack', async () => {
    const slug = 'mine';
    await saveServer(world.account.ctx, serverDocument(slug, { tools: ['act'] }));
    const [first, stackId] = [await newStack('first', slug), await newStack('another', slug)];
    const [here, there] = [
      JSON.parse(await ids(STACK, { id: first })).stack,
      JSON.parse(await ids(STACK, { id: stackId })).stack,
    ];
    const tools = [here, there].map(({ tools }) => tools.nodes[0]);
    expect(tools[0].toolId).toBe(tools[1].toolId);
    expect(new Set([...tools, here.servers.nodes[0], there.servers.nodes[0]].map(({ id }) => id)).size).toBe(4);
  });
});
