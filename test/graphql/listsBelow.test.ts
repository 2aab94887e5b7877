import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import {
  type EndpointId,
  newServiceAccountId,
  newTokenId,
  newTrustedIssuerId,
  type StackId,
} from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';

/* Lists below a stack or endpoint: their results and counts among a thousand rows, without rows of another account. */

const ROWS = 1_000;
const HOUR_MS = 3_600_000;
const numbers = Array.from({ length: ROWS }, (_, nr) => nr);

let world: World;
type Filled = { readonly stackId: StackId; readonly one: EndpointId; readonly other: EndpointId };
let own: Filled;
let theirs: Filled;

/** Two endpoints in a stack: the first has all the rows, the second has one of each. */
async function fill({ ctx }: WorldAccount): Promise<Filled> {
  const { db } = world.edge.deps;
  const { id: stackId } = await createStack(ctx, { name: 'many' });
  const made = [
    await createClientEndpoint(ctx, { stackId, name: 'Busy door' }),
    await createClientEndpoint(ctx, { stackId, name: 'Quiet door' }),
  ].map(({ endpoint }) => endpoint.id);
  const [one, other] = made;
  if (!one || !other) throw new Error('No endpoint');
  await db.stackToken.deleteMany({ where: { endpointId: { in: made } } });
  const now = ctx.now().getTime();
  const ended = new Date(now - HOUR_MS);
  await db.stackToken.createMany({
    data: numbers.map((nr) => ({
      ...{ id: newTokenId(), endpointId: nr === 7 ? other : one, name: `Token ${nr}` },
      ...(nr % 10 === 0 && { revokedAt: ended }),
      ...(nr % 10 === 1 && { expiresAt: ended }),
      ...(nr % 3 === 0 && { lastUsedAt: new Date(now - ((nr * 7) % ROWS) * HOUR_MS) }),
    })),
  });
  await db.serviceAccount.createMany({
    data: numbers.map((nr) => ({
      ...{
        id: newServiceAccountId(),
        endpointId: nr === 7 ? other : one,
        name: `Machine ${nr}`,
        createdAt: ctx.now(),
        publicKeys: [],
      },
      ...(nr % 10 === 1 && { expiresAt: ended }),
    })),
  });
  await db.trustedIssuer.createMany({
    data: numbers.slice(0, 100).map((nr) => ({
      ...{ id: newTrustedIssuerId(), endpointId: nr === 7 ? other : one, name: `Issuer ${nr}`, createdAt: ctx.now() },
      ...{ issuer: `https://id${nr}.example.com`, endUserClaim: 'sub', claims: {} },
    })),
  });
  return { stackId, one, other };
}

beforeAll(async () => {
  world = await startWorld();
  own = await fill(world.account);
  theirs = await fill(world.otherAccount);
});
afterAll(() => world.close());

type Listing = { readonly totalCount: number; readonly names: readonly string[] };

/** The list at the end of a query, with its first names. */
async function listing(query: string, key = world.account.apiKey): Promise<Listing> {
  let at: unknown = await dataOf(ask(world.url, key, query));
  while (!Object.hasOwn(Object(at), 'totalCount')) [at] = Object.values(Object(at));
  const { totalCount, nodes } = Object(at);
  return { totalCount, names: nodes.map(({ name }: { name: string }) => name) };
}
const inStack = (list: string) => listing(`{ stack(by: { name: "many" }) { ${list} { totalCount nodes { name } } } }`);
const atDoor = (list: string) =>
  listing(`{ clientEndpoint(by: { id: "${own.one}" }) { ${list} { totalCount nodes { name } } } }`);

it.each([
  ['endpoints(filter: { search: "BUSY" })', 1, 'Busy door'],
  ['endpoints(filter: { search: "Token 7", isWide: true })', 2, 'Quiet door'],
  ['endpoints(filter: { search: "Token 7" })', 0, undefined],
  ['endpoints(filter: { search: "d%r", isWide: true })', 0, undefined],
  ['serviceAccounts(first: 1)', ROWS, 'Machine 999'],
  ['serviceAccounts(first: 1, filter: { search: "machine 7" })', 111, 'Machine 799'],
  ['serviceAccounts(first: 1, filter: { isInForce: false }, orderBy: { field: NAME })', 100, 'Machine 1'],
  ['serviceAccounts(first: 1, filter: { isInForce: true, search: "Machine 99" })', 10, 'Machine 999'],
  ['trustedIssuers(first: 1, filter: { search: "ID42." })', 1, 'Issuer 42'],
  ['trustedIssuers(first: 1, orderBy: { field: NAME, direction: DESC })', 100, 'Issuer 99'],
  ['serviceAccounts(filter: { search: "\\u0000" })', 0, undefined],
])('finds below a stack %s', async (list, total, first) => {
  const { totalCount, names } = await inStack(list);
  expect([totalCount, names[0]]).toEqual([total, first]);
});

