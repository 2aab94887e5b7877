import { afterAll, beforeEach, expect, it } from 'vitest';
import { newIdempotencyKey, Toolyard, ToolyardError } from '../../clients/typescript/src/index.ts';
import { freePort } from '../harness/listen.ts';
import type { Fault } from './proxy.ts';
import { openService } from './service.ts';

const { api, proxy, url, apiKey, ids, close } = await openService({ callTimeoutMs: 3_000 });
afterAll(close);
beforeEach(() => {
  proxy.passed.length = 0;
  proxy.faults.length = 0;
});

const toolyard = new Toolyard({ baseUrl: url, apiKey, token: ids.token });
const { stack: stack_id, client: client_id } = ids;
const LOST: Fault = { kind: 'lost' };
const LATER: Fault = { kind: 'answer', status: 429, headers: { 'retry-after': '1' } };

/** The error of a failed request. */
async function errorOf(request: Promise<unknown>): Promise<ToolyardError> {
  const error = await request.then(
    () => new Error('It was answered'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ToolyardError) return error;
  throw error;
}

const echo = { tool_name: 'shop_echo', tool_input: { text: 'once' } };
const invoked = { stack_id, tool_id: 'shop_echo', tool_input: { text: 'once' } };
let tried = 0;

it('creates once, however often the response is lost, and returns the first result', async () => {
  const { endpoint_id } = await toolyard.createEndpoint({ stack_id, name: 'Agent' });
  const creations = {
    create_stack: async () => (await toolyard.createStack({ stack_name: 'Once' })).stack_id,
    create_endpoint: async () => (await toolyard.createEndpoint({ stack_id, name: 'Once' })).first_token.token,
    create_stack_token: async () => (await toolyard.createStackToken({ endpoint_id })).token,
    create_api_key: async () => (await toolyard.createApiKey({ name: 'Once' })).key,
    add_server: async () => (await toolyard.addServer({ stack_id, server_id: 'corner' })).message,
  };
  for (const [operation, create] of Object.entries(creations)) {
    proxy.passed.length = 0;
    proxy.faults.push(LOST, { kind: 'cut' }, { kind: 'answer', status: 502 });
    expect(await create()).toMatch(/\w/);
    expect(proxy.passed.map((each) => [each.operation, each.status])).toEqual([
      [operation, 200],
      [operation, 200],
      [operation, 0],
      [operation, 200],
    ]);
    expect(new Set(proxy.passed.map(({ key }) => key)).size).toBe(1);
    tried += 1;
  }
  const named = async (list: Promise<readonly object[]>, text: string) =>
    (await list).filter((each) => JSON.stringify(each).includes(`"${text}"`)).length;
  expect(await named(toolyard.listStacks(), 'Once')).toBe(1);
  expect(await named(toolyard.listEndpoints({ stack_id }), 'Once')).toBe(1);
  expect((await toolyard.listStackTokens({ endpoint_id })).length).toBe(2);
  expect(await named(toolyard.listApiKeys(), 'Once')).toBe(1);
  const { key } = await toolyard.createApiKey({ name: 'Other' }, { idempotencyKey: newIdempotencyKey() });
  expect(await new Toolyard({ baseUrl: url, apiKey: key }).listStacks()).toHaveLength(3);
});

it('retries a read after a lost or truncated response, and gives up after an hour', async () => {
  proxy.faults.push(LOST, { kind: 'cut' }, { kind: 'answer', status: 504 });
  expect((await toolyard.getStack({ stack_id })).stack_name).toBe('Work');
  expect(proxy.passed.length).toBe(4);
  proxy.faults.push(LOST, LOST, LOST, LOST, LOST);
  const error = await errorOf(toolyard.getStack({ stack_id }));
  expect([error.code, error.attempts, error.status, error.isOutcomeUnknown]).toEqual(['no_answer', 4, null, false]);
  expect(proxy.faults.splice(0).length).toBe(1);
  proxy.faults.push(LOST);
  expect((await errorOf(toolyard.getStack({ stack_id }, { retries: 0 }))).attempts).toBe(1);
  tried += 3;
});

it('retries a call with its key, and none without', async () => {
  const reached = api.requests.length;
  proxy.faults.push(LOST);
  const bare = await errorOf(toolyard.invokeTool(invoked));
  expect([bare.code, bare.attempts, bare.isOutcomeUnknown]).toEqual(['no_answer', 1, true]);
  expect(api.requests.length).toBe(reached + 1);
  for (const call of [
    (idempotencyKey: string) => toolyard.invokeTool(invoked, { idempotencyKey }),
    (idempotencyKey: string) => toolyard.callTool({ client_id, ...echo }, { idempotencyKey }),
  ]) {
    const before = api.requests.length;
    proxy.faults.push(LOST);
    expect((await call(newIdempotencyKey())).result['path']).toBe('/echo');
    expect(api.requests.length).toBe(before + 1);
    tried += 1;
  }
  proxy.passed.length = 0;
  proxy.faults.push(LOST, LOST);
  const twice = await errorOf(toolyard.invokeTool(invoked, { idempotencyKey: newIdempotencyKey() }));
  expect([twice.attempts, twice.isOutcomeUnknown, proxy.passed.length]).toEqual([2, true, 2]);
  tried += 2;
});

it('does not retry a call with an unknown outcome', async () => {
  const headers = { 'x-outcome': 'unknown', 'retry-after': '1' };
  proxy.faults.push({ kind: 'answer', status: 500, headers });
  const error = await errorOf(toolyard.invokeTool(invoked, { idempotencyKey: newIdempotencyKey() }));
  expect([error.attempts, error.isOutcomeUnknown]).toEqual([1, true]);
  // A creation with an idempotency key can be retried.
  proxy.faults.push({ kind: 'answer', status: 503, headers });
  await toolyard.createApiKey({ name: 'Again' });
  tried += 2;
});

it('does not retry a change whose response is lost', async () => {
  for (const change of [
    () => toolyard.updateStack({ stack_id, stack_name: 'Work' }),
    () => toolyard.updateCredentials({ stack_id, server_id: 'shop', credentials: { shop_region: 'north' } }),
    () => toolyard.removeCredential({ stack_id, server_id: 'shop', field_id: 'shop_region' }),
    () => toolyard.invokeBatch({ stack_id, calls: [{ tool_id: 'shop_echo', tool_input: { text: 'a' } }] }),
  ]) {
    proxy.faults.push(LOST);
    const error = await errorOf(change());
    expect([error.attempts, error.isOutcomeUnknown]).toEqual([1, true]);
    tried += 1;
  }
});

it('waits as long as the service asks, up to its own limit', async () => {
  const startedAt = performance.now();
  proxy.faults.push(LATER, LATER);
  await toolyard.invokeTool(invoked);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2_000);
  const headers = { 'retry-after': '60', 'x-error-message': 'The limit stacks is 30 a minute' };
  proxy.faults.push({ kind: 'answer', status: 429, headers: headers });
  const error = await errorOf(toolyard.updateStack({ stack_id, stack_name: 'Work' }, { totalTimeoutMs: 30_000 }));
  expect([error.code, error.retryAfterSeconds, error.attempts]).toEqual(['rate_limited', 60, 1]);
  expect(error.message).toBe('The limit stacks is 30 a minute');
  // The lost request may have been executed, although the last response denies it.
  proxy.faults.push(LOST, { kind: 'answer', status: 429, headers: { 'retry-after': '600' } });
  const key = await errorOf(toolyard.createApiKey({ name: 'Lost' }));
  expect([key.code, key.attempts, key.isOutcomeUnknown]).toEqual(['rate_limited', 2, true]);
  tried += 3;
});

