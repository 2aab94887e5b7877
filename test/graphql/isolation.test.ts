import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveServer } from '../../src/core/catalog/saveServer.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import {
  newApiKeyId,
  newEndpointId,
  newInvitationId,
  newRowId,
  newSessionId,
  newStackId,
  newTokenId,
  newUserId,
} from '../../src/core/ids.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { buildGraphqlSchema } from '../../src/graphql/schema.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

type People = 'user' | 'session' | 'invitation';
/** Everything an id of one account can name. */
type Ids = Readonly<
  Record<'stack' | 'server' | 'endpoint' | 'token' | 'apiKey' | 'row' | 'event' | 'call' | People, string>
>;
type Row = {
  /** What to select, for a query. */
  readonly fields?: string;
  /** The mutation's input, or a query's arguments; absent where there is no id to give. */
  readonly args?: (ids: Ids, own: { stack: string }) => Readonly<Record<string, unknown>>;
};

const FAILURE = '{ __typename ... on Error { code message } }';
const cursorOf = (id: string) => Buffer.from(`GPC:S:${id}`).toString('base64');
const PAGE = '{ nodes { id } pageInfo { hasNextPage hasPreviousPage } }';

/** Every root field, with each of its ids. A new root field without a row fails below. */
const ROWS: Readonly<Record<string, Row>> = {
  viewer: { fields: '{ account { id } apiKeyId }' },
  rateLimit: { fields: '{ class }' },
  stack: { fields: '{ id name servers { totalCount } tools { totalCount } }', args: ({ stack }) => ({ id: stack }) },
  stacks: { fields: PAGE, args: ({ stack }) => ({ after: cursorOf(stack) }) },
  server: { fields: '{ id name }', args: ({ server }) => ({ id: server }) },
  servers: { fields: PAGE, args: ({ row }) => ({ after: cursorOf(row) }) },
  apiKeys: { fields: PAGE, args: ({ apiKey }) => ({ before: cursorOf(apiKey), last: 5 }) },
  auditEvents: { fields: PAGE, args: ({ event, stack }) => ({ after: cursorOf(event), stackId: stack }) },
  calls: {
    fields: PAGE,
    args: ({ call, stack, server }) => ({ after: cursorOf(call), stackId: stack, serverId: server }),
  },
  callStatistics: {
    fields: '{ total { callCount } byTool { toolId } }',
    args: ({ stack }) => ({
      stackId: stack,
      since: new Date().toISOString().slice(0, 14).concat('00:00Z'),
      bucketSeconds: 3_600,
    }),
  },
  signInOptions: { fields: '{ hasUsers }' },
  me: { fields: '{ id }' },
  sessions: { fields: '{ id }' },
  users: { fields: '{ id email }' },
  invitations: { fields: '{ id }' },
  acceptInvitation: {},
  signIn: {},
  signOut: {},
  changePassword: {},
  createInvitation: {},
  revokeSession: { args: ({ session }) => ({ sessionId: session }) },
  revokeInvitation: { args: ({ invitation }) => ({ invitationId: invitation }) },
  removeUser: { args: ({ user }) => ({ userId: user }) },
  createStack: {},
  createApiKey: {},
  importServer: {},
  previewServer: {
    fields:
      '{ __typename ... on Error { code message } ... on PreviewServerPayload { server { id replaces { id } hides { id } isChanged } } }',
    args: ({ server }) => ({ source: { document: serverDocument('theirs') }, id: server }),
  },
  updateStack: { args: ({ stack }) => ({ stackId: stack, name: 'mine now' }) },
  deleteStack: { args: ({ stack }) => ({ stackId: stack }) },
  addServerToStack: { args: ({ server }, own) => ({ stackId: own.stack, serverId: server }) },
  updateServerTools: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, enabledTools: [] }),
  },
  updateServerCredentialMode: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, credentialMode: 'USER' }),
  },
  removeServerFromStack: { args: ({ stack, server }) => ({ stackId: stack, serverId: server }) },
  setCredentials: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, credentials: { theirs_key: 'x' } }),
  },
  createConnectLink: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, fieldId: 'theirs_key' }),
  },
  refreshServerTools: { args: ({ stack, server }) => ({ stackId: stack, serverId: server }) },
  removeCredential: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, fieldId: 'theirs_key' }),
  },
  createClientEndpoint: { args: ({ stack }) => ({ stackId: stack, name: 'door' }) },
  updateClientEndpoint: { args: ({ endpoint }) => ({ endpointId: endpoint, name: 'mine now', mode: 'SEARCH' }) },
  deleteClientEndpoint: { args: ({ endpoint }) => ({ endpointId: endpoint }) },
  createStackToken: { args: ({ endpoint }) => ({ endpointId: endpoint }) },
  revokeStackToken: { args: ({ token }) => ({ tokenId: token }) },
  revokeApiKey: { args: ({ apiKey }) => ({ apiKeyId: apiKey }) },
  removeServer: { args: ({ server }) => ({ serverId: server }) },
  updateStackTool: { args: ({ stack }) => ({ stackId: stack, toolId: 'theirs_find', name: 'mine' }) },
  invokeTools: {
    args: ({ stack }) => ({ stackId: stack, calls: [{ toolId: 'theirs_find', toolInput: { query: 'x' } }] }),
  },
  invokeTool: {
    args: ({ stack }) => ({ stackId: stack, toolId: 'theirs_find', toolInput: { query: 'x' } }),
  },
};

