import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { createImporter } from '../../../src/connectors/import/importer.ts';
import { idFromName } from '../../../src/connectors/import/ownFacts.ts';
import { createConnectors } from '../../../src/connectors/index.ts';
import { type ServerId, toServerId } from '../../../src/core/kernel/ids.ts';
import { type JsonObject, readJson } from '../../../src/core/lib/json.ts';
import { startSseUpstream } from '../sse/sseUpstream.ts';

/* MCP servers as imports: their own descriptions, and the parts that are omitted or truncated, by name. */

const loopback = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const connectors = createConnectors({ egressAllow: [loopback], callTimeoutMs: 10_000, scratchDir: '/nonexistent' });
const importer = createImporter({ egressAllow: [loopback], connectors });
afterAll(async () => {
  await importer.close();
  await Promise.all(Object.values(connectors).map((each) => each.close()));
});

const read = (
  url: string,
  more: { id?: ServerId; name?: string; headers?: { name: string; value: string }[] } = {},
) => {
  const { headers = [], ...options } = more;
  const signal = AbortSignal.timeout(20_000);
  const defaults = {
    id: undefined,
    name: undefined,
    credentials: {},
    signal,
    accountId: null,
    permit: () => undefined,
  };
  return importer.read({ kind: 'mcp', url, headers }, { ...defaults, ...options });
};

type ServerAnswers = { readonly tools?: unknown; readonly serverInfo?: object; readonly capabilities?: object };