it('waits for its running call, and does not repeat a change when it was aborted', async () => {
  await toolyard.addServer({ stack_id, server_id: 'slow', enable_all_tools: true });
  proxy.passed.length = 0;
  const reached = api.requests.length;
  const options = { idempotencyKey: newIdempotencyKey(), timeoutMs: 1_000, retries: 10 };
  const slow = { stack_id, tool_id: 'slow_hang', tool_input: {} };
  const error = await errorOf(toolyard.invokeTool(slow, options));
  // The first call keeps running, so the service refuses every retry.
  const refusals = proxy.passed.map(({ status }) => status).filter((status) => status !== 500);
  expect(refusals.length).toBeGreaterThan(1);
  expect(new Set(refusals)).toEqual(new Set([400]));
  expect(proxy.passed).toHaveLength(refusals.length + 1);
  expect([error.attempts, error.code, error.isOutcomeUnknown]).toEqual([refusals.length + 1, 'invalid_input', true]);
  expect(error.message).toContain('it was cut off and may have taken effect');
  expect(api.requests.length).toBe(reached + 1);
  tried += 1;
});

it('distinguishes a failed connection from a lost response', async () => {
  const nowhere = new Toolyard({ baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey, retries: 1 });
  const error = await errorOf(nowhere.updateStack({ stack_id, stack_name: 'Work' }));
  expect([error.code, error.attempts, error.isOutcomeUnknown]).toEqual(['no_answer', 2, false]);
  expect(error.message).toMatch(/ECONNREFUSED/);
  expect(JSON.stringify(error) + String(error.stack)).not.toContain(apiKey);
  tried += 1;
});

it('times out each attempt', async () => {
  proxy.faults.push({ kind: 'hang' }, { kind: 'hang' });
  const error = await errorOf(toolyard.getStack({ stack_id }, { timeoutMs: 300, retries: 1 }));
  expect([error.code, error.attempts, error.message]).toEqual(['no_answer', 2, 'No answer: none within 300 ms']);
  tried += 1;
});

it('stops on abort: before, during and between attempts', async () => {
  const reason = new Error('enough');
  await expect(toolyard.listStacks({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(proxy.passed.length).toBe(0);
  for (const fault of [{ kind: 'hang' }, { ...LATER, headers: { 'retry-after': '100' } }] as const) {
    proxy.faults.push(fault);
    const giving = new AbortController();
    const passed = proxy.nextPassed();
    const request = expect(toolyard.listStacks({}, { signal: giving.signal })).rejects.toBe(reason);
    await passed;
    giving.abort(reason);
    await request;
    tried += 1;
  }
  expect(proxy.passed.length).toBe(2);
});

it('covers every retry rule', () => {
  process.stdout.write(`TypeScript: ${tried} ways in which requests fail\n`);
  expect(tried).toBeGreaterThan(20);
});
