import { readEgressAllow } from '../../src/config/values.ts';
import { createRegistryReader } from '../../src/connectors/registry/reader.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { askModelAt } from './askModel.ts';
import type { TrustWorld } from './world.ts';

/** Gives the service an address and makes it send a request there; `name` is new each time. */
export type Way = (world: TrustWorld, url: string, name: string) => Promise<unknown>;

const PREVIEW = `mutation ($input: PreviewServerInput!) {
  previewServer(input: $input) { __typename ... on UserError { message } } }`;
const OPERATIONS = `mutation ($input: PreviewOperationsInput!) {
  previewOperations(input: $input) { __typename ... on UserError { message } } }`;
const IMPORT = `mutation ($input: ImportServerInput!) {
  importServer(input: $input) { __typename ... on UserError { message } } }`;
const LINK = `mutation ($input: CreateConnectLinkInput!) {
  createConnectLink(input: $input) { __typename ... on CreateConnectLinkPayload { url } ... on UserError { message } } }`;

const WEBHOOK = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { __typename ... on CreateWebhookPayload { webhook { id } } ... on UserError { message } } }`;
const TEST_WEBHOOK = 'mutation ($input: TestWebhookInput!) { testWebhook(input: $input) { __typename } }';
const DELETE_WEBHOOK = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { __typename } }';
const ENDPOINT = `mutation ($input: CreateClientEndpointInput!) { createClientEndpoint(input: $input) {
  __typename ... on CreateClientEndpointPayload { endpoint { id clientId } } } }`;
const TRUST = `mutation ($input: CreateTrustedIssuerInput!) { createTrustedIssuer(input: $input) {
  __typename ... on CreateTrustedIssuerPayload { trustedIssuer { id } } ... on UserError { message } } }`;
const DISTRUST = 'mutation ($input: DeleteTrustedIssuerInput!) { deleteTrustedIssuer(input: $input) { __typename } }';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
/** The service checks for due work every two seconds. */
const WEBHOOK_MS_MAX = 20_000;

const graphql = (world: TrustWorld, query: string, input: object) =>
  world.ask('/graphql', { body: { query, variables: { input } }, bearer: world.firstKey });

const preview =
  (source: (url: string) => object): Way =>
  (world, url) =>
    graphql(world, PREVIEW, { source: source(url) });

/** Adds a server with its credentials to a new stack, and calls its one tool. */
async function callIn(world: TrustWorld, name: string, credentials: object = {}): Promise<void> {
  const bearer = world.firstKey;
  const { text } = await world.ask('/v1/stacks', { body: { stack_name: name }, bearer });
  const [stack = ''] = /stack_[\da-f-]{36}/.exec(text) ?? [];
  const server = `/v1/stacks/${stack}/servers`;
  await world.ask(server, { body: { server_id: name, enable_all_tools: true }, bearer });
  await world.ask(`${server}/${name}/credentials`, { method: 'PUT', body: { credentials }, bearer });
  const made = await graphql(world, LINK, { stackId: stack, serverId: name, fieldId: 'token' });
  // The service reads a provider's metadata when someone opens the link.
  const [link] = /\/oauth\/connect\?[^"\s]+/.exec(made.text) ?? [];
  if (link !== undefined) await world.ask(link);
  await world.ask(`/v1/stacks/${stack}/tools/${name}_go/invoke`, { body: { tool_input: {} }, bearer });
  await world.ask(`/v1/stacks/${stack}`, { method: 'DELETE', bearer });
}

type Make = (url: string, world: TrustWorld) => object;

/** Imports a document of ours with one tool, and calls the tool. */
const call =
  (document: Make, credentials: (url: string) => object = () => ({})): Way =>
  async (world, url, name) => {
    const tool = {
      name: 'go',
      inputSchema: { type: 'object' },
      request: { kind: 'template', method: 'GET', path: '/go' },
    };
    await graphql(world, IMPORT, { document: { id: name, name, tools: [tool], ...document(url, world) } });
    await callIn(world, name, credentials(url));
  };

const field = (id: string, more: object) => ({ id, name: id, required: true, ...more });
const openApi = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  servers: [{ url }],
  paths: { '/go': { get: { operationId: 'go', responses: {} } } },
});

/** Creates a webhook, tests it, and waits for the delivery attempt. */
const webhook =
  (place: (url: string, world: TrustWorld) => string): Way =>
  async (world, url, name) => {
    const { text } = await graphql(world, WEBHOOK, { name, url: place(url, world) });
    const [webhookId] = /webhook_[\da-f-]{36}/.exec(text) ?? [];
    // The service already refused to store the address.
    if (webhookId === undefined) return;
    await graphql(world, TEST_WEBHOOK, { webhookId });
    const tried = 'SELECT 1 FROM webhook_delivery WHERE webhook_id = $1 AND (error IS NOT NULL OR status IS NOT NULL)';
    await eventually(
      'the webhook was tried',
      async () => ((await world.db.query(tried, [webhookId])).rowCount ?? 0) > 0,
      WEBHOOK_MS_MAX,
    );
    await graphql(world, DELETE_WEBHOOK, { webhookId });
  };

type Endpoint = { readonly id: string; readonly resource: string };

const endpoints = new WeakMap<TrustWorld, Promise<Endpoint>>();

async function makeEndpoint(world: TrustWorld): Promise<Endpoint> {
  const { text } = await world.ask('/v1/stacks', { body: { stack_name: 'trusting' }, bearer: world.firstKey });
  const [stackId] = /stack_[\da-f-]{36}/.exec(text) ?? [];
  const made = await graphql(world, ENDPOINT, { stackId, name: 'agents' });
  const [id = ''] = /endpoint_[\da-f-]{36}/.exec(made.text) ?? [];
  const [clientId = ''] = /client_[\w-]+/.exec(made.text) ?? [];
  return { id, resource: `${world.url}/s/${clientId}/mcp` };
}

const partOfJwt = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Adds a trusted issuer to an endpoint, and presents a JWT of that issuer. Its signature is invalid, but the service
 * reads the keys first.
 */
const trust =
  (
    input: (url: string, world: TrustWorld, name: string) => { readonly issuer: string; readonly jwksUrl?: string },
  ): Way =>
  async (world, url, name) => {
    const making = endpoints.get(world) ?? makeEndpoint(world);
    endpoints.set(world, making);
    const { id: endpointId, resource } = await making;
    const variables = input(url, world, name);
    const { text } = await graphql(world, TRUST, { endpointId, name, ...variables });
    const [trustedIssuerId] = /issuer_[\da-f-]{36}/.exec(text) ?? [];
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: variables.issuer, aud: resource, sub: 'somebody', iat: now, exp: now + 300 };
    const jwt = `${partOfJwt({ alg: 'ES256', typ: 'JWT', kid: name })}.${partOfJwt(claims)}.${'A'.repeat(86)}`;
    const params = { grant_type: TOKEN_EXCHANGE, subject_token: jwt, subject_token_type: ID_TOKEN, resource };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await world.ask('/oauth/token', { headers, body: new URLSearchParams(params).toString() });
    if (trustedIssuerId !== undefined) await graphql(world, DISTRUST, { trustedIssuerId });
  };

/** The reader of the MCP registry, with the same rules. The operator sets the registry's address. */
const browse =
  (place: (url: string, world: TrustWorld) => string): Way =>
  async (world, url) => {
    const egressAllow = readEgressAllow(world.env['TOOLYARD_EGRESS_ALLOW'] ?? '');
    const reader = createRegistryReader(place(url, world), { egressAllow, timeoutMs: 5_000 });
    const requester = { accountId: null, signal: AbortSignal.timeout(5_000) };
    await reader.page({ search: null, limit: 1, cursor: null }, requester).catch(() => null);
    await reader.entry('a/b', 'latest', requester).catch(() => null);
    await reader.close();
  };

/**
 * Every way to give the service an address that it then requests. `test/connectors/egress/ways.test.ts` lists the
 * inputs.
 */
export const WAYS: Readonly<Record<string, Way>> = {
  'OpenAPI document by address': preview((url) => ({ openApi: { url } })),
  'operations of an OpenAPI document by address': (world, url) => graphql(world, OPERATIONS, { openApi: { url } }),
  'GraphQL API by address': preview((url) => ({ graphql: { url } })),
  'MCP server by address': preview((url) => ({ mcp: { url } })),
  'registry entry by address': preview((url) => ({ registry: { url } })),
  'registry entry with a remote': preview((url) => ({
    registry: {
      text: JSON.stringify({
        name: 'a/b',
        description: 'x',
        version: '1',
        remotes: [{ type: 'streamable-http', url }],
      }),
    },
  })),
  'OpenAPI document with a reference': preview((url) => ({
    openApi: { text: JSON.stringify({ ...openApi('https://example.com'), paths: { '/go': { $ref: `${url}#/x` } } }) },
  })),
  'base address of an HTTP server': call((url) => ({ connector: { kind: 'http', baseUrl: url } })),
  'base address of an OpenAPI server': async (world, url, name) => {
    await graphql(world, IMPORT, { id: name, source: { openApi: { text: JSON.stringify(openApi(url)) } } });
    await callIn(world, name);
  },
  'address of an MCP server': call((url) => ({ connector: { kind: 'mcp-http', url } })),
  'credential that is part of an address': call(
    () => ({
      connector: { kind: 'mcp-http', url: '{host}' },
      credentials: [field('host', { placement: { in: 'path', name: 'host' } })],
    }),
    (url) => ({ host: url }),
  ),
  'metadata of an MCP server that requires a sign-in': call((url, world) => ({
    connector: { kind: 'mcp-http', url: `${world.upstream}/challenge/${encodeURIComponent(url)}` },
    credentials: [field('token', { placement: { in: 'header', name: 'x' }, oauth2: {} })],
  })),
  'redirect of an allowed upstream': call((url, world) => ({
    connector: { kind: 'http', baseUrl: `${world.upstream}/redirect/${encodeURIComponent(url)}` },
  })),
  'authorization server of a sign-in': call((url) => ({
    connector: { kind: 'http', baseUrl: 'https://example.com' },
    credentials: [
      field('token', {
        placement: { in: 'header', name: 'x' },
        oauth2: { authorizationUrl: `${url}/a`, tokenUrl: `${url}/t`, registrationUrl: `${url}/r`, issuer: url },
      }),
    ],
  })),
  'base address given with an OpenAPI document': async (world, url, name) => {
    const source = { openApi: { text: JSON.stringify(openApi('https://example.com')), baseUrl: url } };
    await graphql(world, IMPORT, { id: name, source });
    await callIn(world, name);
  },
  'base address given with a GraphQL schema': async (world, url, name) => {
    await graphql(world, IMPORT, { id: name, source: { graphql: { text: 'type Query { go: Int }', baseUrl: url } } });
    await callIn(world, name);
  },
  'discovered issuer of a sign-in': call((url) => ({
    connector: { kind: 'http', baseUrl: 'https://example.com' },
    credentials: [field('token', { placement: { in: 'header', name: 'x' }, oauth2: { discovery: url } })],
  })),
  'address of a webhook': webhook((url) => url),
  'redirect of a webhook': webhook((url, { upstream }) => `${upstream}/redirect/${encodeURIComponent(url)}`),
  'keys of a trusted issuer by address': trust((url, _world, name) => ({
    issuer: `https://${name}.example`,
    jwksUrl: url,
  })),
  'keys of a trusted issuer by its metadata': trust((url) => ({ issuer: url })),
  'keys that the metadata of an allowed issuer names': trust((url, { upstream }) => ({
    issuer: `${upstream}/issuer/${encodeURIComponent(url)}`,
  })),
  'address of the MCP registry': browse((url) => url),
  'address of the account’s own model': askModelAt,
  'redirect of the MCP registry': browse((url, { upstream }) => `${upstream}/redirect/${encodeURIComponent(url)}`),
  'client metadata document of an MCP client': (world, url) =>
    world.ask(
      `/oauth/authorize?response_type=code&client_id=${encodeURIComponent(`${url}/client.json`)}&redirect_uri=${encodeURIComponent('http://127.0.0.1/cb')}&code_challenge=x&code_challenge_method=S256&state=x`,
    ),
};
