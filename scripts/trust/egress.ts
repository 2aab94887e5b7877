import { createServer } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { readEgressAllow } from '../../src/configValues.ts';
import { createRegistryReader } from '../../src/connectors/registry/reader.ts';
import { askModelAt } from './askModel.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { openTrustWorld, type TrustWorld } from './world.ts';

/** Ways to write an address of this machine, to be joined with a port. */
const NOTATIONS: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '0x7f000001',
  '0X7F.1',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.2',
  '127.255.255.254',
  '127.000.000.001',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:0:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[::1%25lo]',
  '127。0。0。1',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127.0.0.1%2e',
  '%31%32%37.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1\\',
  '127%2E0%2E0%2E1',
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
];

type Way = (world: TrustWorld, url: string, name: string) => Promise<unknown>;

const PREVIEW = `mutation ($input: PreviewServerInput!) {
  previewServer(input: $input) { __typename ... on Error { message } } }`;
const OPERATIONS = `mutation ($input: PreviewOperationsInput!) {
  previewOperations(input: $input) { __typename ... on Error { message } } }`;
const IMPORT = `mutation ($input: ImportServerInput!) {
  importServer(input: $input) { __typename ... on Error { message } } }`;
const LINK = `mutation ($input: CreateConnectLinkInput!) {
  createConnectLink(input: $input) { __typename ... on CreateConnectLinkPayload { url } ... on Error { message } } }`;

const graphql = (world: TrustWorld, query: string, input: object) =>
  world.ask('/graphql', { body: { query, variables: { input } }, bearer: world.firstKey });

const preview =
  (source: (url: string) => object): Way =>
  (world, url) =>
    graphql(world, PREVIEW, { source: source(url) });

/** Puts a server into a new stack with its credentials, and calls its one tool. */
async function callIn(world: TrustWorld, name: string, credentials: object = {}): Promise<void> {
  const bearer = world.firstKey;
  const { text } = await world.ask('/v1/stacks', { body: { stack_name: name }, bearer });
  const [stack = ''] = /stack_[\da-f-]{36}/.exec(text) ?? [];
  const server = `/v1/stacks/${stack}/servers`;
  await world.ask(server, { body: { server_id: name, enable_all_tools: true }, bearer });
  await world.ask(`${server}/${name}/credentials`, { method: 'PUT', body: { credentials }, bearer });
  await graphql(world, LINK, { stackId: stack, serverId: name, fieldId: 'token' });
  await world.ask(`/v1/stacks/${stack}/tools/${name}_go/invoke`, { body: { tool_input: {} }, bearer });
  await world.ask(`/v1/stacks/${stack}`, { method: 'DELETE', bearer });
}

type Make = (url: string, world: TrustWorld) => object;

/** Imports a document of ours with one tool, and calls it. */
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

/** The reader of the MCP registry that is browsed, at an address that the operator has set, with the same rules. */
const browse =
  (place: (url: string, world: TrustWorld) => string): Way =>
  async (world, url) => {
    const egressAllow = readEgressAllow(world.env['TOOLYARD_EGRESS_ALLOW'] ?? '');
    const reader = createRegistryReader(place(url, world), { egressAllow, timeoutMs: 5_000 });
    const asked = { accountId: null, signal: AbortSignal.timeout(5_000) };
    await reader.page({ search: null, limit: 1, cursor: null }, asked).catch(() => null);
    await reader.entry('a/b', 'latest', asked).catch(() => null);
    await reader.close();
  };

/** Every way in which somebody names an address that this service then asks. */
const WAYS: Readonly<Record<string, Way>> = {
  'OpenAPI document by address': preview((url) => ({ openApi: { url } })),
  'operations of an OpenAPI document by address': (world, url) => graphql(world, OPERATIONS, { openApi: { url } }),
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
  'redirect of an allowed upstream': call((url, world) => ({
    connector: { kind: 'http', baseUrl: `${world.upstream}/redirect/${encodeURIComponent(url)}` },
  })),
  'authorization server of a sign-in': call((url) => ({
    connector: { kind: 'http', baseUrl: 'https://example.com' },
    credentials: [
      field('token', {
        placement: { in: 'header', name: 'x' },
        oauth2: { authorizationUrl: `${url}/a`, tokenUrl: `${url}/t`, issuer: url, scopes: [] },
      }),
    ],
  })),
  'address of the MCP registry that is browsed': browse((url) => url),
  'address of the account’s own model': askModelAt,
  'redirect of that registry': browse((url, { upstream }) => `${upstream}/redirect/${encodeURIComponent(url)}`),
  'client metadata document of an MCP client': (world, url) =>
    world.ask(
      `/oauth/authorize?response_type=code&client_id=${encodeURIComponent(`${url}/client.json`)}&redirect_uri=${encodeURIComponent('http://127.0.0.1/cb')}&code_challenge=x&code_challenge_method=S256&state=x`,
    ),
};

/** A server on every address of this machine that counts who comes. */
async function startForbidden() {
  let connections = 0;
  // Closed after each answer: a connection that is used again would not be counted.
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('{}'));
  server.on('connection', () => {
    connections += 1;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '::', resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    connections: () => connections,
    close: () => server.close(),
  };
}

type Forbidden = Awaited<ReturnType<typeof startForbidden>>;
async function tryAll(
  world: TrustWorld,
  forbidden: Forbidden,
  tally: Tally,
  schemes: readonly string[],
): Promise<void> {
  const urls = NOTATIONS.flatMap((notation) => schemes.map((scheme) => `${scheme}://${notation}`));
  const all = Object.entries(WAYS).flatMap(([what, way]) => urls.map((url) => ({ what, way, url })));
  for (const [index, { what, way, url }] of all.entries()) {
    const before = forbidden.connections();
    await way(world, `${url}:${forbidden.port}`, `egress-${index}`);
    tally.count(what, forbidden.connections() === before ? null : `${url} was reached`);
  }
}

/** Notations of this machine's addresses × ways to name an address; a listener on all of them must never be reached. */
export async function runEgress({ isShort }: { readonly isShort: boolean }): Promise<Report> {
  const forbidden = await startForbidden();
  const world = await openTrustWorld();
  const tally = createTally();
  await tryAll(world, forbidden, tally, isShort ? ['http'] : ['http', 'https']).finally(() => world.close());
  const connections = forbidden.connections();
  const reachable = await waysThatReach(forbidden);
  forbidden.close();
  return {
    section: 'egress',
    claim: 'no notation of a private address is reached by any way in',
    command: 'npm run trust -- egress',
    rows: tally.rows(),
    wrong: tally.wrong(),
    figures: {
      notations: NOTATIONS.length,
      'ways in': Object.keys(WAYS).length,
      'connections at the forbidden listener': connections,
      'ways that reach it where the operator allows it': `${reachable.length} (${reachable.join('; ')})`,
    },
  };
}

/** The same ways with the address allowed: what they reach shows that the listener would have been seen. */
async function waysThatReach(forbidden: Forbidden): Promise<string[]> {
  const world = await openTrustWorld({ TOOLYARD_EGRESS_ALLOW: '127.0.0.0/8' });
  const reached: string[] = [];
  try {
    for (const [index, [what, way]] of Object.entries(WAYS).entries()) {
      const before = forbidden.connections();
      await way(world, `http://127.0.0.1:${forbidden.port}`, `allowed-${index}`);
      if (forbidden.connections() > before) reached.push(what);
    }
  } finally {
    await world.close();
  }
  return reached;
}
