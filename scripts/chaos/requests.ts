import type { FrontProxy } from '../../test/harness/proxies.ts';
import type { Account } from './account.ts';
import { TOOL_ID } from './upstream.ts';

const ANSWER_MS_MAX = 60_000;

/** Where requests go: a proxy, or an instance itself. */
export type Front = Pick<FrontProxy, 'fetch'> & { readonly kind: string };

/**
 * How a request ended. `running`: an earlier attempt of its call is still running, or is believed to be. `unknown`: the
 * service reports the call's effect as unknown.
 */
export type Ending = 'ok' | 'failed' | 'running' | 'unknown' | 'wrong';
export type Ended = {
  readonly ending: Ending;
  /** Describes a failed request. */
  readonly text: string;
  readonly retryMs: number | null;
};

/** A request of the load. For a request with an effect, `call` is the idempotency key and the tool's input. */
export type Kind = {
  readonly name: string;
  readonly hasEffect: boolean;
  request(account: Account, call: string, ms: number): Sent;
  /** A substring of every correct response. */
  expects(call: string): string;
};
type Sent = { readonly path: string; readonly token: string; readonly body?: unknown; readonly key?: string };

const MCP_KEY = 'toolyard/idempotency_key';
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

/** A call over a stack's own URL. */
export const callTool: Kind = {
  name: 'call_tool',
  hasEffect: true,
  request: ({ clientId, token }, call, ms) => ({
    path: `/s/${clientId}/call_tool`,
    token,
    key: call,
    body: { tool_name: TOOL_ID, tool_input: { call, ms } },
  }),
  expects: (call) => `"ran":"${call}"`,
};
const mcpCall: Kind = {
  name: 'MCP tools/call',
  hasEffect: true,
  request: ({ clientId, token }, call, ms) => ({
    path: `/s/${clientId}/mcp`,
    token,
    body: rpc('tools/call', { name: TOOL_ID, arguments: { call, ms }, _meta: { [MCP_KEY]: call } }),
  }),
  expects: (call) => call,
};
const graphqlCall: Kind = {
  name: 'GraphQL invokeTool',
  hasEffect: true,
  request: ({ stackId, apiKey }, call, ms) => ({
    path: '/graphql',
    token: apiKey,
    body: {
      query: `mutation ($input: InvokeToolInput!) {
        invokeTool(input: $input) { __typename ... on InvokeToolPayload { result } ... on UserError { message } } }`,
      variables: { input: { stackId, toolId: TOOL_ID, toolInput: { call, ms }, idempotencyKey: call } },
    },
  }),
  expects: (call) => `"ran":"${call}"`,
};
const list: Kind = {
  name: 'list_tools',
  hasEffect: false,
  request: ({ clientId, token }) => ({ path: `/s/${clientId}/list_tools`, token }),
  expects: () => TOOL_ID,
};
const mcpList: Kind = {
  name: 'MCP tools/list',
  hasEffect: false,
  request: ({ clientId, token }) => ({ path: `/s/${clientId}/mcp`, token, body: rpc('tools/list', {}) }),
  expects: () => TOOL_ID,
};
const graphqlList: Kind = {
  name: 'GraphQL query',
  hasEffect: false,
  request: ({ apiKey }) => ({ path: '/graphql', token: apiKey, body: { query: '{ stacks { totalCount } }' } }),
  expects: () => '"totalCount"',
};

/** Typical requests of agents and applications, mostly calls. */
export const KINDS: readonly Kind[] = [callTool, list, mcpCall, callTool, mcpList, graphqlCall, callTool, graphqlList];

/** Sends one request. Never rejects. */
export async function send(proxy: Front, sent: Sent, expected: string): Promise<Ended> {
  const { path, token, body, key } = sent;
  const place = `${proxy.kind} ${path.replace(/client_[\w-]+/, '…')}`;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const content = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await proxy.fetch(path, { ...content, headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const text = await answer.text();
    const retryAfter = answer.headers.get('retry-after') ?? /"retryAfter(?:Seconds)?":(\d+)/.exec(text)?.[1];
    const ending = judge(answer.status, answer.headers.get('x-outcome'), text, expected);
    return {
      ending,
      text: `${place} ${answer.status} ${text}`,
      retryMs: retryAfter === undefined ? null : Number(retryAfter) * 1_000,
    };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { ending: 'failed', text: `${place} ${cause}`, retryMs: null };
  }
}

function judge(status: number, outcome: string | null, text: string, expected: string): Ending {
  const isFault = status !== 200 || /"isError":true|Error"|"errors":/.test(text);
  // MCP shows a tool's JSON as text.
  if (!isFault) return text.replaceAll('\\"', '"').includes(expected) ? 'ok' : 'wrong';
  if (text.includes('is still running')) return 'running';
  return outcome === 'unknown' || /outcome[^.]* is unknown|took effect is not known|"UNKNOWN"/.test(text)
    ? 'unknown'
    : 'failed';
}