let world: World;
let theirs: Ids;
let unknown: Ids;
let own: { stack: string };
const schema = buildGraphqlSchema();
const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.otherAccount;
  const { server } = await saveServer(ctx, serverDocument('theirs'));
  const stack = await createStack(ctx, { name: 'theirs' });
  await addServerToStack(ctx, stack.id, { serverId: 'theirs', enableAllTools: true });
  await setCredentials(ctx, stack.id, 'theirs', { credentials: { theirs_key: 'secret' } });
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const { db } = world.edge.deps;
  const key = await db.apiKey.findFirstOrThrow({ where: { accountId: world.otherAccount.id } });
  const event = await db.auditEvent.findFirstOrThrow({ where: { chain: world.otherAccount.id } });
  const call = {
    id: newRowId(),
    accountId: world.otherAccount.id,
    stackId: stack.id,
    serverId: 'theirs',
    toolId: 'theirs_find',
    outcome: 'ok',
    latencyMs: 1,
    inputBytes: 2,
    outputBytes: 2,
    at: new Date(),
  };
  await db.invocation.create({ data: call });
  theirs = {
    stack: stack.id,
    server: 'theirs',
    endpoint: endpoint.id,
    token: tokenRecord.id,
    apiKey: key.id,
    row: server.id,
    event: event.id,
    ...(await theirPeople()),
    call: call.id,
  };
  // Before our own rows, as theirs are: a cursor tells where in time to start.
  unknown = unknownIds();
  own = { stack: (await createStack(world.account.ctx, { name: 'ours' })).id };
});
afterAll(() => world.close());

const unknownIds = (): Ids => ({
  stack: newStackId(),
  server: 'nobodys',
  endpoint: newEndpointId(),
  token: newTokenId(),
  apiKey: newApiKeyId(),
  row: newRowId(),
  event: newRowId(),
  user: newUserId(),
  session: newSessionId(),
  invitation: newInvitationId(),
  call: newRowId(),
});

/** A colleague of theirs who is signed in, and an invitation to their account. */
async function theirPeople(): Promise<Pick<Ids, People>> {
  const { ctx } = world.otherAccount;
  const { secret } = await createInvitation(ctx);
  const given = { secret, email: 'theirs@example.com', password: 'a long enough password' };
  const { user, session } = await acceptInvitation(ctx, given, { userAgent: '' });
  const { invitation } = await createInvitation(ctx);
  return { user: user.id, session: session.id, invitation: invitation.id };
}

/** What ours is answered, with every given id replaced by its kind. */
async function answerFor(name: string, ids: Ids): Promise<string> {
  const { fields = FAILURE, args } = ROWS[name] ?? {};
  const given = args?.(ids, own) ?? {};
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
  const isQuery = queries.includes(name);
  const values = isQuery ? given : { input: given };
  const declared = (field?.args ?? []).filter((arg) => arg.name in values);
  const list = (text: (name: string, type: string) => string) =>
    declared.length === 0 ? '' : `(${declared.map((arg) => text(arg.name, String(arg.type))).join(', ')})`;
  const signature = list((arg, type) => `$${arg}: ${type}`);
  const call = list((arg) => `${arg}: $${arg}`);
  const query = `${isQuery ? 'query' : 'mutation'} Ask${signature} { ${name}${call} ${fields} }`;
  const { status, text } = await ask(world.url, world.account.apiKey, query, values);
  const known = Object.entries(ids).sort(([, a], [, b]) => b.length - a.length);
  return known.reduce((body, [kind, id]) => body.replaceAll(id, `<${kind}>`), `${status} ${text}`);
}

/** A checksum of every table, without the note of when a key was last used. */
async function checksums(): Promise<unknown> {
  const { db } = world.edge.deps;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const sums = tables.map(({ name }) =>
    db.$queryRawUnsafe(`SELECT '${name}' AS name, count(*)::int AS rows,
      md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' ORDER BY to_jsonb(t)::text)) AS sum FROM "${name}" t`),
  );
  return Promise.all(sums);
}

it('has a row for every root field', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...queries, ...mutations].sort());
});

const withIds = Object.entries(ROWS).flatMap(([name, { args }]) => (args ? [name] : []));
it.each(withIds)('%s answers for another account’s ids as for unknown ones, and changes nothing', async (name) => {
  await answerFor('viewer', theirs);
  const before = await checksums();
  const foreign = await answerFor(name, theirs);
  expect(foreign).toBe(await answerFor(name, unknown));
  expect(foreign).toMatch(/^(200 \{"data":\{|400 \{"errors":\[\{"message":"Invalid cursor")/);
  expect(await checksums()).toEqual(before);
});

const withoutIds = Object.entries(ROWS).flatMap(([name, { args }]) => (args || mutations.includes(name) ? [] : [name]));
it.each(withoutIds)('%s shows nothing of another account', async (name) => {
  expect(await answerFor(name, theirs)).not.toMatch(/<\w+>/);
});
