import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { exportServer } from '../../src/core/marketplace/exportServer.ts';
import { refreshServerTools } from '../../src/core/marketplace/refreshTools.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { acceptToolChanges } from '../../src/core/reviews/toolChange.ts';
import { updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld, type World } from '../harness/world.ts';
import { build, CASES, type Case, SECRET } from './forClientsCases.ts';
import { connect, type Endpoint, makeEndpoint } from './kit.ts';

/** Metadata of all tools, in addition to the table. */
let extraMembers: object = {};
const serve = () => build(extraMembers);

const field = {
  id: 'key',
  name: 'Key',
  description: '',
  required: true,
  secret: true,
  placement: { in: 'header' as const, name: 'Authorization', template: 'Bearer {key}' },
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
});
afterAll(() => world?.close());

/** A stack with the tools that the server lists. The server's metadata repeats the stack's key. */
async function discovered(url: string, id: string, passThrough: 'resources'[]): Promise<Endpoint> {
  const { ctx } = world.account;
  const server = { id, name: id, connector: { kind: 'mcp-http' as const, url, passThrough }, credentials: [field] };
  const endpoint = await makeEndpoint(ctx, world.url, `${id} ${url}`, [server]);
  await setCredentials(ctx, endpoint.stackId, toServerId(id), { credentials: { key: SECRET } });
  expect(await refreshServerTools(ctx, endpoint.stackId, toServerId(id))).toMatchObject({
    toolCount: CASES.length,
    warnings: expect.arrayContaining(
      CASES.flatMap(({ omitted }, at) =>
        omitted === undefined ? [] : [{ tool: `case-${at}`, reason: expect.stringContaining(omitted) }],
      ),
    ),
  });
  const enabledTools = CASES.map((_case, at) => `${id}_case-${at}`);
  await updateServerTools(ctx, endpoint.stackId, toServerId(id), { enabledTools });
  return endpoint;
}

const listedFields = async (endpoint: Endpoint, mode: 'legacy' | 'auto') => {
  const client = await connect(endpoint, mode);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ icons, _meta, execution }) => ({
    ...(icons && { icons }),
    ...(_meta && { _meta }),
    ...(execution && { execution }),
  }));
};

describe.each(['sessions', 'modern'] as const)('a server of kind %s', (kind) => {
  let upstream: McpUpstream;
  let apps: Endpoint;
  let unlinked: Endpoint;
  beforeAll(async () => {
    upstream = await startUpstream(kind, serve);
    apps = await discovered(upstream.url, 'apps', ['resources']);
    unlinked = await discovered(upstream.url, 'unlinked', []);
  });
  afterAll(() => upstream?.close());

  it.each(['legacy', 'auto'] as const)(
    `shows clients in %s mode the metadata that a stack may pass on (${CASES.length} cases)`,
    async (mode) => {
      // A server of the stateless revision does not mention tasks.
      const older = (each: Case) => (mode === 'legacy' && kind === 'sessions' ? each.older : undefined);
      expect(await listedFields(apps, mode)).toEqual(CASES.map((each) => ({ ...each.listed, ...older(each) })));
      expect(await listedFields(unlinked, mode)).toEqual(
        CASES.map((each) => ({ ...(each.unlinked ?? each.listed), ...older(each) })),
      );
    },
  );

  it.each(['legacy', 'auto'] as const)('shows clients in %s mode the page that a tool names', async (mode) => {
    const client = await connect(apps, mode);
    const uri = 'ui://toolyard/apps/weather/forecast.html';
    expect((await client.listResources()).resources).toMatchObject([{ uri }]);
    const contents = [
      { uri, mimeType: 'text/html;profile=mcp-app', text: '<p>rain</p>', _meta: { ui: expect.anything() } },
    ];
    expect((await client.readResource({ uri })).contents).toEqual(contents);
    await client.close();
  });
});

