import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCallId, toServerId, toStackId, toToolId } from '../../src/core/kernel/ids.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { seedStack } from './seed.ts';

let stackId: string;
let world: World;
const query = (text: string, variables?: object) => ask(world.url, world.account.apiKey, text, variables);

beforeAll(async () => {
  world = await startWorld();
  stackId = await seedStack(world);
});
afterAll(() => world.close());

describe('single reads', () => {
  it('return the caller', async () => {
    const data = await dataOf(query('{ viewer { account { id name } apiKeyId scopes } }'));
    expect(data).toEqual({
      viewer: {
        account: { id: world.account.id, name: 'Ours' },
        apiKeyId: expect.stringMatching(/^key_/),
        scopes: ['keys:write'],
      },
    });
  });

  it('return one stack with its endpoints and their tokens', async () => {
    const text = `query One($id: ID!) { stack(id: $id) {
      id name configuration { isRecorded }
      endpoints { totalCount nodes { name clientId url tokens { totalCount nodes { id name revokedAt } } } }
    } }`;
    const data = await dataOf(query(text, { id: stackId }));
    expect(data).toEqual({
      stack: {
        id: stackId,
        name: 'stack 1',
        configuration: { isRecorded: false },
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

  it('return an endpoint, a token, an event, a tool, a credential field and a call by its id', async () => {
    const { db } = world.edge.deps;
    const { id, clientId, tokens } = await db.clientEndpoint.findFirstOrThrow({
      where: { stackId: toStackId(stackId) },
      include: { tokens: true },
    });
    const event = await db.auditEvent.findFirstOrThrow({
      where: { chain: world.account.id, action: 'endpoint.create' },
    });
    const tool = await db.tool.findFirstOrThrow({
      include: { server: { include: { fields: true } } },
      orderBy: { id: 'asc' },
    });
    const [field] = tool.server.fields;
    const call = {
      id: newCallId(),
      accountId: world.account.id,
      stackId: toStackId(stackId),
      serverId: toServerId('x'),
      toolId: toToolId('x_y'),
      outcome: 'ok',
      latencyMs: 1,
    };
    await db.callRecord.create({ data: { ...call, inputBytes: 1, outputBytes: 1, at: new Date() } });
    const text = `query ($id: ID!, $clientId: ID!, $token: ID!, $event: ID!, $tool: ID!, $server: ID!, $field: ID!, $call: ID!) {
      clientEndpoint(by: { id: $id }) { id clientId stackId tokens { totalCount } }
      again: clientEndpoint(by: { clientId: $clientId }) { id }
      stackToken(id: $token) { id isRenewed }
      auditEvent(id: $event) { id action }
      tool(by: { toolId: $tool }) { id: toolId name }
      credentialField(serverId: $server, id: $field) { id: fieldId name }
      call(id: $call) { id outcome stack { id } }
    }`;
    const names = { id, clientId, token: tokens[0]?.id, event: event.id, tool: tool.toolId, call: call.id };
    const data = await dataOf(query(text, { ...names, server: tool.server.slug, field: field?.fieldId ?? 'none' }));
    expect(data).toEqual({
      clientEndpoint: { id, clientId, stackId, tokens: { totalCount: 1 } },
      again: { id },
      stackToken: { id: tokens[0]?.id, isRenewed: false },
      auditEvent: { id: event.id, action: 'ENDPOINT_CREATE' },
      tool: { id: tool.toolId, name: tool.name },
      credentialField: field ? { id: field.fieldId, name: field.name } : null,
      call: { id: call.id, outcome: 'OK', stack: { id: stackId } },
    });
  });

  it('return one server with its tools and credential fields', async () => {
    const text = `{ server(id: "one") {
      id: slug name isPrivate credentialFields { id: fieldId isRequired } tools(first: 2) { totalCount nodes { id: toolId name inputSchema } }
    } }`;
    const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    expect(await dataOf(query(text))).toEqual({
      server: {
        id: 'one',
        name: 'The one',
        isPrivate: false,
        credentialFields: [
          { id: 'one_key', isRequired: true },
          { id: 'one_region', isRequired: false },
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

  it('search the stacks of the account by name, with any text', async () => {
    const text = 'query Named($search: String) { stacks(filter: { search: $search }) { totalCount nodes { name } } }';
    const named = (search: string, key = world.account.apiKey) => dataOf(ask(world.url, key, text, { search }));
    const nothing = { stacks: { totalCount: 0, nodes: [] } };
    expect(await named('TACK 1')).toEqual({ stacks: { totalCount: 1, nodes: [{ name: 'stack 1' }] } });
    for (const none of ['%', 's_ack', 'stack 1 and more', '\u0000']) expect(await named(none)).toEqual(nothing);
    expect(await named('stack 1', world.otherAccount.apiKey)).toEqual(nothing);
  });

  it('search the servers that the account sees', async () => {
    const text =
      'query Search($search: String) { servers(filter: { search: $search }) { totalCount nodes { id: slug isPrivate } } }';
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

  it.each([
    ['%', []],
    ['o%e', []],
    ['t_o', []],
    ['\\', []],
    ['one_', ['one']],
  ])('search for %s literally, not as a pattern', async (search, expected) => {
    const text = 'query Search($search: String) { servers(filter: { search: $search }) { nodes { id: slug } } }';
    expect(await dataOf(query(text, { search }))).toEqual({ servers: { nodes: expected.map((id) => ({ id })) } });
  });

  it('list changes, newest first, without values', async () => {
    const data = await dataOf(
      query('{ auditEvents(first: 1) { nodes { action targetId details actorKind targetKind } } }'),
    );
    expect(data).toEqual({
      auditEvents: {
        nodes: [
          {
            action: 'CREDENTIALS_SET',
            targetId: stackId,
            actorKind: 'API_KEY',
            targetKind: 'STACK',
            details: { serverId: 'two', fieldIds: ['two_key'] },
          },
        ],
      },
    });
  });
});

describe('the tools of a stack', () => {
  const text = `query Tools($id: ID!, $format: ToolFormat!) { stack(id: $id) {
    tools(format: $format) { totalCount nodes { id: toolId serverId serverName } definitions warnings { toolId } }
  } }`;
  const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
  const FORMATS = [
    ['DEFAULT', { name: 'one_a', description: 'Does a', input_schema: schema, server: 'one' }],
    ['OPENAI', { type: 'function', function: { name: 'one_a', description: 'Does a', parameters: schema } }],
    ['ANTHROPIC', { name: 'one_a', description: 'Does a', input_schema: schema }],
  ] as const;
  it.each(FORMATS)('have the format %s', async (format, first) => {
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
