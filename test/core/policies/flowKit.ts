import { createServer } from 'node:http';
import { createClientEndpoint, updateClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { EndpointId, StackId } from '../../../src/core/kernel/ids.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/** The text that must not leave. With a dot, its base64 has no padding, so longer base64 contains it. */
export const SECRET = 'SECRET-OF-THE-CRM';
const SHOWN = [SECRET, Buffer.from(`${SECRET}.`).toString('base64')];
const FILE_BYTES = 4 * 1_024 * 1_024 + 64;

/** An API of several services, which counts the requests that bring the secret to each. */
export async function startServices() {
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const [, service = ''] = (request.url ?? '').split('/');
    if (SHOWN.some((text) => body.includes(text))) arrivals.set(service, (arrivals.get(service) ?? 0) + 1);
    if (request.url === '/crm/report') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(`${SECRET}.`.padEnd(FILE_BYTES, '.'));
      return;
    }
    const note = service === 'clean' ? 'nothing special' : SECRET;
    const items = Array.from({ length: 20 }, (_, id) => ({ id, note }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }));
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    /** The requests that brought the secret to a service so far. */
    arrivedAt: (service: string): number => arrivals.get(service) ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const base64 = { type: 'string', contentEncoding: 'base64' };
const json = (path: string) => ({
  inputSchema: { type: 'object', properties: { any: {}, more: {} } },
  // Programs may call it.
  annotations: { readOnlyHint: true },
  request: {
    ...{ kind: 'operation' as const, method: 'POST' as const, path, parameters: [] },
    body: { contentType: 'application/json', from: { properties: { any: 'any', more: 'more' } }, required: false },
  },
});
const upload = {
  inputSchema: { type: 'object', properties: { body: base64 } },
  annotations: { readOnlyHint: true },
  request: {
    ...{ kind: 'operation' as const, method: 'POST' as const, path: '/slack/upload', parameters: [] },
    body: { contentType: 'application/octet-stream', from: { property: 'body' }, required: true },
  },
};

/** Servers whose results hold the secret (`crm`, `hr`), one without (`clean`), and others. */
export const servers = (port: number) => {
  const server = (id: string, tools: object) => ({
    ...{ id, name: id, connector: { kind: 'openapi' as const, baseUrl: `http://127.0.0.1:${port}` }, credentials: [] },
    tools: Object.entries(tools).map(([name, tool]) => ({ name, description: `${name} of ${id}`, ...tool })),
  });
  return [
    server('crm', { list: json('/crm/list'), note: json('/crm/note'), report: json('/crm/report') }),
    server('hr', { list: json('/hr/list') }),
    server('clean', { list: json('/clean/list') }),
    server('notes', { echo: json('/notes/echo') }),
    server('slack', { post: json('/slack/post'), send: json('/slack/send'), upload }),
  ];
};

/** A service in which calls are made, and its callers. */
export type Place = {
  readonly url: string;
  readonly stackId: StackId;
  readonly apiKey: string;
  readonly clientId: string;
  readonly token: string;
  /** Another token of the same endpoint. */
  readonly otherToken: string;
};

/** A call as a surface makes it: the tool, and its input as JSON text. */
type Call = { readonly tool: string; readonly input: string; readonly number: number };
type Send = (place: Place, call: Call) => Promise<unknown>;

export async function request(
  url: string,
  token: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; location: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', ...headers },
    },
    body,
  });
  const text = await response.text();
  const answer = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, body: JSON.parse(answer), location: response.headers.get('location') };
}

