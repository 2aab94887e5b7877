import {
  type GraphQLField,
  type GraphQLInputObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import { newCallId, toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { updateResultLabel } from '../../src/core/policies/resultLabels.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

/* Every list of the schema is paginated, forwards and backwards, in every order that it has. */

type Connection = {
  /** The type and the field of the list. */
  readonly at: string;
  readonly field: GraphQLField<unknown, unknown>;
};

const CONNECTIONS: readonly Connection[] = Object.values(graphqlSchema().getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map((field) => ({ at: `${type.name}.${field.name}`, field })),
  );

/** The path from the root to an object with a list. */
const PARENTS: Readonly<Record<string, (list: string) => string>> = {
  Query: (list) => `{ ${list} }`,
  Stack: (list) => `{ stack(by: { name: "stack 0" }) { ${list} } }`,
  ClientEndpoint: (list) => `{ clientEndpoint(by: { name: "door 0" }) { ${list} } }`,
  Server: (list) => `{ server(by: { slug: "srv0" }) { ${list} } }`,
  StackServer: (list) => `{ stack(by: { name: "stack 0" }) { servers(first: 1) { nodes { ${list} } } } }`,
};

const orderOf = ({ field }: Connection): GraphQLInputObjectType => {
  const type = field.args.find(({ name }) => name === 'orderBy')?.type;
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) throw new Error(`${field.name} has no order`);
  return named;
};

const fieldsOf = (connection: Connection): readonly string[] => {
  const type = getNamedType(orderOf(connection).getFields()['field']?.type);
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
};

/** The fields that order the rows, if they're visible. */
const KEYS: Readonly<Record<string, string>> = {
  NAME: 'name',
  AT: 'at',
  CREATED_AT: 'createdAt',
  LAST_USED_AT: 'lastUsedAt',
};
const keyOf = ({ at }: Connection, by: string): string =>
  at.endsWith('.tools') && by === 'NAME' ? 'toolId' : (KEYS[by] ?? 'id');

let world: World;
const EACH = 5;
const each = Array.from({ length: EACH }, (_, at) => at);
/** Two have the same name, and they aren't in the order of creation. */
const nameOf = (prefix: string, at: number): string => `${prefix} ${[3, 0, 1, 1, 2][at]}`;

beforeAll(async () => {
  world = await startWorld();
  const { ctx, id: accountId } = world.account;
  const { db } = world.edge.deps;
  const tools = ['fifth', 'b', 'a', 'd', 'c'];
  for (const at of each)
    await saveServer(ctx, { ...serverDocument(`srv${at}`, { tools }), name: nameOf('Server', at) });
  for (const tool of tools)
    await updateResultLabel(ctx, toServerId('srv0'), toToolId(`srv0_${tool}`), { label: 'private' });
  const stacks = [];
  for (const at of each) stacks.push(await createStack(ctx, { name: `stack ${[3, 0, 1, 4, 2][at]}` }));
  const stack = stacks[1];
  if (!stack) throw new Error('No stack');
  for (const at of each) await addServerToStack(ctx, stack.id, { serverId: `srv${at}`, enableAllTools: true });
  for (const { id } of stacks)
    if (id !== stack.id) await addServerToStack(ctx, id, { serverId: 'srv0', enableAllTools: true });
  await db.stackServer.updateMany({ data: { heldInstructions: 'was' } });
  await saveServer(ctx, { ...serverDocument('srv0', { tools, path: '/other' }), name: nameOf('Server', 0) });
  for (const at of each) await createClientEndpoint(ctx, { stackId: stack.id, name: nameOf('door', at) });
  const endpointId = (await db.clientEndpoint.findFirstOrThrow({ where: { name: 'door 0' } })).id;
  for (const at of each) {
    await createStackToken(ctx, { endpointId, name: nameOf('token', at) });
    await createServiceAccount(ctx, { endpointId, name: nameOf('client', at) });
    const issuer = { issuer: `https://${at}.test`, jwksUrl: `https://${at}.test/jwks` };
    await createTrustedIssuer(ctx, { endpointId, name: nameOf('issuer', at), ...issuer });
    const rule = await createPolicyRule(ctx, { name: nameOf('rule', at), effect: 'ask' });
    await makeHeldCall(ctx, stack.id, rule.id);
    await storeFile(ctx, { accountId, stackId: stack.id });
    await startJob(ctx, stack.id, `srv${at}_a`, { query: 'x' });
    await createApiKey(ctx, { name: nameOf('key', at) });
    const of = { accountId, stackId: stack.id, serverId: toServerId('srv0'), toolId: toToolId('srv0_a') };
    const figures = { outcome: 'ok', latencyMs: 1, inputBytes: 1, outputBytes: 1 };
    const time = new Date(Date.now() - 1_000 * Math.ceil(at / 2));
    await db.callRecord.create({ data: { id: newCallId(), ...of, ...figures, at: time } });
  }
  await useSome(world);
});
afterAll(() => world.close());

/** Two of the keys and tokens were last used at the same time, and others never. */
async function useSome({ edge: { deps } }: World): Promise<void> {
  for (const at of [0, 1, 2]) {
    const data = { lastUsedAt: new Date(Date.UTC(2_020 + (at % 2), 0)) };
    await deps.db.apiKey.updateMany({ where: { name: nameOf('key', at) }, data });
    await deps.db.stackToken.updateMany({ where: { name: nameOf('token', at) }, data });
  }
}

type Row = { readonly cursor: string; readonly node: Readonly<Record<string, string>> };
type Page = {
  readonly edges: readonly Row[];
  readonly nodes: readonly Row['node'][];
  readonly totalCount?: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
};

/** Boundary: the page in a response, however deep it is. */
function pageIn(value: unknown): Page {
  const inner = Array.isArray(value) ? value[0] : value;
  if (typeof inner !== 'object' || inner === null) throw new Error(`No page: ${JSON.stringify(value)}`);
  return 'pageInfo' in inner ? (inner as Page) : pageIn(Object.values(inner)[0]);
}

/** Reads a page of a list with these arguments, with the rows' order fields. */
async function page(connection: Connection, args: readonly string[], key: string): Promise<Page> {
  const [type = '', name = ''] = connection.at.split('.');
  const rows = key === 'id' ? 'id' : `id ${key}`;
  const list = `${name}${args.length > 0 ? `(${args.join(', ')})` : ''} { edges { cursor node { ${rows} } } nodes { id }
    pageInfo { hasNextPage hasPreviousPage } }`;
  const query = PARENTS[type]?.(list) ?? '';
  return pageIn(await dataOf(ask(world.url, world.account.apiKey, query)));
}

const idsOf = ({ edges }: Page): readonly string[] => edges.map(({ node }) => node['id'] ?? '');

type Way = { readonly count: 'first' | 'last'; readonly from: 'after' | 'before' };
const FORWARDS: Way = { count: 'first', from: 'after' };
const BACKWARDS: Way = { count: 'last', from: 'before' };

/** All rows, page by page from one end, until a page reports no more. */
async function walk(connection: Connection, order: readonly string[], way: Way, rows: number): Promise<string[]> {
  const isForward = way === FORWARDS;
  const ids: string[] = [];
  let from: readonly string[] = [];
  for (let isMore = true; isMore; ) {
    const read = await page(connection, [`${way.count}: ${rows}`, ...from, ...order], 'id');
    ids.splice(isForward ? ids.length : 0, 0, ...idsOf(read));
    isMore = read.pageInfo[isForward ? 'hasNextPage' : 'hasPreviousPage'];
    from = [`${way.from}: "${read.edges.at(isForward ? -1 : 0)?.cursor}"`];
  }
  return ids;
}

/** Returns a whole list. Asserts that paging through it finds each row once, in both directions. */
async function wholeOf(connection: Connection, order: readonly string[], key: string): Promise<Page> {
  const whole = await page(connection, ['first: 100', ...order], key);
  const ids = idsOf(whole);
  expect(ids.length).toBeGreaterThanOrEqual(EACH);
  expect(new Set(ids).size).toBe(ids.length);
  expect(whole.nodes.map(({ id }) => id)).toEqual(ids);
  const rows = Math.ceil(ids.length / 2);
  const walks = [FORWARDS, BACKWARDS].map((way) => walk(connection, order, way, rows));
  expect(await Promise.all(walks)).toEqual([ids, ids]);
  return whole;
}

const orders = CONNECTIONS.flatMap((connection) =>
  fieldsOf(connection).map((by) => ({ at: connection.at, connection, by })),
);

describe(`each of ${CONNECTIONS.length} lists`, () => {
  it.each(CONNECTIONS)('$at takes the same arguments, and names its order after its rows', (connection) => {
    const names = connection.field.args.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['after', 'before', 'first', 'last', 'orderBy']));
    const row = getNamedType(connection.field.type).name.replace(/Connection$/, '');
    const order = orderOf(connection);
    const [parent] = connection.at.split('.');
    // A list with fewer orders than others of the same rows names its parent, too.
    expect([`${row}Order`, `${parent}${row}Order`]).toContain(order.name);
    expect(String(order.getFields()['field']?.type)).toBe(`${order.name}Field!`);
    expect(String(order.getFields()['direction']?.type)).toBe('OrderDirection!');
  });

  it.each(someOf(CONNECTIONS, 5))('$at returns each row once, forwards and backwards', async (connection) => {
    await wholeOf(connection, [], 'id');
  });

  it.each(someOf(orders, 5))('$at by $by returns each row once, in both directions', async ({ connection, by }) => {
    const key = keyOf(connection, by);
    const orders = ['ASC', 'DESC'].map((direction) => [`orderBy: { field: ${by}, direction: ${direction} }`]);
    const [up, down] = await Promise.all(orders.map((order) => wholeOf(connection, order, key)));
    if (!up || !down) throw new Error('No lists');
    expect(idsOf(down)).toEqual(idsOf(up).toReversed());
    const values = up.edges.map(({ node }) => node[key] ?? '');
    if (key !== 'id') expect(values).toEqual(values.toSorted());
  });
});

it('prints how many it tried', () => {
  process.stdout.write(`connections: ${CONNECTIONS.length} lists, ${orders.length} orders in two directions each\n`);
  expect(CONNECTIONS.length).toBeGreaterThanOrEqual(17);
  expect(orders.length).toBeGreaterThanOrEqual(26);
});