it.each(['sessions', 'modern'] as const)(
  'a server of kind %s: clients get its instructions after a review, without its key',
  async (kind) => {
    const upstream = await startUpstream(kind, serve);
    const endpoint = await discovered(upstream.url, `guide-${kind}`, []);
    const instructions = () =>
      Promise.all(
        (['legacy', 'auto'] as const).map(async (mode) => {
          const client = await connect(endpoint, mode);
          const received = client.getInstructions();
          await client.close();
          return received;
        }),
      );
    // The stack already had the server when its instructions were first read, so they wait for a review.
    expect(await instructions()).toEqual([undefined, undefined]);
    const { ctx } = world.account;
    const id = toServerId(`guide-${kind}`);
    const { digest } = await ctx.db.server.findFirstOrThrow({ where: { slug: id } });
    await acceptToolChanges(ctx, id, { digest });
    const text = [
      'Instructions of the servers in this stack, each under the server’s name:',
      `## ${id} (${id}), whose names begin with ${id}_ here`,
      '> Start with case-0.\n> Never say [redacted].',
    ].join('\n\n');
    expect(await instructions()).toEqual([text, text]);
    await upstream.close();
  },
);

describe('client metadata of a tool', () => {
  let upstream: McpUpstream;
  let made = 0;
  beforeAll(async () => {
    upstream = await startUpstream('sessions', serve);
  });
  afterAll(() => upstream?.close());
  beforeEach(() => {
    extraMembers = {};
  });

  /** A stack, and the pending changes after its server sent more metadata. */
  async function changing() {
    made += 1;
    const id = `changing-${made}`;
    const endpoint = await discovered(upstream.url, id, []);
    const refreshed = async (more: object) => {
      extraMembers = more;
      return (await refreshServerTools(world.account.ctx, endpoint.stackId, toServerId(id))).heldCount;
    };
    return { id, endpoint, refreshed };
  }

  it('waits for a review if it may matter, and stays unchanged until then', async () => {
    const { endpoint, refreshed } = await changing();
    const before = await listedFields(endpoint, 'legacy');
    expect(await refreshed({ icons: [{ src: 'https://icons.example/new.png' }] })).toBe(0);
    expect((await listedFields(endpoint, 'legacy'))[0]).toEqual({ icons: [{ src: 'https://icons.example/new.png' }] });
    expect(await refreshed({ execution: { taskSupport: 'forbidden' } })).toBe(0);
    expect(await refreshed({})).toBe(0);
    expect(await refreshed({ _meta: { 'acme.example/show': 'everything' } })).toBe(CASES.length);
    expect(await listedFields(endpoint, 'legacy')).toEqual(before);
    expect(await refreshed({})).toBe(0);
  });

  it('is fetched for a server that was saved before metadata was stored', async () => {
    const { id, endpoint, refreshed } = await changing();
    const { db } = world.account.ctx;
    const where = { slug: toServerId(id) };
    const { id: serverId } = await db.server.findFirstOrThrow({ where });
    await db.$executeRaw`UPDATE tool SET for_clients = NULL, digest = '' WHERE server_id = ${serverId}`;
    await db.$executeRaw`UPDATE server SET digest = '' WHERE id = ${serverId}`;
    const _meta = { 'acme.example/show': 'what it always said' };
    expect(await refreshed({ _meta })).toBe(0);
    expect((await listedFields(endpoint, 'legacy'))[0]).toEqual({ _meta });
    expect(await refreshed({})).toBe(CASES.length);
  });

  it('is part of the server’s document', async () => {
    const { id } = await changing();
    const { ctx } = world.account;
    const document = await exportServer(ctx, toServerId(id));
    expect(document.tools.filter(({ forClients }) => forClients)).not.toEqual([]);
    expect(await saveServer(ctx, document)).toMatchObject({ isChanged: false });
    const copied = { ...document, id: toServerId(`${id}-copy`) };
    await saveServer(ctx, copied);
    expect(await exportServer(ctx, copied.id)).toEqual(copied);
    const [first] = document.tools;
    for (const forClients of [
      { icons: [{ src: 'http://icons.example/a.png' }] },
      { _meta: { 'io.modelcontextprotocol/a': 1 } },
      { _meta: { a: 'x'.repeat(9_000) } },
      { execution: { taskSupport: 'sometimes' } },
    ])
      await expect(saveServer(ctx, { ...document, tools: [{ ...first, forClients }] })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });
});
