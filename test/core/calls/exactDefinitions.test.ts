import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { run } from '../../cli/toolyard.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { startWorld } from '../../harness/world.ts';

/** Two integers that are equal as JavaScript numbers. The schema's other numbers have unusual notations. */
const [ID, NEXT] = ['9007199254740993', '9007199254740992'];
const SCHEMA = `{"type":"object","properties":{"id":{"type":"integer","enum":[${ID}]},"price":{"type":"number","minimum":0.10,"maximum":123456789.123456789,"default":1.50},"code":{"type":"integer","minimum":${ID}}},"required":["id"]}`;
const PARTS = [
  `"enum":[${ID}]`,
  '"minimum":0.10',
  '"maximum":123456789.123456789',
  '"default":1.50',
  `"minimum":${ID}`,
];
/** The keywords that formats of limited providers keep. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  gemini: PARTS.filter((part) => !part.includes('default')),
};

const TOOL = `{"name":"find","description":"Finds.","inputSchema":${SCHEMA},"_meta":{"weight":1.50}}`;
const seen: string[] = [];
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  response.setHeader('content-type', 'application/json');
  seen.push(body);
  if (request.url !== '/mcp') return response.end('{"ok":true}');
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const results: Readonly<Record<string, string>> = {
    initialize: '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}',
    'tools/list': `{"tools":[${TOOL}]}`,
    'tools/call': '{"content":[]}',
  };
  const answer = results[method] ? `"result":${results[method]}` : '"error":{"code":-32601,"message":"no"}';
  return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}`);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;

const body = `{"required":true,"content":{"application/json":{"schema":${SCHEMA}}}}`;
const operation = (id: string) =>
  `{"operationId":"${id}","requestBody":${body},"responses":{"200":{"description":"ok"}}}`;
const openApi = (version: string, more = '') =>
  `{"openapi":"${version}","info":{"title":"n","version":"1.0"},"servers":[{"url":"${origin}"}],"paths":{"/find":{"post":${operation('find')}}${more}}}`;
const swagger = `{"swagger":"2.0","info":{"title":"n","version":"1.0"},"host":"${new URL(origin).host}","schemes":["http"],"paths":{"/find":{"post":{"operationId":"find","parameters":[{"in":"body","name":"body","required":true,"schema":${SCHEMA}}],"responses":{"200":{"description":"ok"}}}}}}`;
/** Enough operations that the document isn't parsed on the event loop. */
const many = Array.from({ length: 300 }, (_, at) => `,"/more${at}":{"post":${operation(`more${at}`)}}`).join('');
const yaml = `openapi: 3.1.0
info: { title: n, version: 1.0 }
servers: [{ url: '${origin}' }]
paths:
  /find:
    post:
      operationId: find
      responses: { 200: { description: ok } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id]
              properties:
                id: { type: integer, enum: [${ID}] }
                price: { type: number, minimum: 0.10, maximum: 123456789.123456789, default: 1.50 }
                code: { type: integer, minimum: ${ID} }
`;
const own = `{"id":"own","name":"own","toolPrefix":false,"connector":{"kind":"http","baseUrl":"${origin}"},"tools":[{"name":"find","inputSchema":${SCHEMA},"request":{"kind":"template","method":"POST","path":"/find","body":{"id":"{id}"}}}]}`;
const text = (literal: string) => `{"openApi":{"text":${JSON.stringify(literal)}}}`;

const SOURCES: Readonly<Record<string, string>> = {
  mcp: `{"mcp":{"url":"${origin}/mcp"}}`,
  'openapi-30': text(openApi('3.0.3')),
  'openapi-31': text(openApi('3.1.0')),
  'openapi-long': text(openApi('3.1.0', many)),
  'openapi-yaml': text(yaml),
  'swagger-20': text(swagger),
  own: `{"document":${own}}`,
};

const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});
const { apiKey, ctx } = world.account;

