import { createServer, type RequestListener } from 'node:http';
import { run } from '../cli/toolyard.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';
import type { GivenDocument } from '../mcp/kit.ts';
import { connect, makeEndpoint } from '../mcp/kit.ts';

/** A caller's view of one call: the response as text, and whether it failed. */
export type Seen = { readonly text: string; readonly failed: boolean; readonly headers: Headers };
export type Sent = { readonly tool: string; readonly input?: object; readonly key?: string };
export type Surface = (sent: Sent) => Promise<Seen>;

const NO_HEADERS = new Headers();

const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) {
  ... on UserError { code message }
  ... on ToolFailedError { outcome status retryAfterSeconds isRepeatable
    upstream { status code problems { field message code } contentType body isTruncated } }
  ... on InvokeToolPayload { result headers { name value } }
} }`;

/** The service with one server on a real upstream, and one call on each surface. */
export async function openCallSurfaces(
  upstream: RequestListener,
  document: (url: string) => GivenDocument,
  config: NonNullable<Parameters<typeof startWorld>[0]>['config'] = {},
) {
  const server = createServer(upstream);
  const port = await listenOnLoopback(server);
  const world = await startWorld({ egressAllow: `127.0.0.1:${port}`, config });
  const { ctx, apiKey } = world.account;
  const given = document(`http://127.0.0.1:${port}`);
  const endpoint = await makeEndpoint(ctx, world.url, 'calls', [given]);
  const client = await connect(endpoint, 'auto');
  const older = await connect(endpoint, 'legacy');

  const post = async (path: string, token: string, body: object, key?: string): Promise<Seen> => {
    const response = await fetch(`${world.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return { text: await response.text(), failed: !response.ok, headers: response.headers };
  };
  const callMcp =
    (from: typeof client): Surface =>
    async ({ tool, input = {}, key }) => {
      const meta = key === undefined ? {} : { _meta: { 'toolyard/idempotency_key': key } };
      const result = await from.callTool({ name: tool, arguments: { ...input }, ...meta });
      return { text: JSON.stringify(result), failed: result.isError === true, headers: NO_HEADERS };
    };
  const surfaces = {
    '/v1': ({ tool, input = {}, key }) =>
      post(`/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke`, apiKey, { tool_input: input }, key),
    '/v1 batch': async ({ tool, input = {}, key }) => {
      const call = { tool_id: tool, tool_input: input, ...(key !== undefined && { idempotency_key: key }) };
      const seen = await post(`/v1/stacks/${endpoint.stackId}/tools/invoke_batch`, apiKey, { calls: [call] });
      return { ...seen, failed: !seen.text.startsWith('{"results":[{"result"') };
    },
    '/s': ({ tool, input = {}, key }) =>
      post(`/s/${endpoint.clientId}/call_tool`, endpoint.token, { tool_name: tool, tool_input: input }, key),
    MCP: callMcp(client),
    'older MCP': callMcp(older),
    GraphQL: async ({ tool, input = {}, key }) => {
      const variables = { input: { stackId: endpoint.stackId, toolId: tool, toolInput: input, idempotencyKey: key } };
      const seen = await post('/graphql', apiKey, { query: INVOKE, variables });
      return { ...seen, failed: seen.text.includes('"outcome"') };
    },
    CLI: async ({ tool, input = {}, key }) => {
      const keyed = key === undefined ? [] : ['--idempotency-key', key];
      const line = ['call', endpoint.stackId, tool, '--input', JSON.stringify(input), '--json', ...keyed];
      const { code, out, err } = await run(line, { TOOLYARD_URL: world.url, TOOLYARD_API_KEY: apiKey });
      return { text: out + err, failed: code !== 0, headers: NO_HEADERS };
    },
  } satisfies Record<string, Surface>;
  return {
    surfaces: Object.entries<Surface>(surfaces),
    world,
    async close() {
      await Promise.all([client.close(), older.close()]);
      await world.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
