import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { MARKETPLACE } from '../../src/core/servers/server.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { leastBusyMs } from '../harness/longestWait.ts';
import { startWorld, type World } from '../harness/world.ts';

const LARGE_TOOLS = 1_500;

const document = (id: string, tools: number, schemaChars = 10) => ({
  ...{
    id,
    name: `The ${id} “server”`,
    description: `Of ${id}`,
    connector: { kind: 'http', baseUrl: 'https://api.test' },
  },
  credentials: [
    { id: 'key', name: 'Key', required: true },
    { id: 'region', name: 'Region', description: 'Where', required: false },
  ],
  tools: Array.from({ length: tools }, (_, at) => ({
    ...{ name: `tool_${at}`, description: `Tool ${at} \u2028 "quoted"` },
    ...(at % 2 === 0 && { title: `Titled ${at}` }),
    inputSchema: {
      type: 'object',
      properties: { z: { type: 'number', maximum: 1.5e21 }, a: { description: 'x'.repeat(schemaChars) } },
    },
    request: { kind: 'template', method: 'GET', path: '/' },
  })),
});

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  await saveServer(ctx, document('large', LARGE_TOOLS, 2_000));
  for (let at = 0; at < 50; at += 1) await saveServer(ctx, document(`small-${at}`, at % 4));
  await world.saveServer(document('shared', 3));
  await world.saveServer(document('small-1', 2));
  await saveServer(world.otherAccount.ctx, document('foreign', 3));
  for (let at = 0; at < 26; at += 1) {
    const { id } = await createStack(ctx, { name: `stack ${at}`, configuration: { isRecorded: at % 2 === 0 } });
    if (at % 7 === 0) await addServerToStack(ctx, id, { serverId: 'large', enableAllTools: true });
    if (at % 3 === 0)
      await addServerToStack(ctx, id, { serverId: 'small-3', enabledTools: ['small-3_tool_2', 'small-3_tool_0'] });
  }
});
const opened: IncomingMessage[] = [];
afterAll(async () => {
  for (const each of opened) each.destroy();
  await world.close();
});

function open(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${world.account.apiKey}` };
  return new Promise((resolve, reject) => {
    const request = get(`${world.url}/v1/${path}`, { headers, agent: false }, (response) => {
      opened.push(response);
      resolve(response);
    });
    request.on('error', reject);
  });
}

async function textOf(path: string): Promise<{ readonly text: string; readonly isStreamed: boolean }> {
  const response = await open(path);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), isStreamed: response.headers['content-length'] === undefined };
}

describe('a whole list', () => {
  it('of servers is byte for byte the same as when read at once', async () => {
    const { id, ctx } = world.account;
    const rows = await ctx.db.server.findMany({
      where: { owner: { in: [MARKETPLACE, id] } },
      orderBy: [{ slug: 'asc' }, { id: 'asc' }],
      include: { tools: { orderBy: { position: 'asc' } }, fields: { orderBy: { position: 'asc' } } },
    });
    const fieldsOf = (fields: (typeof rows)[number]['fields'], isRequired: boolean) =>
      fields
        .filter(({ required }) => required === isRequired)
        .map(({ fieldId: field_id, name, description, required }) => ({ field_id, name, description, required }));
    const expected = rows.map(({ slug: server_id, name, description, tools, fields }) => ({
      server_id,
      name,
      description,
      tools: tools.map((tool) => ({
        tool_id: tool.toolId,
        name: tool.title ?? tool.name,
        description: tool.description,
        parameters: JSON.parse(tool.inputSchema),
      })),
      required_credentials: fieldsOf(fields, true),
      optional_credentials: fieldsOf(fields, false),
    }));
    const result = await textOf('servers');
    expect(expected.length).toBe(53);
    expect(result.isStreamed).toBe(true);
    expect(result.text === JSON.stringify(expected)).toBe(true);
    // When read at once, three megabytes of schemas block the event loop for a fifth of a second.
    expect(await leastBusyMs(() => textOf('servers'))).toBeLessThan(100);
  });

  it('of stacks is byte for byte the same as when read at once', async () => {
    const include = {
      servers: {
        orderBy: { id: 'asc' },
        include: { server: true, enabledTools: { include: { tool: true }, orderBy: { tool: { position: 'asc' } } } },
      },
    } as const;
    const where = { accountId: world.account.id };
    const rows = await world.account.ctx.db.stack.findMany({ where, orderBy: { id: 'asc' }, include });
    const expected = rows.map((stack) => ({
      stack_id: stack.id,
      stack_name: stack.name,
      configuration: { analytics_enabled: stack.recordsCalls },
      servers: stack.servers.map(({ server, enabledTools }) => ({
        server_id: server.slug,
        server_name: server.name,
        enabled_tools: enabledTools.map(({ tool }) => tool.toolId),
      })),
      created_at: stack.createdAt,
      updated_at: stack.updatedAt,
    }));
    expect((await textOf('stacks')).text).toBe(JSON.stringify(expected));
  });

  it('counts towards its account’s max_lists until it was read or its reader left', async () => {
    // More than the system's buffers hold, because the service counts buffered bytes as read.
    for (const id of ['more', 'most']) await saveServer(world.account.ctx, document(id, 300, 20_000));
    await setAccountLimits(world.operator, world.account.id, { limits: { max_lists: 2 } });
    const unread = [await open('servers'), await open('servers')];
    await eventually('two are open', async () => (await open('servers')).statusCode === 429);
    // The limit on open lists counts stacks and servers together.
    expect((await open('stacks')).statusCode).toBe(429);
    const refused = await open('servers');
    const chunks: Buffer[] = [];
    for await (const chunk of refused) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toContain('The limit max_lists is reached: 2');
    expect(refused.headers['retry-after']).toBe('5');
    for (const each of unread) each.destroy();
    await eventually('there is room again', async () => (await open('servers')).statusCode === 200);
    await setAccountLimits(world.operator, world.account.id, { limits: {} });
  });
});
