import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveServer } from '../../src/core/catalog/saveServer.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { newRowId, newStackId } from '../../src/core/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const STACKS = 50;

let world: World;
let stackId: string;
const query = (text: string, variables?: object) => ask(world.url, world.account.apiKey, text, variables);

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  await saveServer(world.operator, serverDocument('one', { tools: ['a', 'b', 'c'] }));
  await saveServer(world.operator, serverDocument('two', { tools: ['d'] }));
  await saveServer(ctx, serverDocument('mine'));
  stackId = (await createStack(ctx, { name: 'stack 1' })).id;
  await addServerToStack(ctx, stackId, { serverId: 'one', enabledTools: ['one_b', 'one_a'] });
  await addServerToStack(ctx, stackId, { serverId: 'two', enableAllTools: true });
  await createClientEndpoint(ctx, { stackId, name: 'agent' });
  await setCredentials(ctx, stackId, 'two', { credentials: { two_key: 'value' } });
  await copyStack(STACKS - 1);
});
afterAll(() => world.close());

/** More stacks like the first, as rows. */
async function copyStack(copies: number): Promise<void> {
  const { db } = world.edge.deps;
  const servers = await db.stackServer.findMany({
    where: { stackId },
    include: { enabledTools: true, credentials: true },
    orderBy: { id: 'asc' },
  });
  const stacks = Array.from({ length: copies }, (_, index) => ({ id: newStackId(), name: `stack ${index + 2}` }));
  const placed = stacks.flatMap(({ id }) => servers.map((server) => ({ server, id: newRowId(), stackId: id })));
  await db.stack.createMany({ data: stacks.map((stack) => ({ ...stack, accountId: world.account.id })) });
  await db.stackServer.createMany({
    data: placed.map(({ server, id, stackId }) => ({ id, stackId, serverId: server.serverId })),
  });
  await db.enabledTool.createMany({
    data: placed.flatMap(({ server, id }) => server.enabledTools.map((row) => ({ ...row, stackServerId: id }))),
  });
  await db.credential.createMany({
    data: placed.flatMap(({ server, id }) =>
      server.credentials.map((row) => ({ ...row, id: newRowId(), stackServerId: id })),
    ),
  });
}

const TREE = `query Tree($first: Int!) {
  stacks(first: $first) {
    nodes {
      name
      servers(first: 5) {
        nodes {
          server { id }
          tools { nodes { id } }
          credentialStatus { required { fieldId state } optional { fieldId state } allAdded requiredAdded }
        }
      }
    }
  }
}`;

const TREE_NODE = {
  servers: {
    nodes: [
      {
        server: { id: 'one' },
        tools: { nodes: [{ id: 'one_a' }, { id: 'one_b' }] },
        credentialStatus: {
          required: [{ fieldId: 'one_key', state: 'MISSING' }],
          optional: [{ fieldId: 'one_region', state: 'MISSING' }],
          allAdded: false,
          requiredAdded: false,
        },
      },
      {
        server: { id: 'two' },
        tools: { nodes: [{ id: 'two_d' }] },
        credentialStatus: {
          required: [{ fieldId: 'two_key', state: 'ADDED' }],
          optional: [{ fieldId: 'two_region', state: 'MISSING' }],
          allAdded: false,
          requiredAdded: true,
        },
      },
    ],
  },
};

const textOf = (statement: unknown): string => String(Object(statement).text ?? statement);

async function statementsFor(first: number) {
  const spy = vi.spyOn(Client.prototype, 'query');
  const data = await dataOf(query(TREE, { first }));
  const statements = spy.mock.calls.map(([statement]) => textOf(statement));
  spy.mockRestore();
  return { data, statements };
}