/** A server that speaks the protocol and returns the test's data. */
async function startServer({ tools = [], serverInfo = { name: 'x', version: '1' }, capabilities = {} }: ServerAnswers) {
  const answers: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {}, ...capabilities }, serverInfo },
    'tools/list': { tools },
  };
  const server = createServer(async (request, response) => {
    const message = readJson(Buffer.from(await text(request)));
    const { id, method } = message as JsonObject;
    const result = answers[String(method)];
    if (id === undefined) return void response.writeHead(202).end();
    const answer = result ? { result } : { error: { code: -32_601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const good = { name: 'good', inputSchema: { type: 'object' } };

/** List entries that can't be offered, with the import's name for each, and the reason. */
const LEFT_OUT: readonly (readonly [unknown, string, RegExp])[] = [
  [{ name: 'a', description: 'no schema' }, 'a', /has no inputSchema/],
  [{ name: 'a', inputSchema: null }, 'a', /inputSchema is not an object/],
  [{ name: 'a', inputSchema: [] }, 'a', /inputSchema is not an object/],
  [{ name: 'a', inputSchema: 'object' }, 'a', /inputSchema is not an object/],
  [{ name: 'a', inputSchema: { type: 'nonsense' } }, 'a', /not a JSON Schema/],
  ...['string', 'array', ['string', 'null']].map(
    (type) => [{ name: 'a', inputSchema: { type } }, 'a', /does not describe an object/] as const,
  ),
  [{ name: 'a', inputSchema: { $ref: '#/nowhere' } }, 'a', /./],
  [{ name: 'good', inputSchema: { type: 'object' } }, 'good', /same tool id/],
  [{ inputSchema: { type: 'object' } }, '(tool 2 of the list)', /has no name/],
  [{ name: 7, inputSchema: { type: 'object' } }, '(tool 2 of the list)', /has no name/],
  [{ name: '', inputSchema: { type: 'object' } }, '', /1 to 256 characters/],
  [{ name: 'n'.repeat(300), inputSchema: { type: 'object' } }, 'n'.repeat(256), /1 to 256 characters/],
  [null, '(tool 2 of the list)', /not an object/],
  ['tool', '(tool 2 of the list)', /not an object/],
  [[], '(tool 2 of the list)', /no name|not an object/],
  [{ name: 'a', inputSchema: { type: 'object', description: 'd'.repeat(270_000) } }, 'a', /longer than 256 KiB/],
];

it(`names each of ${LEFT_OUT.length} omitted tools, and keeps the others`, async () => {
  const wrong: unknown[] = [];
  for (const [entry, tool, reason] of LEFT_OUT) {
    await using server = await startServer({ tools: [good, entry, { ...good, name: 'last' }] });
    const { document, warnings } = await read(server.url);
    const isRight =
      document.tools.map(({ name }) => name).join() === 'good,last' &&
      warnings.length === 1 &&
      warnings[0]?.tool === tool &&
      reason.test(warnings[0].reason);
    if (!isRight) wrong.push({ tool, warnings, tools: document.tools.map(({ name }) => name) });
  }
  expect(wrong).toEqual([]);
});

const TEXTS = [
  ['description', 34_527, 34_527],
  ['description', 65_536, 65_536],
  ['description', 65_537, 65_536],
  ['description', 200_000, 65_536],
  ['title', 200, 200],
  ['title', 201, 200],
] as const;

it.each(TEXTS)('truncates a %s of %i characters to %i, and says so', async (member, length, lengthMax) => {
  await using server = await startServer({ tools: [{ ...good, [member]: 'ä'.repeat(length) }] });
  const { document, warnings } = await read(server.url);
  expect(document.tools[0]?.[member]?.length).toBe(lengthMax);
  const reason = `its ${member} is cut after ${lengthMax.toLocaleString('en-US')} characters`;
  expect(warnings).toEqual(lengthMax < length ? [{ tool: 'good', reason }] : []);
});

it('names each optional member that it leaves out, and keeps the tool', async () => {
  for (const member of ['title', 'description', 'outputSchema', 'annotations']) {
    for (const value of [7, true, [7]]) {
      await using server = await startServer({ tools: [{ ...good, [member]: value }] });
      const { document, warnings } = await read(server.url);
      expect(document.tools.map(({ name }) => name)).toEqual(['good']);
      expect(warnings).toEqual([{ tool: 'good', reason: expect.stringMatching(`its ${member} is not .*left out`) }]);
    }
    await using server = await startServer({ tools: [{ ...good, [member]: null }] });
    expect((await read(server.url)).warnings).toEqual([]);
  }
});

const ICON = { src: 'https://example.test/a.png' };
/** Metadata for clients, and the reason for the part that is left out. */
const FOR_CLIENTS: readonly (readonly [object, string | null])[] = [
  [{ icons: [ICON] }, null],
  [{ icons: [] }, null],
  [{ icons: 'a.png' }, 'its icons are not a list, and are left out'],
  [{ icons: [ICON, { src: 'http://example.test/a.png' }, 7] }, '2 of its 3 icons are invalid'],
  [{ icons: Array.from({ length: 6 }, () => ICON) }, '2 of its 6 icons are invalid, too long or too many'],
  [{ icons: [{ src: `data:image/png;base64,${'A'.repeat(5_000)}` }] }, '1 of its 1 icons'],
  [{ _meta: { 'a/b': 1 } }, null],
  [{ _meta: {} }, null],
  [{ _meta: { 'io.modelcontextprotocol/x': 1 } }, null],
  [{ _meta: { 'a/b': 'x'.repeat(9_000) } }, 'its _meta is not an object within the limits, and is left out'],
  [{ _meta: 'a' }, 'its _meta is not an object within the limits, and is left out'],
  [{ execution: { taskSupport: 'optional' } }, null],
  [{ execution: { taskSupport: 'maybe' } }, 'its execution is invalid, and is left out'],
];

it(`names ${FOR_CLIENTS.length} parts of metadata for clients that it leaves out, and keeps the tool`, async () => {
  for (const [members, reason] of FOR_CLIENTS) {
    await using server = await startServer({ tools: [{ ...good, ...members }] });
    const { document, warnings } = await read(server.url);
    expect(document.tools.map(({ name }) => name)).toEqual(['good']);
    expect(warnings).toEqual(reason === null ? [] : [{ tool: 'good', reason: expect.stringContaining(reason) }]);
  }
});

it('names a title of the server that can’t be its name', async () => {
  await using server = await startServer({ serverInfo: { name: 'x', title: 'T'.repeat(5_000), version: '1' } });
  expect((await read(server.url)).warnings).toEqual([
    { tool: '*', reason: 'its title is not a valid name, and is left out' },
  ]);
});

it('keeps a long outputSchema, or names it', async () => {
  const outputSchema = { type: 'object', description: 'd'.repeat(300_000) };
  await using server = await startServer({ tools: [{ ...good, outputSchema }] });
  const { document, warnings } = await read(server.url);
  expect(document.tools[0]?.outputSchema === undefined).toBe(warnings.length === 1);
});

it('splits no character in two', async () => {
  await using server = await startServer({ tools: [{ ...good, description: `${'x'.repeat(65_535)}😀` }] });
  const { document } = await read(server.url);
  expect(document.tools[0]?.description).toBe('x'.repeat(65_535));
});

/** Schemas of real services that some interpretations of JSON Schema refuse. */
const EMPTY: readonly JsonObject[] = [
  { enum: [] },
  { type: 'string', enum: [] },
  { type: ['string', 'null'], enum: [] },
  { enum: ['a', 'a'] },
  { items: { enum: [] }, type: 'array' },
  { type: 'object', properties: { b: {} }, required: ['b', 'b'] },
  { type: 'object', required: [] },
];
const DIALECTS = [undefined, ...['draft/2020-12', 'draft/2019-09', 'draft-07', 'draft-06', 'draft-04']];

it(`accepts ${EMPTY.length * DIALECTS.length} schemas with empty or repeating lists`, async () => {
  const tools = EMPTY.flatMap((property, at) =>
    DIALECTS.map((dialect) => ({
      name: `${at}_${dialect ?? 'none'}`.replaceAll(/[^\w]/g, '_'),
      inputSchema: {
        ...(dialect && { $schema: `http://json-schema.org/${dialect}/schema#` }),
        type: 'object',
        properties: { a: property },
      },
    })),
  );
  await using server = await startServer({ tools });
  const { document, warnings } = await read(server.url);
  expect({ warnings, count: document.tools.length }).toEqual({ warnings: [], count: tools.length });
});

describe("a server's description of itself", () => {
  const NAMES: readonly (readonly [string, string | null])[] = [
    ['mcp-servers/everything', 'everything'],
    ['example-servers/everything', 'everything'],
    ['@modelcontextprotocol/server-everything', 'everything'],
    ['github-mcp-server', 'github'],
    ['mcp-server-chart', 'chart'],
    ['brave-search-mcp-server', 'brave-search'],
    ['Playwright', 'playwright'],
    ['Context7', 'context7'],
    ['Figma Dev Mode MCP Server', 'figma-dev-mode'],
    ['WeatherMcpServer', 'weather'],
    ['mcp.example/notes/', 'notes'],
    ['serverless', 'serverless'],
    ['mcp', null],
    ['MCP Server', null],
    ['FastMCP', null],
    ['my-server', null],
    ['', null],
    ['サーバー', null],
    ['../..', null],
    ['x'.repeat(500), 'x'.repeat(63)],
  ];
  it.each(NAMES)('turns the name %j into the id %j', (name, id) => {
    expect(idFromName(name)).toBe(id);
  });

  const serverInfo = { name: 'mcp-servers/everything', title: 'Everything Example', version: '1' };
  it('gives the title, and an id from the name, unless overridden', async () => {
    await using server = await startServer({ serverInfo });
    expect(await read(server.url)).toMatchObject({
      document: { id: 'everything', name: 'Everything Example' },
      earlierId: '127-0-0-1',
    });
    expect((await read(server.url, { id: toServerId('mine') })).document).toMatchObject({
      id: 'mine',
      name: 'Everything Example',
    });
    expect((await read(server.url, { name: 'Mine' })).document).toMatchObject({ id: 'everything', name: 'Mine' });
  });

  it('falls back to the host of the URL, and never contains a key', async () => {
    await using silent = await startServer({ serverInfo: { name: 'mcp', version: '1' } });
    expect((await read(silent.url)).document).toMatchObject({ id: '127-0-0-1', name: '127.0.0.1' });
    await using loud = await startServer({ serverInfo: { ...serverInfo, title: 'Everything for s3cret-key' } });
    const { document } = await read(loud.url, { headers: [{ name: 'X-Key', value: 's3cret-key' }] });
    expect(document.name).not.toContain('s3cret-key');
  });

  it.each([
    [{}, undefined],
    [{ resources: {} }, ['resources']],
    [{ prompts: {} }, ['prompts']],
    [{ prompts: { listChanged: true }, resources: {}, completions: {} }, ['resources', 'prompts']],
  ])('passes on its capabilities: %j', async (capabilities, passThrough) => {
    await using server = await startServer({ capabilities });
    expect((await read(server.url)).document.connector).toEqual({ kind: 'mcp-http', url: server.url, passThrough });
  });

  it('keeps the transport that reached it', async () => {
    const server = await startSseUpstream();
    const { document } = await read(server.url);
    expect(document).toMatchObject({ id: 'old', name: 'Old server', connector: { transport: 'sse' } });
    await server.close();
  });
});
