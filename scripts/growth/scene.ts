import { createServer } from 'node:http';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { type Client, createClient, textIn } from '../neighbours/client.ts';
import { type Installation, install } from '../neighbours/installation.ts';

/** The real service with an account, a stack with one tool, and a programmable upstream. */
export type Scene = {
  readonly installation: Installation;
  readonly client: Client;
  readonly token: string;
  readonly toolId: string;
  readonly mcpPath: string;
  /** Members that make a REST body valid, if it has them. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** A path with the account's own ids in its slots. */
  fill(path: string): string;
  tokenFor(path: string): string | undefined;
  /** The upstream's response to every further request. */
  answer(body: unknown): void;
  readonly upstream: string;
  close(): Promise<void>;
};

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

export async function setScene(): Promise<Scene> {
  let body: unknown = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader('content-type', 'application/json').end(answerTo(Buffer.concat(chunks).toString(), body));
  });
  const upstream = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const installation = await install([upstream], `${upstream}/registry`);
  const { apiKey } = await installation.newAccount('growth', LIMITS);
  const client = createClient(installation.url, apiKey);
  const mutate = (name: string, input: object, selection: string) => {
    const type = name[0]?.toUpperCase() + name.slice(1);
    const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on Error { message } ... on ${type}Payload { ${selection} } } }`;
    return client.graphql(query, { input });
  };
  const made = await client.send('POST', '/v1/stacks', { stack_name: 'growth' });
  const stackId = textIn(JSON.parse(made.text), 'stack_id');
  const document = { id: 'growth', name: 'Growth', connector: { kind: 'http', baseUrl: upstream }, tools: [TOOL] };
  await mutate('importServer', { document }, '__typename');
  await mutate('addServerToStack', { stackId, serverId: 'growth', enableAllTools: true }, '__typename');
  const endpoint = await mutate('createClientEndpoint', { stackId, name: 'agent' }, 'token endpoint { clientId }');
  const clientId = textIn(endpoint, 'createClientEndpoint.endpoint.clientId');
  const token = textIn(endpoint, 'createClientEndpoint.token');
  const ids: Readonly<Record<string, string>> = {
    ...{ stack_id: stackId, server_id: 'growth', client_id: clientId, tool_id: 'growth_run', tool_name: 'growth_run' },
  };
  return {
    ...{ installation, client, token, upstream, toolId: 'growth_run', mcpPath: `/s/${clientId}/mcp` },
    valid: { stack_name: 'growth', tool_id: 'growth_run', tool_input: {}, server_id: 'growth' },
    fill: (path) => path.replace(/\{(\w+)\}/g, (_slot, name: string) => ids[name] ?? 'x'),
    tokenFor: (path) => (path.startsWith('/s/') ? token : undefined),
    answer: (given) => {
      body = given;
    },
    close: async () => {
      await client.close();
      await installation.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An answer of JSON-RPC has the id of its request. */
function answerTo(request: string, body: unknown): string {
  if (typeof body !== 'object' || body === null || !('jsonrpc' in body)) {
    return typeof body === 'string' ? body : JSON.stringify(body);
  }
  const { id, method } = messageIn(request);
  if (method === 'initialize' || method === 'tools/list') return JSON.stringify({ ...body, id });
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } });
}

function messageIn(request: string): { readonly id: unknown; readonly method: unknown } {
  const message: unknown = request.startsWith('{') ? JSON.parse(request) : null;
  if (typeof message !== 'object' || message === null) return { id: null, method: null };
  return { id: Reflect.get(message, 'id') ?? null, method: Reflect.get(message, 'method') };
}