describe('stacks with servers, tools and credential status', () => {
  it('are read with the same few statements for 5 stacks and for 50', async () => {
    await dataOf(query(TREE, { first: 1 }));
    const few = await statementsFor(5);
    const many = await statementsFor(STACKS);
    const nodes = Array.from({ length: STACKS }, (_, index) => ({ name: `stack ${index + 1}`, ...TREE_NODE }));
    expect(many.data).toEqual({ stacks: { nodes } });
    expect(many.statements.length).toBe(few.statements.length);
    expect(many.statements.length).toBeLessThanOrEqual(10);
  });

  it('never read what is sealed', async () => {
    const { statements } = await statementsFor(5);
    expect(statements.filter((text) => text.includes('"credential"'))).toHaveLength(1);
    expect(statements.filter((text) => text.includes('sealed'))).toEqual([]);
  });
});

type Page = {
  totalCount: number;
  edges: { cursor: string; node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
};

describe('pages', () => {
  const PAGE = `query Page($first: Int, $last: Int, $after: String, $before: String) {
    stacks(first: $first, last: $last, after: $after, before: $before) {
      totalCount
      edges { cursor node { name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
  // Boundary: the shape of PAGE above.
  const page = async (variables: object) => (await dataOf(query(PAGE, variables)))['stacks'] as Page;
  const namesOf = ({ edges }: Page) => edges.map(({ node }) => node.name);

  it('hold 20 rows unless told', async () => {
    const { edges, totalCount, pageInfo } = await page({});
    expect({ rows: edges.length, totalCount, ...pageInfo }).toMatchObject({
      rows: 20,
      totalCount: 50,
      hasNextPage: true,
    });
  });

  it('walk the list forwards and backwards', async () => {
    const first = await page({ first: 2 });
    const second = await page({ first: 2, after: first.pageInfo.endCursor });
    const back = await page({ last: 2, before: second.pageInfo.startCursor });
    expect([namesOf(first), namesOf(second), namesOf(back)]).toEqual([
      ['stack 1', 'stack 2'],
      ['stack 3', 'stack 4'],
      ['stack 1', 'stack 2'],
    ]);
  });

  it('end', async () => {
    const { edges, pageInfo } = await page({ last: 1 });
    expect({ rows: edges.length, next: pageInfo.hasNextPage, previous: pageInfo.hasPreviousPage }).toEqual({
      rows: 1,
      next: false,
      previous: true,
    });
  });

  const REFUSED = [
    ['101 rows', 'stacks(first: 101) { totalCount }', 'Invalid arguments: first must be at most 100', '/first'],
    ['minus one row', 'stacks(last: -1) { totalCount }', 'Invalid arguments: last must not be negative', '/last'],
    [
      '101 rows further down',
      'stacks { nodes { servers(first: 101) { totalCount } } }',
      'Invalid arguments: first must be at most 100',
      '/first',
    ],
    [
      'a cursor that is none',
      'stacks(after: "x") { totalCount }',
      'Invalid arguments: after is not a cursor of this list',
      '/after',
    ],
    [
      'a cursor with NUL',
      'stacks { nodes { servers(after: "R1BDOlM6AA==") { totalCount } } }',
      'Invalid arguments: after is not a cursor of this list',
      '/after',
    ],
  ] as const;
  it.each(REFUSED)('refuse %s', async (_what, fields, message, path) => {
    const { status, errors } = await query(`{ ${fields} }`);
    expect(status).toBe(400);
    expect(errors[0]).toMatchObject({ message, extensions: { code: 'INVALID_INPUT', issues: [{ path }] } });
  });
});

describe('single reads', () => {
  it('tell who asks', async () => {
    const data = await dataOf(query('{ viewer { account { id name } apiKeyId scopes } }'));
    expect(data).toEqual({
      viewer: {
        account: { id: world.account.id, name: 'Ours' },
        apiKeyId: expect.stringMatching(/^key_/),
        scopes: ['keys:write'],
      },
    });
  });

  it('give one stack with its endpoints and their tokens', async () => {
    const text = `query One($id: ID!) { stack(id: $id) {
      id name configuration { analyticsEnabled }
      endpoints { totalCount nodes { name clientId url tokens { totalCount nodes { id name revokedAt } } } }
    } }`;
    const data = await dataOf(query(text, { id: stackId }));
    expect(data).toEqual({
      stack: {
        id: stackId,
        name: 'stack 1',
        configuration: { analyticsEnabled: false },
        endpoints: {
          totalCount: 1,
          nodes: [
            {
              name: 'agent',
              clientId: expect.stringMatching(/^client_/),
              url: expect.stringMatching(`^${world.url}/s/client_`),
              tokens: {
                totalCount: 1,
                nodes: [{ id: expect.stringMatching(/^token_/), name: 'agent', revokedAt: null }],
              },
            },
          ],
        },
      },
    });
  });

  it('give one server with its tools and credential fields', async () => {
    const text = `{ server(id: "one") {
      id name isPrivate credentialFields { id required } tools(first: 2) { totalCount nodes { id name inputSchema } }
    } }`;
    const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    expect(await dataOf(query(text))).toEqual({
      server: {
        id: 'one',
        name: 'The one',
        isPrivate: false,
        credentialFields: [
          { id: 'one_key', required: true },
          { id: 'one_region', required: false },
        ],
        tools: {
          totalCount: 3,
          nodes: [
            { id: 'one_a', name: 'a', inputSchema: schema },
            { id: 'one_b', name: 'b', inputSchema: schema },
          ],
        },
      },
    });
  });

  it('search the servers that the account sees', async () => {
    const text = 'query Search($search: String) { servers(search: $search) { totalCount nodes { id isPrivate } } }';
    expect(await dataOf(query(text, { search: 'TWO' }))).toEqual({
      servers: { totalCount: 1, nodes: [{ id: 'two', isPrivate: false }] },
    });
    expect(await dataOf(query(text))).toMatchObject({ servers: { totalCount: 3 } });
    const theirs = await dataOf(ask(world.url, world.otherAccount.apiKey, text));
    expect(theirs).toEqual({
      servers: {
        totalCount: 2,
        nodes: [
          { id: 'one', isPrivate: false },
          { id: 'two', isPrivate: false },
        ],
      },
    });
  });

  it('list what was changed, newest first, without values', async () => {
    const data = await dataOf(query('{ auditEvents(first: 1) { nodes { action targetId details actorKind } } }'));
    expect(data).toEqual({
      auditEvents: {
        nodes: [
          {
            action: 'credentials.set',
            targetId: stackId,
            actorKind: 'apiKey',
            details: { serverId: 'two', fieldIds: ['two_key'] },
          },
        ],
      },
    });
  });
});

describe('the tools of a stack', () => {
  const text = `query Tools($id: ID!, $format: ToolFormat!) { stack(id: $id) {
    tools(format: $format) { totalCount nodes { id serverId serverName } definitions warnings { toolId } }
  } }`;
  const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
  const FORMATS = [
    ['DEFAULT', { name: 'one_a', description: 'Does a', input_schema: schema, server: 'one' }],
    ['OPENAI', { type: 'function', function: { name: 'one_a', description: 'Does a', parameters: schema } }],
    ['ANTHROPIC', { name: 'one_a', description: 'Does a', input_schema: schema }],
  ] as const;
  it.each(FORMATS)('come in the format %s', async (format, first) => {
    const data = await dataOf(query(text, { id: stackId, format }));
    expect(data).toMatchObject({
      stack: {
        tools: {
          totalCount: 3,
          nodes: [
            { id: 'one_a', serverId: 'one', serverName: 'The one' },
            { id: 'one_b', serverId: 'one', serverName: 'The one' },
            { id: 'two_d', serverId: 'two', serverName: 'The two' },
          ],
          warnings: [],
        },
      },
    });
    expect(data).toHaveProperty('stack.tools.definitions.0', first);
  });
});