async function ask(path: string, body?: string, bearer = apiKey, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept: BOTH, ...headers },
    ...(body !== undefined && { body }),
  });
  return (await response.text()).replaceAll('\\"', '"');
}
const BOTH = 'application/json, text/event-stream';
const graphql = (query: string, variables = '{}') =>
  ask('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);

const FORMATS = 'default openai anthropic openai_responses openai_strict gemini mcp vercel langchain'.split(' ');
const META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}';

describe.each(someOf(Object.entries(SOURCES), 1))('number literals in a schema of %s', (id, source) => {
  const ready = { stackId: '', clientId: '', token: '', preview: '', tool: '' };
  beforeAll(async () => {
    const input = `{"input":{"id":"${id}","source":${source}}}`;
    ready.preview = await graphql(
      'mutation ($input: PreviewServerInput!) { previewServer(input: $input) { ... on PreviewServerPayload { server { document tools { inputSchema } } } ... on UserError { message } } }',
      input,
    );
    const imported = await graphql(
      'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename ... on UserError { message } } }',
      input,
    );
    expect(imported).toContain('ImportServerPayload');
    const stack = await createStack(ctx, { name: id });
    await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
    const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: id });
    const [row] = await ctx.db.tool.findMany({
      where: { server: { slug: toServerId(id) }, name: { contains: 'find' } },
    });
    Object.assign(ready, { stackId: stack.id, clientId: endpoint.clientId, token, tool: row?.toolId ?? '' });
  });
  const expectAll = (listed: string, parts: readonly string[] = PARTS) => {
    for (const part of parts) expect(listed.replaceAll(/\s/g, '')).toContain(part);
  };

  it.each(FORMATS)('are listed unchanged in the format %s', async (format) => {
    expectAll(await ask(`/v1/stacks/${ready.stackId}/tools?schema=${format}`), DROPPED[format]);
  });

  it('are listed unchanged by REST, GraphQL and the command line', async () => {
    expectAll(await ask('/v1/servers'));
    expectAll(ready.preview);
    expectAll(await graphql(`{ server(id: "${id}") { tools(first: 100) { nodes { inputSchema } } } }`));
    expectAll(await graphql(`{ server(id: "${id}") { document } }`));
    expectAll(await graphql(`{ stack(id: "${ready.stackId}") { tools { nodes { inputSchema } } } }`));
    expectAll(await graphql(`{ stack(id: "${ready.stackId}") { tools(format: OPENAI) { definitions } } }`));
    const env = { TOOLYARD_URL: world.url, TOOLYARD_API_KEY: apiKey };
    expectAll((await run(['stack', 'tools', ready.stackId, '--format', 'mcp'], env)).out);
  });

  it('are listed unchanged over MCP', async () => {
    const mcp = (params: string, method: string, headers: Record<string, string>, mode = 'full') =>
      ask(
        `/s/${ready.clientId}/mcp?mode=${mode}`,
        `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params}}}`,
        ready.token,
        headers,
      );
    const before = { 'mcp-protocol-version': '2025-06-18' };
    expectAll(await mcp('', 'tools/list', before));
    expectAll(await mcp(META, 'tools/list', { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }));
    const searchCall = '"name":"search_tools","arguments":{"query":"find"}';
    expectAll(await mcp(searchCall, 'tools/call', before, 'search'));
    expectAll(await mcp(`${searchCall},"_meta":{"progressToken":1}`, 'tools/call', before, 'search'));
    if (id === 'mcp') expect(await mcp('', 'tools/list', before)).toContain('"_meta":{"weight":1.50}');
  });

  it('validate inputs to the last digit', async () => {
    const call = (input: string) =>
      ask(`/v1/stacks/${ready.stackId}/tools/${ready.tool}/invoke`, `{"tool_input":${input}}`);
    expect(await call(`{"id":${ID}}`)).not.toContain('Invalid input');
    expect(seen.at(-1)).toContain(ID);
    for (const wrong of [`{"id":${NEXT}}`, `{"id":${ID},"code":${NEXT}}`, `{"id":${ID},"price":123456789.123456790}`])
      expect(await call(wrong)).toContain('Invalid input');
  });
});
