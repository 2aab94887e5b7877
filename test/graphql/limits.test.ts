import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { BOUNDS, boundNames } from '../../src/core/kernel/bounds.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { COUNTS } from '../../src/core/limits/countedBounds.ts';
import { REFUSALS_MAX } from '../../src/core/limits/refusedCallers.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { ask, post } from './ask.ts';

const LIMITS = { ...DOCUMENTED_LIMITS, default: 5, stacks: 3, invoke: 2, failed_auth: 3 };

let world: World;
/** A separate account per test, with its own counters. */
let account: WorldAccount;
beforeAll(async () => {
  world = await startWorld({ limits: LIMITS });
});
beforeEach(async () => {
  account = await world.newAccount('Counted');
});
afterAll(() => world.close());

const query = (text: string, variables?: object) => ask(world.url, account.apiKey, text, variables);
const rest = (method: string, path: string, body?: object) =>
  fetch(`${world.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** An operation without a credential, from one of this machine's addresses. Each address is a separate network. */
function visit(localAddress: string, operation: string): Promise<{ status?: number; body: string }> {
  const headers = { 'content-type': 'application/json' };
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; body: string }>();
  const outgoing = request(`${world.url}/graphql`, { method: 'POST', localAddress, headers }, async (incoming) => {
    resolve({ status: incoming.statusCode ?? 0, body: await text(incoming) });
  });
  outgoing.on('error', reject).end(JSON.stringify({ query: operation }));
  return promise;
}

const create = (alias: string, name: string) => `${alias}: createStack(input: {name: "${name}"}) { __typename }`;
const remaining = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-remaining');
const REFUSED = {
  message: expect.stringMatching(
    /^Too many requests: try again in \d+ s\. The limit \w+ \([^)]+\) is \d+ a minute; the operator /,
  ),
  extensions: {
    code: 'RATE_LIMITED',
    retryAfter: expect.toSatisfy((seconds) => seconds >= 1 && seconds <= 61),
    rateLimit: expect.objectContaining({ remaining: 0 }),
  },
};

const anyRemaining = (remaining: number) => ({
  ...REFUSED.extensions,
  rateLimit: expect.objectContaining({ remaining }),
});

describe('one counter for REST and GraphQL', () => {
  it('stacks: one surface uses up the other’s requests', async () => {
    expect((await rest('POST', '/stacks', { stack_name: 'one' })).status).toBe(200);
    const both = await query(`mutation { ${create('a', 'two')} ${create('b', 'three')} ${create('c', 'four')} }`);
    expect([both.status, both.data, both.errors]).toEqual([
      429,
      undefined,
      [{ ...REFUSED, extensions: anyRemaining(2) }],
    ]);
    expect((await query(`mutation { ${create('a', 'two')} ${create('b', 'three')} }`)).status).toBe(200);
    expect((await rest('POST', '/stacks', { stack_name: 'five' })).status).toBe(429);
  });

  it('tool calls', async () => {
    const call = 'mutation { invokeTool(input: {stackId: "x", toolId: "y", toolInput: {}}) { __typename } }';
    expect(remaining(await query(call))).toBe('1');
    await rest('POST', '/stacks/x/tools/y/invoke', { tool_input: {} });
    expect((await query(call)).status).toBe(429);
  });

  it('everything else', async () => {
    expect(remaining(await query('{ a: viewer { scopes } b: viewer { scopes } }'))).toBe('4');
    expect(remaining(await rest('GET', '/stacks'))).toBe('3');
    expect(remaining(await query('{ viewer { scopes } }'))).toBe('2');
  });
});

describe('a refusal', () => {
  it(`beyond ${REFUSALS_MAX} in a window comes before anything is read, only for this key`, async () => {
    const answers = [];
    for (let sent = 0; sent <= REFUSALS_MAX + 5; sent += 1) answers.push(await query('{ viewer { scopes } }'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const { status, headers, errors, data } = await query('no document at all');
    expect({ status, data, errors }).toEqual({ status: 429, data: undefined, errors: [REFUSED] });
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // A request with another key of the account is limited only by its own class.
    const { key } = await createApiKey(account.ctx, { name: 'another' });
    expect((await ask(world.url, key, `mutation { ${create('a', 'another')} }`)).data).toHaveProperty('a.__typename');
    // On REST, the limit applies to each class of requests separately.
    expect((await rest('POST', '/stacks', { stack_name: 'still' })).status).toBe(200);
    const other = await world.newAccount('Other');
    expect((await ask(world.url, other.apiKey, '{ viewer { scopes } }')).status).toBe(200);
  });

  it('of a caller who isn’t signed in never blocks sign-ins from another network', async () => {
    for (let sent = 0; sent <= REFUSALS_MAX + 5; sent += 1) {
      await visit('127.0.0.2', '{ signInOptions { __typename } }');
    }
    const insisting = await visit('127.0.0.2', 'no document at all');
    expect({ status: insisting.status, body: JSON.parse(insisting.body) }).toEqual({
      status: 429,
      body: { errors: [REFUSED] },
    });
    const input = '{ email: "somebody@example.com", password: "not the password" }';
    const elsewhere = await visit('127.0.0.1', `mutation { signIn(input: ${input}) { __typename } }`);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body).not.toContain('Too many requests');
  });

  it('of everything is a 429 with a retry time', async () => {
    for (let sent = 0; sent < 5; sent += 1) await query('{ viewer { scopes } }');
    const { status, headers, errors, data } = await query('{ viewer { scopes } }');
    expect({ status, data, errors }).toEqual({ status: 429, data: undefined, errors: [REFUSED] });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000);
  });

  it('comes before any part of the operation, however many fields it has', async () => {
    const fields = ['a', 'b', 'c', 'd', 'e', 'f'].map((alias) => `${alias}: viewer { scopes }`).join(' ');
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await query(`{ ${fields} }`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('comes at the same count with parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => query('{ viewer { scopes } }')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('of a caller without a key counts the address', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await ask(world.url, null, '{ viewer { scopes } }')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await query('{ viewer { scopes } }')).status).toBe(200);
  });
});

describe('the cost', () => {
  const ONE_POINT = [
    ['introspection', '{ __schema { queryType { name } } }'],
    ['a document that does not parse', '{'],
    ['a document that is not valid', '{ nothing }'],
    ['the counters themselves', '{ rateLimit { class } }'],
  ] as const;
  it.each(ONE_POINT)('of %s is one request', async (_name, text) => {
    expect(remaining(await query(text))).toBe('4');
    expect(remaining(await post(world.url, account.apiKey, { body: JSON.stringify({ query: text }) }))).toBe('3');
  });

  it('is shown for every class', async () => {
    await query(`mutation { ${create('a', 'one')} }`);
    const { data } = await query('{ rateLimit { class limit remaining resetAt } }');
    const resetAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(data).toEqual({
      rateLimit: [
        { class: 'DEFAULT', limit: 5, remaining: 4, resetAt },
        { class: 'STACKS', limit: 3, remaining: 2, resetAt },
        { class: 'INVOKE', limit: 2, remaining: 2, resetAt },
        { class: 'DASHBOARD_CALLS', limit: 20, remaining: 20, resetAt },
      ],
    });
  });

  it('can be set by the operator for one account', async () => {
    await setAccountLimits(world.operator, account.id, { limits: { default: 7 } });
    const { headers } = await query('{ viewer { scopes } }');
    expect(headers.get('x-ratelimit-limit')).toBe('7');
  });
});

it(`viewer.limits shows all ${boundNames.length} limits of the account, with their usage`, async () => {
  await setAccountLimits(world.operator, account.id, { limits: { max_stacks: 7 } });
  await query(`mutation { ${create('a', 'one')} ${create('b', 'two')} }`);
  const { data } = await query('{ viewer { limits { name counts unit max used howToRaise } } }');
  // The account and its key, its limits, and the two stacks.
  const has: Readonly<Record<string, number>> = {
    max_stacks: 2,
    max_api_keys: 1,
    max_audit_events: 5,
    max_audit_bytes: 551,
  };
  const expected = boundNames.map((name) => {
    const { counts, unit, max, isAdjustable } = BOUNDS[name];
    const howToRaise = isAdjustable ? `toolyard account limits --set ${name}=…` : null;
    const used = name in COUNTS ? (has[String(name)] ?? 0) : null;
    return { name, counts, unit: unit.toUpperCase(), max: name === 'max_stacks' ? 7 : max, used, howToRaise };
  });
  expect(data).toEqual({ viewer: { limits: expected } });
});
