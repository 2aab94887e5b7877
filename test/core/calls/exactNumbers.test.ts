import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

const NUMBERS = ['12345678901234567890', '9007199254740993', '-1.50', '1.0', '2.5e-7', '0.12345678901234567890'];

const seen: string[] = [];
let answer = '1';
/** More members of answers, as JSON text. */
let more = '';

/** Says in the text of its answers what no JavaScript value could; MCP at `/mcp`, plain HTTP elsewhere. */
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const value = `{"n":${answer},"deep":[{"n":${answer}}],"plain":5${more}}`;
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/mcp') {
    seen.push(`${request.url} ${body}`);
    return response.end(value);
  }
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'n', version: '1' } };
  if (method === 'tools/call') seen.push(body);
  if (method !== 'initialize' && method !== 'tools/call')
    return response.end(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no such method"}}`,
    );
  const result = method === 'initialize' ? JSON.stringify(info) : `{"content":[],"structuredContent":${value}}`;
  return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
});

const inputSchema = {
  type: 'object',
  properties: { n: { type: 'number' }, deep: { type: 'array' }, unit: { type: 'string', default: 'm' } },
  required: ['n', 'unit'],
};
const template = (name: string, request: object) => ({ name, inputSchema, request: { kind: 'template', ...request } });
const parameters = [
  { property: 'n', name: 'n', in: 'path' },
  { property: 'deep', name: 'q', in: 'query', contentType: 'application/json' },
];
const port = await listenOnLoopback(upstream);
const baseUrl = `http://127.0.0.1:${port}`;
const SERVERS = [
  {
    connector: { kind: 'http', baseUrl },
    tools: [
      template('body', { method: 'POST', path: '/x', body: { n: '{n}', deep: '{deep}', unit: '{unit}' } }),
      template('path', { method: 'POST', path: '/at/{n}', query: { n: '{n}', text: 'is {n}' } }),
    ],
  },
  {
    connector: { kind: 'openapi', baseUrl },
    tools: [
      { name: 'openapi', inputSchema, request: { kind: 'operation', method: 'POST', path: '/at/{n}', parameters } },
    ],
  },
  { connector: { kind: 'mcp-http', url: `${baseUrl}/mcp` }, tools: [{ name: 'mcp', inputSchema }] },
];

/** What has to be in the request that arrives, with `$` for the number. */
const ARRIVES: Readonly<Record<string, readonly string[]>> = {
  body: ['{"n":$,"deep":[{"n":$},"x"],"unit":"m"}'],
  path: ['/at/$?n=$&text=is%20$'],
  openapi: ['/at/$?q=%5B%7B%22n%22%3A$%7D%2C%22x%22%5D'],
  mcp: ['"arguments":{"n":$,"deep":[{"n":$},"x"],"unit":"m"}'],
};

const opened = await startWorld({ egressAllow: `127.0.0.1:${port}` });
const stack = await createStack(opened.account.ctx, { name: 'numbers' });

beforeAll(async () => {
  for (const { connector, tools } of SERVERS) {
    const { kind: serverId } = connector;
    await opened.saveServer({ id: serverId, name: serverId, toolPrefix: false, connector, tools });
    await addServerToStack(opened.account.ctx, stack.id, { serverId, enableAllTools: true });
  }
});
afterAll(async () => {
  await opened.close();
  upstream.close();
});

const { endpoint, token } = await createClientEndpoint(opened.account.ctx, { stackId: stack.id, name: 'numbers' });

async function post(path: string, bearer: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${opened.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept: BOTH, ...headers },
    body,
  });
  return response.text();
}

const BOTH = 'application/json, text/event-stream';
const { apiKey } = opened.account;
const TOOL = `/v1/stacks/${stack.id}/tools`;
const MUTATION = (input: string, more = '') =>
  `mutation ${more} { invokeTool(input: ${input}) { ... on InvokeToolPayload { result } ... on Error { message } } }`;

