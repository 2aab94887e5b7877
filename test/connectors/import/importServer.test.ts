import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressRule } from '../../../src/connectors/egress/allow.ts';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { type ImportOptions, type ImportSource, readImport } from '../../../src/connectors/import/readImport.ts';
import { createConnectors } from '../../../src/connectors/index.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { leastShare } from '../../harness/longestWait.ts';
import { type McpUpstream, startUpstream } from '../mcp/mcpUpstream.ts';
import { temporaryDir } from '../stdio/stdioKit.ts';
import { hostileDocument } from './hostileDocument.ts';

const LOOPBACK: EgressRule = { kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null };
const TOOL = { name: 'now', description: 'The weather now.', inputSchema: { type: 'object' } };
const REQUEST = { kind: 'template', method: 'GET', path: '/now' };
const OWN = {
  id: 'weather',
  name: 'Weather',
  connector: { kind: 'http', baseUrl: 'https://api.example.com' },
  tools: [{ ...TOOL, request: REQUEST }],
};
const OPENAPI = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
servers: [{ url: 'https://pets.example.com' }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      responses: { '200': { description: OK } }
`;

const egress = createEgress({ allow: [LOOPBACK] });
const scratchDir = temporaryDir();
const connectors = createConnectors({
  egressAllow: [LOOPBACK],
  egressAllowIndirect: [LOOPBACK],
  callTimeoutMs: 30_000,
  scratchDir,
});
const web = createServer((request, response) => {
  const body = pages()[request.url ?? ''];
  if (`${request.method} ${request.url}` === 'GET /stream')
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
  else if (body === undefined) response.writeHead(404).end('nothing');
  else response.end(body);
});
let origin = '';
let upstream: McpUpstream;

const pages = (): Record<string, string> => ({
  '/own.json': JSON.stringify(OWN),
  '/api.yaml': OPENAPI,
  '/server.json': JSON.stringify({
    name: 'io.example/echo',
    description: 'Echo',
    version: '1.0.0',
    remotes: [{ type: 'streamable-http', url: upstream.url }],
  }),
  '/secured.json': JSON.stringify({
    name: 'io.example/secured',
    description: 'Echo',
    version: '1.0.0',
    remotes: [
      {
        type: 'streamable-http',
        url: upstream.url,
        headers: [
          {
            name: 'X-Echo-Key',
            isRequired: true,
            isSecret: true,
            value: '{key}',
            variables: { key: { isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  }),
  '/bad.json': JSON.stringify({ ...OWN, id: 'Not A Slug', surprise: 1 }),
  '/page.html': '<!doctype html><p>Hello',
});

const read = (source: ImportSource, more: Partial<ImportOptions> = {}) =>
  readImport(source, { connectors, fetchFor: egress.fetchFor, signal: AbortSignal.timeout(60_000), ...more });

async function refusalOf(source: ImportSource, more: Partial<ImportOptions> = {}): Promise<AppError> {
  const error = await read(source, more).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('it was not refused', { cause: error });
  return error;
}

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnLoopback(web)}`;
  upstream = await startUpstream('both');
});

afterAll(async () => {
  await Promise.all(Object.values(connectors).map((connector) => connector.close()));
  await egress.close();
  await upstream.close();
  web.closeAllConnections();
  web.close();
  rmSync(scratchDir, { recursive: true, force: true });
});

it('reads a file that describes too much in a thread, and refuses it with the limit', async () => {
  const file = { readFile: async () => hostileDocument(), signal: new AbortController().signal };
  const { result, share } = await leastShare(() => refusalOf('/openapi.json', file), 1 / 2);
  expect(result.message).toContain('exceed 200000 schemas');
  expect(share).toBeLessThan(1 / 2);
});

it('reports no limit to a caller that left before reaching one', async () => {
  const file = { readFile: async () => hostileDocument(), signal: AbortSignal.timeout(200) };
  expect((await refusalOf('/openapi.json', file)).message).toBe(
    'The document could not be read. Its caller did not wait',
  );
});

