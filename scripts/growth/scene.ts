import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { type Client, createClient, textIn } from '../neighbours/client.ts';
import { type Installation, install } from '../neighbours/installation.ts';

/** The real service with an account, a stack with three servers, and an upstream that sends a given response. */
export type Scene = {
  readonly installation: Installation;
  readonly client: Client;
  readonly token: string;
  readonly toolId: string;
  readonly mcpPath: string;
  /** Members that make a REST body valid, for bodies that have these members. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Inserts the account's own ids into a text's placeholders. */
  fill(text: string): string;
  tokenFor(path: string): string | undefined;
  /**
   * Sets the upstream's response, except to the MCP server's requests (`answerRpc`): JSON with status 200 by default.
   */
  answer(body: unknown, status?: number, type?: string): void;
  /** Sets the MCP server's response to one method. */
  answerRpc(method: string, message: object): void;
  readonly upstream: string;
  /** CPU of the main thread per millisecond without requests: timers, and the measuring probe. */
  readonly idleCpu: number;
  close(): Promise<void>;
};

const IDLE_MS = 2_000;

const LIMITS = {
  ...{ default: 1e6, stacks: 1e6, invoke: 1e6, list_tools: 1e6, call_tool: 1e6 },
  ...{ max_stacks: 1e5, max_servers: 1e5, max_api_keys: 1e5, max_rules: 1e4, max_webhooks: 1e4 },
};

const TOOL = {
  name: 'run',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      items: { type: 'array', items: { type: 'object', required: ['d'], properties: { d: { default: 'd' } } } },
    },
  },
  request: { kind: 'template', method: 'POST', path: '/answer', body: { text: '{text}', items: '{items}' } },
};

const OPENED = { protocolVersion: '2025-06-18', serverInfo: { name: 'growth', version: '1' } };
/** The MCP server's default responses. */
const FIRST = {
  initialize: { result: { ...OPENED, capabilities: { tools: {}, prompts: {}, resources: {} } } },
  'tools/list': { result: { tools: [{ name: 'run', inputSchema: { type: 'object' } }] } },
};

type Upstream = Pick<Scene, 'answer' | 'answerRpc' | 'upstream'> & { close(): void };

