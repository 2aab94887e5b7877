import { requestBytes } from './answer.ts';
import type { Gateway, Installation, Stack } from './installation.ts';
import type { Target } from './load.ts';

/** Stands in every right answer of the upstream (`servers/upstream.ts`). */
export const MARKER = '0123456789abcdef0123456789abcdef';
export const INPUT = { message: 'The quick brown fox jumps over the lazy dog. '.repeat(3) };
const ACCEPT = { accept: 'application/json, text/event-stream' };

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** A POST that has to be answered with the upstream's text. */
export function post(url: string, body: unknown, headers: Readonly<Record<string, string>>): Target {
  const parsed = new URL(url);
  return { url: parsed, request: requestBytes(parsed, { body, headers }), status: 200, marker: MARKER };
}

/** A GET whose answer has to hold `marker`. */
export function get(url: string, marker: string, headers: Readonly<Record<string, string>>, status = 200): Target {
  const parsed = new URL(url);
  return { url: parsed, request: requestBytes(parsed, { headers }), status, marker };
}

/** JSON-RPC's `tools/call`, as an MCP client sends it when nothing has to be negotiated first. */
export const mcpCall = (url: string, name: string, headers: Readonly<Record<string, string>> = {}): Target =>
  post(
    url,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: INPUT } },
    { ...ACCEPT, 'mcp-protocol-version': '2025-06-18', ...headers },
  );

const INVOKE = `mutation Call($input: InvokeToolInput!) {
  invokeTool(input: $input) { __typename ... on InvokeToolPayload { result } ... on Error { message } }
}`;

/** The same call on every surface. */
export function callTargets(gateway: Gateway, { apiKey }: Installation, stack: Stack, toolId: string) {
  const { url } = gateway;
  const { stackId, clientId, token } = stack;
  const agent = bearer(token);
  const account = bearer(apiKey);
  const input = { stackId, toolId, toolInput: INPUT };
  return {
    stack: post(`${url}/s/${clientId}/call_tool`, { tool_name: toolId, tool_input: INPUT }, agent),
    account: post(`${url}/v1/stacks/${stackId}/tools/${toolId}/invoke`, { tool_input: INPUT }, account),
    mcp: mcpCall(`${url}/s/${clientId}/mcp`, toolId, agent),
    graphql: post(`${url}/graphql`, { query: INVOKE, variables: { input } }, account),
  };
}
