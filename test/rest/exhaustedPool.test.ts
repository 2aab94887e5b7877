import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';

const CONNECTIONS = 2;
const HELD_MS_MAX = 120_000;
const RETRY = 5;

let database: TestDatabase;
let world: World;
let client = '';
let token = '';

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, config: { databasePoolMax: CONNECTIONS } });
  const { ctx } = world.account;
  const stack = await createStack(ctx, { name: 'research' });
  const made = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  client = made.endpoint.clientId;
  token = made.token ?? '';
  // The service caches a key for a while and needn't look it up again.
  await answer({ path: '/v1/stacks', bearer: world.account.apiKey });
  await Promise.all(Array.from({ length: CONNECTIONS }, holdConnection));
});

let isOver = false;
const held: Promise<void>[] = [];

/** Takes a connection of the service, and keeps it until all responses have arrived. */
function holdConnection(): Promise<void> {
  const { promise: exhausted, resolve } = Promise.withResolvers<void>();
  const hold = world.operator.db.$transaction(
    async (tx) => {
      // In steps, because no statement may take as long as the slowest response of a busy machine.
      while (!isOver) {
        await tx.$queryRaw`SELECT pg_sleep(0.1)::text`;
        resolve();
      }
    },
    { timeout: HELD_MS_MAX },
  );
  held.push(hold);
  return exhausted;
}

afterAll(async () => {
  isOver = true;
  await Promise.all(held);
  await world.close();
  await database.close();
});

type Ask = {
  readonly path: string;
  readonly bearer?: string;
  readonly json?: object;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

async function answer({ path, bearer, json, form, headers = {} }: Ask) {
  const body = json === undefined ? form : JSON.stringify(json);
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const graphql = (query: string): object => ({ query });
const V1 = (path: string, failure: string, json?: object): Row => [
  `/v1: ${failure}`,
  () => ({ path, bearer: world.account.apiKey, ...(json && { json }) }),
  500,
  `{"detail":"${failure}"}`,
];
const AGENT = (name: string, path: string, json?: object): Row => [
  `/s: ${name}`,
  () => ({ path: `/s/${client}${path}`, bearer: token, ...(json && { json }) }),
  503,
  '{"error":"Service unavailable"}',
];
const GRAPHQL = (name: string, query: string, isAnonymous = false): Row => [
  `GraphQL: ${name}`,
  () => ({
    path: '/graphql',
    ...(isAnonymous ? { headers: { origin: world.url } } : { bearer: world.account.apiKey }),
    json: graphql(query),
  }),
  503,
  '"extensions":{"code":"UNAVAILABLE","retryAfter":5}',
];
const OAUTH = (name: string, form: string): Row => [
  `OAuth: ${name}`,
  () => ({ path: '/oauth/token', form }),
  503,
  '{"error":"temporarily_unavailable","error_description":"Service unavailable"}',
];

type Row = readonly [name: string, ask: () => Ask, status: number, text: string];

const VERIFIER = 'a'.repeat(43);
const SIGN_IN = 'signIn(input: { email: "x@y.test", password: "correct horse battery" }) { __typename }';

/** Each surface that uses the database, by its authentication. */
const SURFACES: readonly Row[] = [
  V1('/v1/stacks', 'Failed to list stacks'),
  V1('/v1/stacks', 'Failed to create stack', { stack_name: 'another' }),
  V1('/v1/servers', 'Failed to get servers'),
  [
    '/v1: a key that nobody has asked with lately',
    () => ({ path: '/v1/stacks', bearer: world.otherAccount.apiKey }),
    500,
    '{"detail":"Failed to list stacks"}',
  ],
  AGENT('a list of tools', '/list_tools'),
  AGENT('a call', '/call_tool', { tool_name: 'x', tool_input: {} }),
  AGENT('a kept result', '/results/result_1'),
  [
    'MCP',
    () => ({
      path: `/s/${client}/mcp`,
      bearer: token,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers: { accept: 'application/json, text/event-stream' },
    }),
    503,
    '"error":{"code":-32000,"message":"Service unavailable: try again in 5 s","data":{"retryAfterSeconds":5}}',
  ],
  GRAPHQL('a query', '{ stacks { totalCount } }'),
  GRAPHQL('a mutation', 'mutation { createStack(input: { name: "x" }) { __typename } }'),
  GRAPHQL('a sign-in', `mutation { ${SIGN_IN} }`, true),
  OAUTH(
    'a code',
    `grant_type=authorization_code&code=x&client_id=x&redirect_uri=http://localhost/&code_verifier=${VERIFIER}`,
  ),
  OAUTH('a refresh token', 'grant_type=refresh_token&refresh_token=x&client_id=x'),
  ['signing keys', () => ({ path: '/.well-known/jwks.json' }), 503, '{"error":"Service unavailable"}'],
  ['a link to sign in with a service', () => ({ path: '/oauth/connect?link=x' }), 503, '<!doctype html>'],
  ['the way back from a service', () => ({ path: '/oauth/callback?state=x&code=x' }), 503, '<!doctype html>'],
];

it(
  'an exhausted connection pool gives an unavailable error with a retry time on every surface',
  async () => {
    const answers = await Promise.all(
      SURFACES.map(async ([name, ask]) => {
        const { status, retryAfter, text } = await answer(ask());
        return { name, status, retryAfter, text };
      }),
    );
    expect(answers).toEqual(
      SURFACES.map(([name, , status, text]) => ({
        name,
        status,
        retryAfter: String(RETRY),
        text: expect.stringContaining(text),
      })),
    );
    process.stdout.write(`exhausted pool: ${SURFACES.length} ways to ask, all told when to come back\n`);
  },
  HELD_MS_MAX,
);