it.each([
  ['tokens(first: 1)', ROWS - 1, 'Token 999'],
  ['tokens(first: 1, filter: { search: "token 7" })', 110, 'Token 799'],
  ['tokens(first: 1, filter: { isInForce: false })', 200, 'Token 991'],
  ['tokens(first: 1, filter: { isInForce: true }, orderBy: { field: CREATED_AT })', ROWS - 201, 'Token 2'],
  ['tokens(first: 1, orderBy: { field: LAST_USED_AT, direction: DESC })', ROWS - 1, 'Token 0'],
  ['tokens(first: 1, filter: { search: "_oken" })', 0, undefined],
  ['serviceAccounts(filter: { search: "Machine 7" })', 110, 'Machine 799'],
  ['trustedIssuers(filter: { search: "issuer 7" })', 10, 'Issuer 79'],
])('finds below an endpoint %s', async (list, total, first) => {
  const { totalCount, names } = await atDoor(list);
  expect([totalCount, names[0]]).toEqual([total, first]);
});

it('reads one kind of object per endpoint at a time, however a query names it', async () => {
  const data: unknown = await dataOf(
    ask(
      world.url,
      world.account.apiKey,
      `{ stack(by: { name: "many" }) { endpoints(orderBy: { field: NAME }) { nodes {
        all: tokens(first: 1) { totalCount } over: tokens(first: 1, filter: { isInForce: false }) { totalCount }
        seven: tokens(first: 1, filter: { search: "token 7" }) { totalCount nodes { name } } } } } }`,
    ),
  );
  expect(Object(data).stack.endpoints.nodes).toEqual([
    { all: { totalCount: 999 }, over: { totalCount: 200 }, seven: { totalCount: 110, nodes: [{ name: 'Token 799' }] } },
    { all: { totalCount: 1 }, over: { totalCount: 0 }, seven: { totalCount: 1, nodes: [{ name: 'Token 7' }] } },
  ]);
});

it('returns an empty page after a row of another account', async () => {
  const { db } = world.edge.deps;
  const token = await db.stackToken.findFirstOrThrow({ where: { name: 'Token 500', endpointId: theirs.one } });
  const cursor = Buffer.from(`GPC:S:${token.id}`).toString('base64');
  for (const field of ['NAME', 'LAST_USED_AT'])
    expect((await atDoor(`tokens(after: "${cursor}", orderBy: { field: ${field} })`)).names).toEqual([]);
});

it('finds rules by name, effect and target, and approvals by tool, only for their account', async () => {
  for (const account of [world.account, world.otherAccount]) {
    const { ctx } = account;
    const asks = await createPolicyRule(ctx, { name: 'Mail needs a yes', effect: 'ask', servers: ['gmail'] });
    const whom = { callers: [account === world.account ? own.one : theirs.one] };
    await createPolicyRule(ctx, { name: 'No deletes', effect: 'deny', tools: ['*_delete_*'], ...whom });
    const { id } = await createStack(ctx, { name: 'asked' });
    await makeHeldCall(ctx, id, asks.id);
    const done = await makeHeldCall(ctx, id, asks.id);
    await world.edge.deps.db.approval.update({ where: { id: done }, data: { state: 'used', waitingKey: null } });
  }
  const rules = (args: string) => listing(`{ policyRules(${args}) { totalCount nodes { name } } }`);
  const mail = { totalCount: 1, names: ['Mail needs a yes'] };
  expect(await rules('filter: { search: "MAIL" }')).toEqual(mail);
  expect(await rules('filter: { search: "gmail" }')).toEqual(mail);
  expect(await rules('filter: { effect: ASK }')).toEqual(mail);
  expect(await rules('filter: { search: "*_delete_*" }, orderBy: { field: NAME }')).toEqual({
    totalCount: 1,
    names: ['No deletes'],
  });
  for (const none of [own.one, 'm%l', '\\u0000'])
    expect((await rules(`filter: { search: "${none}" }`)).totalCount).toBe(0);
  const approvals = (args: string) => listing(`{ approvals(${args}) { totalCount nodes { name: state } } }`);
  expect(await approvals('first: 5')).toEqual({ totalCount: 2, names: ['USED', 'PENDING'] });
  expect(await approvals('filter: { isPending: true }')).toEqual({ totalCount: 1, names: ['PENDING'] });
  expect(await approvals('filter: { isPending: false, search: "X_Y" }')).toEqual({ totalCount: 1, names: ['USED'] });
  for (const text of ['needs a yes', 'Asked', 'x_'])
    expect((await approvals(`filter: { search: "${text}" }`)).totalCount, text).toBe(2);
  for (const none of ['nobody', '\\u0000'])
    expect((await approvals(`filter: { search: "${none}" }`)).totalCount).toBe(0);
});
