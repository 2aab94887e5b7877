import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { openBank } from '../policies/kit.ts';

export const END_USER = 'ann@example.com';
export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

const statusTool = (name: string, path: string) => ({
  name,
  description: `answers ${path}`,
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } } },
  request: { kind: 'template' as const, method: 'GET' as const, path },
});

/** Calls a tool, with this request id. */
export type Way = (tool: string, input: object, requestId: string) => Promise<Response>;

/** A bank whose calls are recorded, failing servers, and every surface. `lines` is the log. */
export async function openSurfaces(options: Parameters<typeof openBank>[0] = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const bank = await openBank({ ...options, log });
  const { api, world, endpoint } = bank;
  const { ctx } = world.account;
  const { clientId, stackId } = endpoint;
  const echoTool = statusTool('tell', '/echo');
  const tellTool = {
    ...echoTool,
    inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
    request: { ...echoTool.request, headers: { 'x-note': '{note}' } },
  };
  const tools = [
    ...[statusTool('refuse', '/status/401'), statusTool('fail', '/status/503')],
    ...[statusTool('wait', '/slow/headers'), tellTool],
  ];
  await saveServer(ctx, { id: 'sick', name: 'Sick', connector: { kind: 'http', baseUrl: api.url }, tools });
  const gone = { kind: 'http' as const, baseUrl: 'http://10.1.2.3' };
  await saveServer(ctx, { id: 'gone', name: 'Gone', connector: gone, tools: [statusTool('call', '/')] });
  for (const serverId of ['sick', 'gone']) await addServerToStack(ctx, stackId, { serverId, enableAllTools: true });
  await updateStack(ctx, stackId, { configuration: { isRecorded: true } });
  /** The caller's `traceparent`, and when it disconnects; tests change both. */
  const sent: { traceparent: string | null; signal: AbortSignal | null } = {
    traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
    signal: null,
  };

  const send = (path: string, token: string, requestId: string, body: object): Promise<Response> =>
    fetch(`${world.url}${path}`, {
      method: 'POST',
      signal: sent.signal,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-end-user': END_USER,
        'x-request-id': requestId,
        ...(sent.traceparent !== null && { traceparent: sent.traceparent }),
      },
      body: JSON.stringify(body),
    });

  const { apiKey } = world.account;
  const MUTATION = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';

  /** Every surface, with its caller in the record. */
  const SURFACES: Readonly<Record<string, { kind: string; way: Way }>> = {
    account_api: {
      kind: 'apiKey',
      way: (tool, input, id) => send(`/v1/stacks/${stackId}/tools/${tool}/invoke`, apiKey, id, { tool_input: input }),
    },
    endpoint_api: {
      kind: 'agent',
      way: (tool, input, id) =>
        send(`/s/${clientId}/call_tool`, endpoint.token, id, { tool_name: tool, tool_input: input }),
    },
    mcp: {
      kind: 'agent',
      way: (tool, input, id) => {
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } };
        return send(`/s/${clientId}/mcp`, endpoint.token, id, call);
      },
    },
    graphql: {
      kind: 'apiKey',
      way: (tool, input, id) =>
        send('/graphql', apiKey, id, {
          query: MUTATION,
          variables: { input: { stackId, toolId: tool, toolInput: input } },
        }),
    },
  };
  return { ...bank, lines, sent, send, surfaces: SURFACES };
}
