import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { COMPLEXITY_MAX } from '../../src/graphql/execution/cost.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { ask, post } from './ask.ts';
import { serverDocument } from './documents.ts';
import { watch } from './watch.ts';

let world: World;
let account: WorldAccount;
beforeAll(async () => {
  world = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 5, stacks: 3 } });
});
beforeEach(async () => {
  account = await world.newAccount('Costs');
});
afterAll(() => world.close());

const RESET_AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const STACKS_LIMIT =
  /^Too many requests: try again in \d+ s\. The limit stacks \(stack changes of this account\) is 3 a minute; the operator /;
const SECONDS = expect.toSatisfy((seconds) => seconds >= 1 && seconds <= 61);
const spent = (limitName: string, charged: number, limit: number, remaining: number) => ({
  limitName,
  charged,
  limit,
  remaining,
  resetAt: RESET_AT,
});
const query = (text: string) => ask(world.url, account.apiKey, text);
const costOf = (text: string): unknown => JSON.parse(text).extensions.cost;
const create = (alias: string, name: string) => `${alias}: createStack(input: {name: "${name}"}) { __typename }`;

describe('extensions.cost', () => {
  type Counter = [limitName: string, charged: number, limit: number, remaining: number];
  const CASES: [label: string, text: string, requested: number, counters: Counter[]][] = [
    ['data', '{ viewer { scopes } }', 2, [['default', 1, 5, 4]]],
    ['a page', '{ stacks(first: 10) { nodes { id } } }', 11, [['default', 1, 5, 4]]],
    ['two fields', '{ a: viewer { scopes } b: viewer { scopes } }', 4, [['default', 1, 5, 4]]],
    ['a change', `mutation { ${create('a', 'x')} }`, 2, [['stacks', 1, 3, 2]]],
    ['introspection', '{ __schema { queryType { name } } }', 0, [['default', 1, 5, 4]]],
    ['a document that is not valid', '{ nothing }', 0, [['default', 1, 5, 4]]],
    [
      'arguments that are not valid',
      '{ auditEvents(first: 1, after: "x") { nodes { id } } }',
      0,
      [['default', 1, 5, 4]],
    ],
  ];
  it.each(CASES)('is in the response to %s, on every path', async (_name, text, requested, counters) => {
    const cost = { requested, maximum: COMPLEXITY_MAX, rateLimits: counters.map((state) => spent(...state)) };
    expect(costOf((await query(text)).text)).toEqual(cost);
    // Yoga handles a body with `extensions`.
    const another = await world.newAccount('Asks Yoga');
    const answer = await post(world.url, another.apiKey, { body: JSON.stringify({ query: text, extensions: {} }) });
    expect(costOf(answer.text)).toEqual(cost);
  });

  it('comes with the error of an operation that costs too much', async () => {
    const { status, data, errors, text } = await query(
      '{ viewer { scopes } stacks(first: 100) { nodes { servers(first: 100) { nodes { tools(first: 100) { nodes { id } } } } } } }',
    );
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
    expect(errors[0]).not.toHaveProperty('path');
    expect(costOf(text)).toMatchObject({ requested: expect.toSatisfy((points) => points > COMPLEXITY_MAX) });
  });

  it('uses actual page sizes if the maximum would exceed the limit', async () => {
    const pages = '{ stacks(first: 50) { nodes { name servers { nodes { id tools { nodes { id name } } } } } } }';
    const { ctx } = account;
    await world.saveServer(serverDocument('cost', { tools: ['find'] }));
    const { id } = await createStack(ctx, { name: 'one' });
    await addServerToStack(ctx, id, { serverId: 'cost', enableAllTools: true });
    const { status, text } = await query(pages);
    expect([status, costOf(text)]).toMatchObject([200, { requested: 7, maximum: COMPLEXITY_MAX }]);
    for (let stacks = 2; stacks <= 50; stacks += 1) {
      const { id: more } = await createStack(ctx, { name: `stack ${stacks}` });
      await addServerToStack(ctx, more, { serverId: 'cost', enableAllTools: true });
    }
    const large = await query(pages.replace('tools {', 'tools(first: 100) {').replace('id name', 'id name toolId'));
    const { data, errors } = large;
    const refused = { message: expect.stringMatching(/more than 20000/) };
    expect([large.status, data, errors]).toMatchObject([400, undefined, [refused]]);
  });

  it('is in every event of a subscription, which is charged once at the start', async () => {
    const watching = await watch(world.url, account.apiKey, 'subscription { auditEvents { action } }', {});
    await query(`mutation { ${create('a', 'x')} }`);
    // Events of the account's creation may still arrive.
    await eventually('it is heard', () => JSON.stringify(watching.events).includes('STACK_CREATE'));
    const cost = { requested: 2, maximum: COMPLEXITY_MAX };
    expect(watching.events).toEqual(watching.events.map(({ data }) => ({ data, extensions: { cost } })));
  });
});