describe('readImport', () => {
  it('reads our own document from a URL and from a file', async () => {
    const fromAddress = await read(`${origin}/own.json`);
    const fromFile = await read('weather.json', { readFile: async () => JSON.stringify(OWN) });
    expect(fromAddress).toMatchObject({ document: OWN, warnings: [] });
    expect(fromFile).toStrictEqual(fromAddress);
  });

  it('uses the caller’s id and name if given', async () => {
    const { document } = await read(`${origin}/own.json`, { id: 'sky', name: 'Sky' });
    expect(document).toMatchObject({ id: 'sky', name: 'Sky', tools: [{ name: 'now' }] });
  });

  it('reads an OpenAPI document', async () => {
    const { document } = await read(`${origin}/api.yaml`, { id: 'pets' });
    expect(document).toMatchObject({ id: 'pets', connector: { kind: 'openapi', baseUrl: 'https://pets.example.com' } });
    expect(document.tools).toHaveLength(1);
  });

  it('reads a registry entry and lists its server’s tools', async () => {
    const { document } = await read(`${origin}/server.json`);
    expect(document).toMatchObject({ id: 'echo', connector: { kind: 'mcp-http', url: upstream.url } });
    expect(document.tools.map(({ name }) => name)).toContain('echo');
  });

  it('sends only the credentials that the server requires', async () => {
    const refusal = await refusalOf(`${origin}/secured.json`);
    expect(refusal).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('only with credentials') });
    const fieldId = refusal.details.issues?.[0]?.path.split('/').at(-1) ?? '';
    const { document } = await read(`${origin}/secured.json`, { credentials: { [fieldId]: 'sesame' } });
    expect(document.tools.length).toBeGreaterThan(0);
    expect(upstream.requests.at(-1)?.headers.get('x-echo-key')).toBe('sesame');
    expect(JSON.stringify(document)).not.toContain('sesame');
  });

  it('recognizes an MCP server at a URL', async () => {
    const { document } = await read(upstream.url, { id: 'echo', name: 'Echo' });
    expect(document).toMatchObject({ id: 'echo', name: 'Echo', connector: { kind: 'mcp-http', url: upstream.url } });
    expect(document.tools.find(({ name }) => name === 'echo')).toMatchObject({
      title: 'Echo',
      description: 'Says it again',
      annotations: { readOnlyHint: true },
    });
  });

  it('looks for no document if told that there is an MCP server', async () => {
    const before = upstream.requests.length;
    const { document } = await read(`mcp+${upstream.url}`, { id: 'echo' });
    expect(document.connector).toMatchObject({ kind: 'mcp-http', url: upstream.url });
    expect(upstream.requests.slice(before).filter(({ method }) => method === 'GET')).toStrictEqual([]);
  });

  it('runs a program and lists its tools', async () => {
    const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'));
    const { document } = await read({ command: process.execPath, args: [program] }, { id: 'memory' });
    expect(document).toMatchObject({ id: 'memory', connector: { kind: 'mcp-stdio', command: process.execPath } });
    expect(document.tools.map(({ name }) => name)).toContain('create_entities');
  });

  it.each([
    { label: 'npx with a version', source: { command: 'npx', args: ['-y', '@acme/weather@1.2.0'] }, id: 'weather' },
    { label: 'a program by its path', source: { command: '/opt/bin/my_tools', args: ['--x'] }, id: 'my-tools' },
    { label: 'a script', source: { command: 'node', args: ['./dist/server.mjs'] }, id: 'server' },
  ])('names a server after $label', async ({ source, id }) => {
    const discover = async () => ({ tools: [], instructions: null });
    const silent = { 'mcp-http': connectors['mcp-http'], 'mcp-stdio': { ...connectors['mcp-stdio'], discover } };
    expect((await read(source, { connectors: silent })).document.id).toBe(id);
  });

  it('omits unusable tools, and says so', async () => {
    const tools = [
      { name: 'fine', description: 'x'.repeat(20_000), inputSchema: { type: 'object' } },
      { name: 'fine', description: '', inputSchema: { type: 'object' } },
      { name: 'broken', description: '', inputSchema: { type: 'no-such-type' } },
      { name: 'n'.repeat(300), description: '', inputSchema: { type: 'object' } },
    ];
    const discover = async () => ({ tools, instructions: null });
    const odd = { 'mcp-stdio': connectors['mcp-stdio'], 'mcp-http': { ...connectors['mcp-http'], discover } };
    const { document, warnings } = await read('mcp+https://mcp.example.com/mcp', { connectors: odd });
    expect(document).toMatchObject({ id: 'mcp-example-com', tools: [{ name: 'fine' }] });
    expect(warnings.map(({ tool }) => tool.slice(0, 6))).toStrictEqual(['fine', 'broken', 'nnnnnn']);
  });

  it.each([
    {
      label: 'a page that is neither',
      path: '/page.html',
      message: expect.stringContaining('This is a web page, not'),
    },
    { label: 'an address with nothing', path: '/none', message: 'The address answered 404' },
    { label: 'an endless stream', path: '/stream', message: 'The URL returns a stream' },
    { label: 'a bad document', path: '/bad.json', message: 'Invalid server document' },
  ])('refuses $label', async ({ path, message }) => {
    const refusal = await refusalOf(`${origin}${path}`, { signal: AbortSignal.timeout(5_000) });
    expect(refusal).toMatchObject({ code: 'invalid_input', message });
    expect(refusal.details.issues).not.toStrictEqual([]);
  });

  it('reports errors of a document by field', async () => {
    const { details } = await refusalOf(`${origin}/bad.json`);
    expect(details.issues?.map(({ path }) => path)).toEqual(expect.arrayContaining(['/id']));
  });

  it('refuses addresses that the egress rules forbid', async () => {
    const strict = createEgress({ allow: [] });
    expect(await refusalOf(`${origin}/own.json`, { fetchFor: strict.fetchFor })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('The address cannot be read'),
    });
    await strict.close();
  });

  it('reads no file for callers without the right to', async () => {
    expect(await refusalOf('/etc/passwd')).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^Only http/),
    });
  });
});