/** Waits until a job has ended. */
async function ended(url: string, token: string): Promise<unknown> {
  for (;;) {
    const answer = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();
    if (answer.state !== 'waiting' && answer.state !== 'running') return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const asJob = { prefer: 'respond-async' };
const inner = ({ tool, input }: Call): string => `{"tool_name":"${tool}","tool_input":${input}}`;
const program = ({ tool, input }: Call): string =>
  JSON.stringify({ code: `return await tools.${tool}(JSON.parse(${JSON.stringify(input)}));` });
const rpc = (name: string, input: string, number: number): string =>
  `{"jsonrpc":"2.0","id":${number},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;
const invokeUrl = ({ url, stackId }: Place, tool: string): string => `${url}/v1/stacks/${stackId}/tools/${tool}/invoke`;
const callUrl = ({ url, clientId }: Place): string => `${url}/s/${clientId}/call_tool`;
const mcpUrl = ({ url, clientId }: Place): string => `${url}/s/${clientId}/mcp`;
const graphql = (place: Place, query: string, input: string) =>
  request(
    `${place.url}/graphql`,
    place.apiKey,
    `{"query":${JSON.stringify(query)},"variables":{"stackId":"${place.stackId}","input":${input}}}`,
  );

/** Ways to make a call with the account's key. */
export const ACCOUNT_SURFACES: Readonly<Record<string, Send>> = {
  invoke: (place, { tool, input }) => request(invokeUrl(place, tool), place.apiKey, `{"tool_input":${input}}`),
  'invoke with an Idempotency-Key': (place, { tool, input, number }) =>
    request(invokeUrl(place, tool), place.apiKey, `{"tool_input":${input}}`, { 'idempotency-key': `key-${number}` }),
  'invoke in search mode': (place, call) =>
    request(`${invokeUrl(place, 'call_tool')}?mode=search`, place.apiKey, `{"tool_input":${inner(call)}}`),
  invoke_batch: (place, { tool, input }) =>
    request(
      `${place.url}/v1/stacks/${place.stackId}/tools/invoke_batch`,
      place.apiKey,
      `{"calls":[{"tool_id":"clean_list"},{"tool_id":"${tool}","tool_input":${input}}]}`,
    ),
  'a job': async (place, { tool, input }) => {
    const { location } = await request(invokeUrl(place, tool), place.apiKey, `{"tool_input":${input}}`, asJob);
    return location && ended(`${place.url}${new URL(location).pathname}`, place.apiKey);
  },
  'a program': (place, call) =>
    request(`${invokeUrl(place, 'run_code')}?mode=code`, place.apiKey, `{"tool_input":${program(call)}}`),
  'GraphQL invokeTool': (place, { tool, input }) =>
    graphql(
      place,
      `mutation ($stackId: ID!, $input: JSON!) { invokeTool(input: { stackId: $stackId, toolId: "${tool}", toolInput: $input }) { __typename } }`,
      input,
    ),
  'GraphQL invokeTools': (place, { tool, input }) =>
    graphql(
      place,
      `mutation ($stackId: ID!, $input: JSON!) { invokeTools(input: { stackId: $stackId, calls: [{ toolId: "${tool}", toolInput: $input }] }) { __typename } }`,
      input,
    ),
};

/** Ways to make a call with a stack token. */
export const AGENT_SURFACES: Readonly<Record<string, Send>> = {
  call_tool: (place, call) => request(callUrl(place), place.token, inner(call)),
  'call_tool in search mode': (place, call) =>
    request(`${callUrl(place)}?mode=search`, place.token, `{"tool_name":"call_tool","tool_input":${inner(call)}}`),
  'a job of an agent': async (place, call) => {
    const { location } = await request(callUrl(place), place.token, inner(call), asJob);
    return location && ended(`${place.url}${new URL(location).pathname}`, place.token);
  },
  'a program of an agent': (place, call) =>
    request(`${callUrl(place)}?mode=code`, place.token, `{"tool_name":"run_code","tool_input":${program(call)}}`),
  'another token': (place, call) => request(callUrl(place), place.otherToken, inner(call)),
  MCP: (place, { tool, input, number }) => request(mcpUrl(place), place.token, rpc(tool, input, number)),
  'MCP in search mode': (place, call) =>
    request(`${mcpUrl(place)}?mode=search`, place.token, rpc('call_tool', inner(call), call.number)),
  'MCP in code mode': (place, call) =>
    request(`${mcpUrl(place)}?mode=code`, place.token, rpc('run_code', program(call), call.number)),
};

/** An endpoint of a stack whose programs may write, and its token. */
export async function makePlace(
  account: { readonly ctx: Parameters<typeof createClientEndpoint>[0]; readonly apiKey: string },
  url: string,
  stackId: StackId,
): Promise<Omit<Place, 'otherToken'> & { readonly endpoint: EndpointId }> {
  const { endpoint, token } = await createClientEndpoint(account.ctx, { stackId, name: 'agent' });
  await updateClientEndpoint(account.ctx, endpoint.id, { mayProgramsWrite: true });
  return { url, stackId, apiKey: account.apiKey, clientId: endpoint.clientId, token, endpoint: endpoint.id };
}