async function startUpstream(): Promise<Upstream> {
  let [body, answerStatus, type]: [unknown, number, string] = [{}, 200, 'application/json'];
  const rpc = new Map<string, object>(Object.entries(FIRST));
  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    // The 401 makes the service request a new token, so that every call reads a token response.
    const status = request.url === '/me' ? 401 : answerStatus;
    const isRpc = request.url === '/tools';
    const answered = isRpc ? rpcAnswer(sent, rpc) : answerTo(sent, body);
    response.writeHead(isRpc ? 200 : status, { 'content-type': isRpc ? 'application/json' : type }).end(answered);
  });
  return {
    upstream: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    answer: (newBody, status = 200, contentType = 'application/json') => {
      [body, answerStatus, type] = [newBody, status, contentType];
    },
    answerRpc: (method, message) => void rpc.set(method, message),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function setScene(): Promise<Scene> {
  const { upstream, close, ...controls } = await startUpstream();
  const installation = await install([upstream], upstream);
  const { apiKey } = await installation.newAccount('growth', LIMITS);
  const client = createClient(installation.url, apiKey);
  const { ids, token } = await fillAccount(client, upstream);
  await installation.loop();
  await delay(IDLE_MS);
  const idle = await installation.loop();
  return {
    idleCpu: (idle?.loopCpuMs ?? 0) / IDLE_MS,
    ...{ installation, client, token, upstream, ...controls },
    ...{ toolId: 'growth_run', mcpPath: `/s/${ids['client_id']}/mcp` },
    valid: {
      stack_name: 'growth',
      tool_id: 'growth_run',
      tool_name: 'growth_run',
      tool_input: {},
      server_id: 'growth',
    },
    fill: (text) => text.replace(/\{(\w+)\}/g, (_slot, name: string) => ids[name] ?? 'x'),
    tokenFor: (path) => (path.startsWith('/s/') ? token : undefined),
    close: async () => {
      await client.close();
      await installation.close();
      close();
    },
  };
}

/** Creates a stack with an HTTP server, an MCP server, and a server whose calls need a separate token. */
async function fillAccount(client: Client, upstream: string) {
  const mutate = (name: string, input: object, selection = '__typename') => {
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ... on UserError { message } ... on ${type}Payload { ${selection} } } }`;
    return client.graphql(query, { input });
  };
  const made = await client.send('POST', '/v1/stacks', { stack_name: 'growth' });
  const stackId = textIn(JSON.parse(made.text), 'stack_id');
  const connector = { kind: 'http', baseUrl: upstream };
  const passed = { kind: 'mcp-http', url: `${upstream}/tools`, passThrough: ['resources', 'prompts'] };
  const tool = { name: 'run', inputSchema: { type: 'object' } };
  await mutate('importServer', { document: { id: 'growth', name: 'Growth', connector, tools: [TOOL] } });
  await mutate('importServer', { document: { id: 'passed', name: 'Passed', connector: passed, tools: [tool] } });
  await mutate('importServer', { source: { openApi: { text: signedIn(upstream) } }, id: 'me' });
  for (const serverId of ['growth', 'passed', 'me']) {
    await mutate('addServerToStack', { stackId, serverId, hasAllTools: true });
  }
  const credentials = { me_oauth_client_id: 'app', me_oauth_client_secret: 'secret-of-the-client' };
  await mutate('setCredentials', { stackId, serverId: 'me', credentials });
  const endpoint = await mutate('createClientEndpoint', { stackId, name: 'agent' }, 'token endpoint { id clientId }');
  const clientId = textIn(endpoint, 'createClientEndpoint.endpoint.clientId');
  const endpointId = textIn(endpoint, 'createClientEndpoint.endpoint.id');
  const ids: Readonly<Record<string, string>> = {
    ...{ stack_id: stackId, server_id: 'growth', client_id: clientId, endpoint_id: endpointId },
    ...{ tool_id: 'growth_run', tool_name: 'growth_run' },
  };
  return { ids, token: textIn(endpoint, 'createClientEndpoint.token') };
}

/** A document of an API whose client signs in without a person. */
function signedIn(upstream: string): string {
  const flows = { clientCredentials: { tokenUrl: `${upstream}/token`, scopes: { read: 'Reads' } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Me', version: '1' },
    servers: [{ url: upstream }],
    components: { securitySchemes: { oauth: { type: 'oauth2', flows } } },
    security: [{ oauth: ['read'] }],
    paths: { '/me': { get: { operationId: 'me', responses: {} } } },
  });
}

/** A JSON-RPC response has the id of its request. */
function answerTo(request: string, body: unknown): string {
  if (typeof body !== 'object' || body === null || !('jsonrpc' in body)) {
    return typeof body === 'string' ? body : JSON.stringify(body);
  }
  const { id, method } = messageIn(request);
  if (method === 'initialize' || method === 'tools/list') return JSON.stringify({ ...body, id });
  return JSON.stringify({ jsonrpc: '2.0', id, ...UNKNOWN });
}

const UNKNOWN = { error: { code: -32_601, message: 'Method not found' } };

function rpcAnswer(request: string, rpc: ReadonlyMap<string, object>): string {
  const { id, method } = messageIn(request);
  return JSON.stringify({ jsonrpc: '2.0', id, ...(rpc.get(String(method)) ?? UNKNOWN) });
}

function messageIn(request: string): { readonly id: unknown; readonly method: unknown } {
  const message: unknown = request.startsWith('{') ? JSON.parse(request) : null;
  if (typeof message !== 'object' || message === null) return { id: null, method: null };
  return { id: Reflect.get(message, 'id') ?? null, method: Reflect.get(message, 'method') };
}
