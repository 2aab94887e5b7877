import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('if names are ambiguous', () => {
  it('a marketplace server hidden by a private server has another id, and so have its tools', async () => {
    await saveServer(world.operator, serverDocument('twice', { tools: ['all'] }));
    const { server: own } = await saveServer(world.account.ctx, serverDocument('twice', { tools: ['own'] }));
    const listed = JSON.parse(
      await ids('{ servers(search: "twice") { nodes { id slug isPrivate tools { nodes { id toolId } } } } }'),
    );
    const [first, second] = listed.servers.nodes;
    const [hidden, shown] = first.isPrivate ? [second, first] : [first, second];
    expect(shown).toMatchObject({
      id: 'twice',
      slug: 'twice',
      isPrivate: true,
      tools: { nodes: [{ id: 'twice_own' }] },
    });
    expect(hidden.id).toMatch(/^server_.+_twice$/);
    expect(hidden.id).not.toContain(own.id);
    expect(hidden.tools.nodes[0]).toEqual({ id: hidden.id.replace(/^server(.*)$/, 'tool$1_all'), toolId: 'twice_all' });
    expect(await finds(hidden.id)).toMatchObject({ __typename: 'Server', id: hidden.id, isPrivate: false });
    expect(await finds(hidden.tools.nodes[0].id)).toMatchObject({ __typename: 'Tool', toolId: 'twice_all' });
    expect(await finds('twice')).toMatchObject({ __typename: 'Server', isPrivate: true });
    expect(
      JSON.parse(await ids('query ($id: ID!) { server(id: $id) { id isPrivate } }', { id: hidden.id })).server,
    ).toEqual({ id: hidden.id, isPrivate: false });
  });

  it('the id of the hidden server or its tool never changes the other', async () => {
    await saveServer(world.operator, serverDocument('veiled', { tools: ['all'] }));
    await saveServer(world.account.ctx, serverDocument('veiled', { tools: ['all'] }));
    const listed = JSON.parse(
      await ids('{ servers(search: "veiled") { nodes { id isPrivate tools { nodes { id } } } } }'),
    );
    const hidden = listed.servers.nodes.find(({ isPrivate }: { isPrivate: boolean }) => !isPrivate);
    const stackId = await newStack('of the veiled', 'veiled');
    const given = { stackId, serverId: hidden.id, toolId: hidden.tools.nodes[0].id };
    const changes = [
      ['RemoveServer', ['serverId']],
      ['AddServerToStack', ['stackId', 'serverId']],
      ['RemoveServerFromStack', ['stackId', 'serverId']],
      ['UpdateStackTool', ['stackId', 'toolId']],
    ] as const;
    for (const [name, members] of changes) {
      const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      const input = Object.fromEntries(members.map((member) => [member, given[member]]));
      const query = `mutation ($input: ${name}Input!) { ${field}(input: $input) { __typename } }`;
      expect(JSON.parse(await ids(query, { input }))[field]).toEqual({ __typename: 'NotFoundError' });
    }
  });

  it('tools without their server’s prefix have separate ids', async () => {
    for (const id of ['bare', 'plain']) {
      await saveServer(world.account.ctx, { ...serverDocument(id, { tools: ['bare'] }), toolPrefix: false });
    }
    const of = async (slug: string) =>
      JSON.parse(await ids('query ($id: ID!) { server(id: $id) { id tools { nodes { id toolId } } } }', { id: slug }))
        .server;
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