const TYPED = '... on RateLimitedError { message code limitName limit remaining retryAfterSeconds resetAt }';
const createTyped = (rest: string) => `mutation { createStack(input: {name: "x"}) { __typename ${rest} } }`;

describe('a reached limit', () => {
  beforeEach(() => query(`mutation { ${create('a', '1')} ${create('b', '2')} ${create('c', '3')} }`));

  const NAMED = [
    ['a fragment', createTyped(TYPED)],
    ['a fragment in another', createTyped(`... on UserError { ${TYPED} }`)],
    [
      'a named fragment',
      `mutation { createStack(input: {name: "x"}) { __typename ...Limited } } fragment Limited on RateLimitedError { message code limitName limit remaining retryAfterSeconds resetAt }`,
    ],
  ] as const;
  it.each(NAMED)('is data if the operation selects %s', async (_how, text) => {
    const { status, errors, data, headers } = await query(text);
    expect({ status, errors }).toEqual({ status: 200, errors: [] });
    expect(data).toEqual({
      createStack: {
        __typename: 'RateLimitedError',
        message: expect.stringMatching(STACKS_LIMIT),
        code: 'RATE_LIMITED',
        limitName: 'stacks',
        limit: 3,
        remaining: 0,
        retryAfterSeconds: SECONDS,
        resetAt: RESET_AT,
      },
    });
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it.each(['', '... on UserError { message code }'])('is an error with the time to wait, for %o', async (rest) => {
    const { status, errors, headers } = await query(createTyped(rest));
    expect(status).toBe(429);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(STACKS_LIMIT),
      extensions: {
        code: 'RATE_LIMITED',
        rateLimit: { limitName: 'stacks', limit: 3, remaining: 0, resetAt: RESET_AT, retryAfterSeconds: SECONDS },
      },
    });
    expect(headers.get('retry-after')).toBe(String(errors[0]?.extensions?.['retryAfter']));
  });
});

it('a limit with two requests left refuses three changes as a whole, as data', async () => {
  await query(`mutation { ${create('a', 'one')} }`);
  const changes = ['b', 'c', 'd'].map((name) => `${name}: createStack(input: {name: "${name}"}) { ${TYPED} }`);
  const { status, data, errors, text } = await query(`mutation { ${changes.join(' ')} }`);
  const refused = { code: 'RATE_LIMITED', limitName: 'stacks', limit: 3, remaining: 2, retryAfterSeconds: SECONDS };
  expect({ status, data, errors }).toMatchObject({
    status: 200,
    data: { b: refused, c: refused, d: refused },
    errors: [],
  });
  expect(costOf(text)).toMatchObject({ rateLimits: [spent('stacks', 0, 3, 2)] });
  expect((await query('{ stacks { totalCount } }')).data).toEqual({ stacks: { totalCount: 1 } });
});

it('a refused introspection reports the same, with the headers of its counter', async () => {
  const introspect = () => query('{ __schema { queryType { name } } }');
  for (let round = 0; round < 5; round += 1) await introspect();
  const { status, errors, headers } = await introspect();
  expect(status).toBe(429);
  expect(errors[0]?.extensions).toMatchObject({ rateLimit: { limitName: 'default', limit: 5, remaining: 0 } });
  expect(headers.get('x-ratelimit-limit')).toBe('5');
});

it('a reached maximum reports the same', async () => {
  await setAccountLimits(world.operator, account.id, { limits: { max_subscriptions: 1 } });
  const subscription = 'subscription { auditEvents { id } }';
  const { response } = await watch(world.url, account.apiKey, subscription, {});
  expect(response.status).toBe(200);
  const refused = await post(world.url, account.apiKey, {
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ query: subscription }),
  });
  expect(refused.status).toBe(429);
  expect(refused.errors[0]?.extensions).toMatchObject({
    rateLimit: {
      limitName: 'max_subscriptions',
      limit: 1,
      remaining: 0,
      retryAfterSeconds: 5,
      resetAt: expect.any(String),
    },
  });
});