/** Every way to call a tool; `input` is JSON text. */
const SURFACES: Readonly<Record<string, (tool: string, input: string) => Promise<string>>> = {
  'POST /v1/…/invoke': (tool, input) => post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${input}}`),
  'the same, with the input as text': (tool, input) =>
    post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${JSON.stringify(input)}}`),
  'POST /v1/…/invoke_batch': (tool, input) =>
    post(`${TOOL}/invoke_batch`, apiKey, `{"calls":[{"tool_id":"${tool}","tool_input":${input}}]}`),
  'POST /s/…/call_tool': (tool, input) =>
    post(`/s/${endpoint.clientId}/call_tool`, token, `{"tool_name":"${tool}","tool_input":${input}}`),
  'MCP tools/call': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${input}}}`,
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'GraphQL with variables': (tool, input) =>
    post(
      '/graphql',
      apiKey,
      `{"query":${JSON.stringify(MUTATION('$input', '($input: InvokeToolInput!)'))},"variables":{"input":{"stackId":"${stack.id}","toolId":"${tool}","toolInput":${input}}}}`,
    ),
  // A body with `extensions` is answered by Yoga, which gets it parsed.
  'GraphQL with variables and more': (tool, input) =>
    post(
      '/graphql',
      apiKey,
      `{"query":${JSON.stringify(MUTATION('$input', '($input: InvokeToolInput!)'))},"extensions":{},"variables":{"input":{"stackId":"${stack.id}","toolId":"${tool}","toolInput":${input}}}}`,
    ),
  'GraphQL with a literal': (tool, input) => {
    const literal = input.replace(/"(\w+)":/g, '$1:');
    return post(
      '/graphql',
      apiKey,
      JSON.stringify({ query: MUTATION(`{stackId: "${stack.id}", toolId: "${tool}", toolInput: ${literal}}`) }),
    );
  },
  'a selection': (tool, input) =>
    post(
      `${TOOL}/${tool}/invoke`,
      apiKey,
      `{"tool_input":${input},"select":"{n: n, deep: deep[*].{n: n}, plain: plain}"}`,
    ),
  'an answer that is kept for a repetition': async (tool, input) => {
    const call = () =>
      post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${input}}`, { 'idempotency-key': `${tool}${input}` });
    await call();
    return call();
  },
};

describe.each(Object.entries(SURFACES))('%s', (_surface, call) => {
  describe.each(Object.entries(ARRIVES))('of a tool called by %s', (tool, arrives) => {
    it.each(NUMBERS)('passes %s as it was written, both ways', async (number) => {
      answer = number;
      const text = await call(tool, `{"n":${number},"deep":[{"n":${number}},"x"]}`);
      const last = seen.at(-1) ?? '';
      for (const part of arrives) expect(last).toContain(part.replaceAll('$', number));
      expect(text.replaceAll('\\"', '"')).toContain(`"n":${number},"deep":[{"n":${number}}],"plain":5`);
    });
  });
});

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('properties that are called as every JavaScript object has them', () => {
  it.each(Object.entries(SURFACES).filter(([surface]) => surface !== 'a selection'))(
    'pass both ways like any other: %s',
    async (_surface, call) => {
      const members = INHERITED.map((name) => `"${name}":{"${name}":1}`).join();
      [answer, more] = ['1', `,${members}`];
      const text = await call('mcp', `{"n":1,${members},"unit":"m"}`);
      more = '';
      expect(seen.at(-1)).toContain(`"arguments":{"n":1,${members},"unit":"m"}`);
      expect(text.replaceAll('\\"', '"')).toContain(`"plain":5,${members}}`);
    },
  );
});

it('is kept in a result that comes in parts', async () => {
  answer = '1.50';
  const input = `{"n":1,"deep":[${'"x",'.repeat(10)}"x"]}`;
  const text = await post(`${TOOL}/body/invoke`, apiKey, `{"tool_input":${input},"max_bytes":256}`);
  expect(text).toContain('"n":1.50');
});

it('refuses a number of the wrong kind, and one that is too large', async () => {
  const response = await post(`${TOOL}/body/invoke`, apiKey, '{"tool_input":{"n":"1.50"}}');
  expect(response).toContain('Invalid input parameters');
});
