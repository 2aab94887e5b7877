import { createServer, type RequestListener } from 'node:http';
import { run } from '../cli/toolyard.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type WorldOptions } from '../harness/world.ts';
import type { DocumentInput } from '../mcp/kit.ts';
import { connect, makeEndpoint, post as postMcp } from '../mcp/kit.ts';

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

/** A client of the stateless revision that takes a task instead of a result. */
const TASK_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

/** The service with one server on a real upstream, and one call on each surface; in jobs too, if it runs them. */
export async function openCallSurfaces(
  upstream: RequestListener,
  document: (url: string) => DocumentInput,
  options: Pick<WorldOptions, 'config' | 'runsJobs'> = {},
) {
  const server = createServer(upstream);
  const port = await listenOnLoopback(server);
  const world = await startWorld({ egressAllow: `127.0.0.1:${port}`, ...options });
  const { ctx, apiKey } = world.account;
  const callsServer = document(`http://127.0.0.1:${port}`);
  const endpoint = await makeEndpoint(ctx, world.url, 'calls', [callsServer]);
  const client = await connect(endpoint, 'auto');
  const older = await connect(endpoint, 'legacy');

  const post = async (path: string, token: string, body: object, key?: string, more = {}): Promise<Seen> => {
    const response = await fetch(`${world.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...more,
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
  const inJobs = {
    'MCP with tasks': async ({ tool, input = {}, key }) => {
      const _meta = { ...TASK_META, ...(key !== undefined && { 'toolyard/idempotency_key': key }) };
      const params = { name: tool, arguments: input, _meta };
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool };
      const { body } = await postMcp(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { headers });
      const text = JSON.stringify(body);
      return { text, failed: text.includes('"isError":true'), headers: NO_HEADERS };
    },
    'a job of /v1': async ({ tool, input = {}, key }) => {
      const path = `/v1/stacks/${endpoint.stackId}`;
      const extra = { prefer: 'respond-async' };
      const started = await post(`${path}/tools/${tool}/invoke`, apiKey, { tool_input: input }, key, extra);
      const { id } = JSON.parse(started.text);
      let text = started.text;
      await eventually('the job ends', async () => {
        const answer = await fetch(`${world.url}${path}/jobs/${id}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        });
        text = await answer.text();
        return !text.includes('"ended_at":null');
      });
      return { text, failed: !text.includes('"state":"succeeded"'), headers: NO_HEADERS };
    },
  } satisfies Record<string, Surface>;
  return {
    surfaces: Object.entries<Surface>({ ...surfaces, ...(options.runsJobs && inJobs) }),
    world,
    async close() {
      await Promise.all([client.close(), older.close()]);
      await world.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
