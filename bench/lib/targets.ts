import { requestBytes } from './answer.ts';
import type { Gateway, Stack } from './installation.ts';
import type { Target } from './load.ts';

/** Part of every correct upstream response (`servers/upstream.ts`). */
export const MARKER = '0123456789abcdef0123456789abcdef';
export const INPUT = { message: 'The quick brown fox jumps over the lazy dog. '.repeat(3) };
export const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
/** More ids than connections, so that no id is in use twice. */
const IDS = 256;

type Headers = Readonly<Record<string, string>>;
type Expected = { readonly status?: number; readonly marker?: string };

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** A POST whose response must contain the upstream's text, or another given one. */
export function post(
  url: string,
  body: unknown,
  headers: Headers,
  { status = 200, marker = MARKER }: Expected = {},
): Target {
  const parsed = new URL(url);
  return { url: parsed, requests: [requestBytes(parsed, { body, headers })], status, marker };
}

/** A GET whose response must contain `marker`. */
export function get(url: string, marker: string, headers: Headers, status = 200): Target {
  const parsed = new URL(url);
  return { url: parsed, requests: [requestBytes(parsed, { headers })], status, marker };
}

/** One MCP JSON-RPC request, with many different ids. */
export function mcp(url: string, request: object, headers: Headers = {}, marker = MARKER): Target {
  const ids = Array.from({ length: IDS }, (_, index) => index + 1);
  const parsed = new URL(url);
  const bodies = ids.map((id) => ({ jsonrpc: '2.0', id, ...request }));
  const all = { ...MCP_HEADERS, ...headers };
  return {
    url: parsed,
    requests: bodies.map((body) => requestBytes(parsed, { body, headers: all })),
    status: 200,
    marker,
  };
}

/** `tools/call`, as sent by an MCP client that doesn't need to negotiate first. */
export const mcpCall = (url: string, name: string, headers: Headers = {}): Target =>
  mcp(url, { method: 'tools/call', params: { name, arguments: INPUT } }, headers);

/** `POST /s/{client_id}/call_tool`. */
export const agentCall = ({ url }: Gateway, { clientId, token }: Stack, toolId: string) =>
  post(`${url}/s/${clientId}/call_tool`, { tool_name: toolId, tool_input: INPUT }, bearer(token));
