import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, textIn } from './client.ts';
import type { Installation } from './installation.ts';
import { must } from './objects.ts';
import { mcpPath } from './upstream.ts';

/** The duration of everyday work during an attack. */
export type Watched = {
  readonly requests: number;
  readonly errors: number;
  /** The first few errors, as text. */
  readonly failures: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The longest response time of `/livez`, which needs only the event loop. */
  readonly livezMs: number;
  /** The p99 of each kind of request. */
  readonly byKind: Readonly<Record<string, number>>;
};

export type Bystander = {
  /** Sends requests at a steady rate until the signal, whether or not earlier ones have a response. */
  watch(until: AbortSignal): Promise<Watched>;
  close(): Promise<void>;
};

/** A rate at which, in twelve seconds, the p99 is the sixth longest of 600 waits. */
const EVERY_MS = 20;
const SERVER_ID = 'bystander';
const TOOL_ID = `${SERVER_ID}_run`;
const ONE_TOOL = { toolsPerPage: 1, pages: 1, descriptionChars: 10, schemaChars: 10 };
/**
 * The bystander doesn't wait for responses. On a slow machine, it would request more lists at once than a real program.
 */
const UNLIMITED = {
  max_lists: 1_000,
  default: 1_000_000,
  stacks: 1_000_000,
  invoke: 1_000_000,
  list_tools: 1_000_000,
  call_tool: 1_000_000,
};

type Work = { readonly kind: string; send(): Promise<{ readonly status: number; readonly text: string }> };
type Measurement = { readonly kind: string; readonly ms: number; readonly failure: string | null };

/** An account with typical traffic: calls, lists, GraphQL and MCP. */
export async function createBystander(installation: Installation, sharedOrigin: string): Promise<Bystander> {
  const account = await installation.newAccount('Bystander', UNLIMITED);
  const client = createClient(installation.url, account.apiKey);
  const works = await prepare(client, sharedOrigin);
  return { watch: (until) => watch(client, works, until), close: () => client.close() };
}

async function prepare(client: Client, sharedOrigin: string): Promise<readonly Work[]> {
  const { stackId, clientId, token } = await makeStack(client, sharedOrigin);
  const query =
    'query ($id: ID!) { stack(id: $id) { id name servers(first: 5) { edges { node { server { id name } } } } } viewer { account { id } } }';
  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  return [
    {
      kind: 'invoke',
      send: () => client.send('POST', `/v1/stacks/${stackId}/tools/${TOOL_ID}/invoke`, { tool_input: { text: 'hi' } }),
    },
    { kind: 'list_tools', send: () => client.send('GET', `/v1/stacks/${stackId}/tools`) },
    { kind: 'graphql', send: () => client.send('POST', '/graphql', { query, variables: { id: stackId } }) },
    { kind: 'mcp', send: () => client.send('POST', `/s/${clientId}/mcp`, mcp, token) },
    {
      kind: 'call_tool',
      send: () =>
        client.send('POST', `/s/${clientId}/call_tool`, { tool_name: TOOL_ID, tool_input: { text: 'hi' } }, token),
    },
    { kind: 'list_stacks', send: () => client.send('GET', '/v1/stacks') },
  ];
}

async function makeStack(client: Client, sharedOrigin: string) {
  const mutation = (name: string, input: object, selection: string) =>
    client.graphql(
      `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { made: ${name}(input: $input) { __typename ... on UserError { message } ${selection} } }`,
      { input },
    );
  const document = {
    id: SERVER_ID,
    name: 'Bystander',
    connector: { kind: 'http', baseUrl: sharedOrigin },
    tools: [
      {
        name: 'run',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        request: { kind: 'template', method: 'POST', path: '/echo', body: { text: '{text}' } },
      },
    ],
  };
  await mutation('importServer', { document }, '');
  // Loads the import code, so that the bystander doesn't wait for it in the first attack.
  for (const source of [
    { mcp: { url: `${sharedOrigin}${mcpPath(ONE_TOOL)}` } },
    { openApi: { url: `${sharedOrigin}/openapi/1` } },
  ]) {
    await mutation('previewServer', { source }, '');
  }
  const stackId = textIn(await must(client.send('POST', '/v1/stacks', { stack_name: 'work' })), 'stack_id');
  await mutation('addServerToStack', { stackId, serverId: SERVER_ID, hasAllTools: true }, '');
  const selection = '... on CreateClientEndpointPayload { token endpoint { clientId } }';
  const made = await mutation('createClientEndpoint', { stackId, name: 'agent' }, selection);
  return { stackId, clientId: textIn(made, 'made.endpoint.clientId'), token: textIn(made, 'made.token') };
}

async function watch(client: Client, works: readonly Work[], until: AbortSignal): Promise<Watched> {
  const livez = longestLivez(client, until);
  const measurements: Promise<Measurement>[] = [];
  const startedAt = performance.now();
  for (let at = 0; !until.aborted; at += 1) {
    const dueAt = startedAt + at * EVERY_MS;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await delay(waitMs);
    const work = works[at % works.length];
    if (work) measurements.push(measure(work));
  }
  return { ...summary(await Promise.all(measurements)), livezMs: await livez };
}

async function longestLivez(client: Client, until: AbortSignal): Promise<number> {
  let longest = 0;
  while (!until.aborted) {
    const sentAt = performance.now();
    await client.send('GET', '/livez');
    longest = Math.max(longest, performance.now() - sentAt);
    await delay(EVERY_MS);
  }
  return Math.round(longest * 10) / 10;
}

async function measure({ kind, send }: Work): Promise<Measurement> {
  const sentAt = performance.now();
  const { status, text } = await send();
  const isFailed = status !== 200 || text.startsWith('{"errors"') || text.includes('"error":');
  return {
    kind,
    ms: performance.now() - sentAt,
    failure: isFailed ? `${kind}: ${status} ${text.slice(0, 150)}` : null,
  };
}

function summary(measurements: readonly Measurement[]): Omit<Watched, 'livezMs'> {
  const failures = measurements.flatMap(({ failure }) => failure ?? []);
  const kinds = [...new Set(measurements.map(({ kind }) => kind))];
  const msOf = (kind?: string) =>
    measurements.filter((each) => kind === undefined || each.kind === kind).map(({ ms }) => ms);
  return {
    requests: measurements.length,
    errors: failures.length,
    failures: failures.slice(0, 3),
    p50Ms: quantile(msOf(), 0.5),
    p99Ms: quantile(msOf(), 0.99),
    maxMs: quantile(msOf(), 1),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, quantile(msOf(kind), 0.99)])),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 10) / 10;
}
