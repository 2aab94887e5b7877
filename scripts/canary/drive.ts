import type { Client } from './client.ts';
import type { HostileServer } from './documents.ts';
import { askWrongly, readEverything } from './readings.ts';

export type Stack = { readonly stackId: string; readonly clientId: string; readonly token: string };

const CONCURRENT_SERVERS = 4;

/**
 * Creates a stack of all servers and stores their canaries. Stores each server's credentials through a different
 * surface.
 */
export async function makeStack(client: Client, servers: readonly HostileServer[]): Promise<Stack> {
  const configuration = { analytics_enabled: true };
  const made = await client.request('/v1/stacks', { body: { stack_name: 'canary', configuration } });
  const { stack_id: stackId }: { stack_id: string } = JSON.parse(made);
  for (const [index, { id, credentials }] of servers.entries()) {
    await client.request(`/v1/stacks/${stackId}/servers`, { body: { server_id: id, enable_all_tools: true } });
    const values = Object.fromEntries(Object.entries(credentials).map(([field, { value }]) => [field, value]));
    await STORE[index % STORE.length]?.(client, stackId, id, values);
  }
  await client.graphql(KEEP, { input: { stackId, days: 1 } });
  const endpoint = await client.toolyard(['endpoint', 'create', '--stack', stackId, '--name', 'canary', '--json']);
  const { client_id: clientId, token }: { client_id: string; token: string } = JSON.parse(withoutExit(endpoint));
  return { stackId, clientId, token };
}

const withoutExit = (output: string): string => output.slice(0, output.lastIndexOf('\nexit '));

/** Makes the stack store the inputs and outputs of calls. */
const KEEP = `mutation ($input: UpdateCallContentsInput!) {
  updateCallContents(input: $input) { __typename ... on UserError { message } }
}`;

type Store = (client: Client, stackId: string, serverId: string, credentials: object) => Promise<unknown>;

const SET = `mutation ($input: SetCredentialsInput!) {
  setCredentials(input: $input) { __typename ... on SetCredentialsPayload { fieldIds } ... on UserError { message } }
}`;

const STORE: readonly Store[] = [
  (client, stackId, serverId, credentials) =>
    client.request(`/v1/stacks/${stackId}/servers/${serverId}/credentials`, { method: 'PUT', body: { credentials } }),
  (client, stackId, serverId, credentials) => client.graphql(SET, { input: { stackId, serverId, credentials } }),
  (client, stackId, serverId, credentials) =>
    client.toolyard(['stack', 'set-credentials', stackId, serverId, '--from-stdin'], JSON.stringify(credentials)),
];

const INVOKE = `mutation ($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    __typename
    ... on InvokeToolPayload { result }
    ... on UserError { code message }
    ... on InvalidInputError { issues { path message } }
    ... on ToolFailedError { outcome fieldIds status retryAfterSeconds }
  }
}`;

/** Calls one tool on every surface. */
async function callEverywhere(client: Client, stack: Stack, tool: string, okTool: string): Promise<void> {
  const { stackId, clientId, token } = stack;
  const toolInput = {};
  const agent = { bearer: token };
  const mcp = (_meta: object) => ({
    ...agent,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: toolInput, _meta } },
  });
  const invoke = (name: string) =>
    client.request(`/v1/stacks/${stackId}/tools/${name}/invoke`, { body: { tool_input: toolInput } });
  await Promise.all([
    invoke(tool),
    client.request(`/s/${clientId}/call_tool`, { ...agent, body: { tool_name: tool, tool_input: toolInput } }),
    client.request(`/s/${clientId}/mcp`, mcp({})),
    client.request(`/s/${clientId}/mcp`, mcp({ progressToken: 'p' })),
  ]);
  await invoke(okTool);
  // Stored parts of a call: the rest of a large result, and the outcome for a retry with the same key.
  const params = { tool_input: toolInput, max_bytes: 256 };
  const calls = [{ tool_id: tool, tool_input: toolInput }];
  await Promise.all([
    client.request(`/v1/stacks/${stackId}/tools/${tool}/invoke`, {
      headers: { 'idempotency-key': `canary-${tool}` },
      body: params,
    }),
    client.request(`/s/${clientId}/call_tool`, { ...agent, body: { tool_name: tool, ...params } }),
    client.request(`/v1/stacks/${stackId}/tools/invoke_batch`, { body: { calls } }),
  ]);
  await invoke(okTool);
  await Promise.all([
    client.graphql(INVOKE, { input: { stackId, toolId: tool, toolInput } }),
    client.toolyard(['call', stackId, tool, '--input', '{}']),
    client.toolyard(['call', stackId, tool, '--input', '{}', '--json']),
  ]);
}

/** How often `callEverywhere` calls each tool. */
export const CALLS_PER_TOOL = 10;

/** Calls every hostile tool on every surface. */
export async function callAll(client: Client, stack: Stack, servers: readonly HostileServer[]): Promise<void> {
  const next = servers.values();
  const worker = async () => {
    for (const { tools, okTool } of next) {
      for (const tool of tools) await callEverywhere(client, stack, tool, okTool);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SERVERS }, worker));
}

/** Uses all surfaces without calling a tool: every list and status, and invalid requests. */
export async function askAll(client: Client, stack: Stack, servers: readonly HostileServer[]): Promise<void> {
  // Of several servers with the same credentials, use only one.
  const kinds = [...new Map(servers.map((server) => [server.credentials, server])).values()];
  await readEverything(client, stack, kinds);
  for (const server of kinds) await askWrongly(client, stack, server);
}
