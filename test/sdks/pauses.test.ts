import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Pause, Toolyard, ToolyardError } from '../../clients/typescript/src/index.ts';
import type { Fault } from './proxy.ts';
import { openService } from './service.ts';

const { api, proxy, url, apiKey, ids, controls, close } = await openService();
afterAll(close);
beforeEach(() => {
  proxy.passed.length = 0;
  proxy.faults.length = 0;
});

const toolyard = new Toolyard({ baseUrl: url, apiKey, token: ids.token });
const { stack: stack_id, client: client_id } = ids;
const invocation = { stack_id, tool_id: 'shop_welcome', tool_input: {} };
const agentCall = { client_id, tool_name: 'shop_welcome', tool_input: {} };

async function errorOf(request: Promise<unknown>): Promise<ToolyardError> {
  const thrown: unknown = await request.catch((error: unknown) => error);
  if (thrown instanceof ToolyardError) return thrown;
  throw new Error('No ToolyardError');
}

/** Decides a call's pending approval once the call reports it. */
const deciding = (control: 'approve' | 'deny') => {
  const pauses: Pause[] = [];
  const onPause = (pause: Pause): void => {
    pauses.push(pause);
    void controls[control]?.({ id: pause.kind === 'approval' ? pause.id : '' });
  };
  return { pauses, waitForPerson: { timeoutMs: 20_000, intervalMs: 100, onPause } };
};

it('reports what a call waits for, and resumes with the same call', async () => {
  for (const call of [() => toolyard.invokeTool(invocation), () => toolyard.callTool(agentCall)]) {
    const reached = api.requests.length;
    const error = await errorOf(call());
    expect([error.code, error.status, error.attempts]).toEqual(['approval_required', 400, 1]);
    const id = error.pause?.kind === 'approval' ? error.pause.id : '';
    expect(id).toMatch(/^approval_/);
    await controls['approve']?.({ id });
    expect((await call()).result).toEqual({ welcome: true });
    expect(api.requests.length).toBe(reached + 1);
  }
});

it('waits for the approver', async () => {
  const reached = api.requests.length;
  const { pauses, waitForPerson } = deciding('approve');
  const { result } = await toolyard.invokeTool(invocation, { waitForPerson, idempotencyKey: 'pause-1' });
  expect(result).toEqual({ welcome: true });
  expect([pauses.length, api.requests.length]).toEqual([1, reached + 1]);
});

it('throws the denial’s message', async () => {
  const { pauses, waitForPerson } = deciding('deny');
  const error = await errorOf(toolyard.callTool(agentCall, { waitForPerson }));
  expect([error.code, error.pause, pauses.length]).toEqual(['denied', null, 1]);
  expect(error.message).toContain('Not today.');
});

it('waits for a sign-in, too', async () => {
  const missing: Fault = { kind: 'answer', status: 400, body: { detail: 'Sign in', connect_url: 'https://x.test/c' } };
  proxy.faults.push(missing, missing);
  const pauses: Pause[] = [];
  const waitForPerson = { timeoutMs: 20_000, intervalMs: 10, onPause: (pause: Pause) => void pauses.push(pause) };
  const input = { text: 'hi' };
  await toolyard.invokeTool({ stack_id, tool_id: 'shop_echo', tool_input: input }, { waitForPerson });
  expect(pauses).toEqual([{ kind: 'sign_in', url: 'https://x.test/c' }]);
  expect(proxy.passed.length).toBe(3);
});

it('throws the pause on timeout, and immediately on abort', async () => {
  const late = await errorOf(toolyard.invokeTool(invocation, { waitForPerson: { timeoutMs: 2_000, intervalMs: 10 } }));
  expect([late.code, late.pause?.kind]).toEqual(['approval_required', 'approval']);
  expect(proxy.passed.length).toBeGreaterThan(1);
  const giving = new AbortController();
  const waitForPerson = { timeoutMs: 60_000, intervalMs: 50_000, onPause: () => giving.abort(new Error('enough')) };
  await expect(toolyard.invokeTool(invocation, { waitForPerson, signal: giving.signal })).rejects.toThrow('enough');
});

it('iterates multi-page lists by row and by page', async () => {
  for (let each = 0; each < 6; each += 1) await toolyard.createApiKey({ name: `Key ${each}` });
  const { endpoint_id } = await toolyard.createEndpoint({ stack_id, name: 'Pages' });
  await toolyard.createStackToken({ endpoint_id });
  const whole = { limit: 1 };
  const lists = [
    [toolyard.iterateStacks(whole), await toolyard.listStacks()],
    [toolyard.iterateServers(whole), await toolyard.listServers()],
    [toolyard.iterateEndpoints({ stack_id, ...whole }), await toolyard.listEndpoints({ stack_id })],
    [toolyard.iterateStackTokens({ endpoint_id, ...whole }), await toolyard.listStackTokens({ endpoint_id })],
    [toolyard.iterateApiKeys({ limit: 3 }), await toolyard.listApiKeys()],
  ] as const;
  let pages = 0;
  for (const [list, expected] of lists) {
    const rows: unknown[] = [];
    for await (const row of list) rows.push(row);
    expect(rows).toEqual(expected);
    expect(expected.length).toBeGreaterThan(1);
    for await (const page of list.pages()) pages += page.length > 0 ? 1 : 0;
  }
  process.stdout.write(`TypeScript: ${lists.length} lists, ${pages} pages\n`);
  expect(pages).toBeGreaterThan(10);
});

it('names each error as documented', async () => {
  const { key } = await toolyard.createApiKey({ name: 'Auditor', role: 'auditor' });
  const auditor = new Toolyard({ baseUrl: url, apiKey: key });
  const stranger = new Toolyard({ baseUrl: url, apiKey: 'ty_none', token: 'none' });
  const call = (tool_id: string, tool_input: object = {}) =>
    toolyard.invokeTool({ stack_id, tool_id, tool_input: { ...tool_input } });
  const failures = {
    unauthenticated: [() => stranger.listStacks(), () => stranger.listTools({ client_id })],
    forbidden: [() => auditor.createStack({ stack_name: 'No' })],
    not_found: [() => toolyard.getStack({ stack_id: 'stack_none' }), () => call('shop_none')],
    already_exists: [() => toolyard.createStack({ stack_name: 'Work' })],
    invalid_input: [() => toolyard.createStack({ stack_name: '' }), () => call('shop_echo', { text: 1 })],
    missing_credentials: [
      () => toolyard.invokeTool({ stack_id: ids.bare, tool_id: 'shop_echo', tool_input: { text: 'a' } }),
    ],
    upstream_refused: [() => call('shop_refused')],
    upstream_rate_limited: [
      () => toolyard.invokeTool({ stack_id, tool_id: 'shop_limited', tool_input: {} }, { retries: 0 }),
    ],
    upstream_error: [() => toolyard.callTool({ client_id, tool_name: 'shop_broken', tool_input: {} })],
    denied: [() => call('shop_binary')],
    too_large: [() => call('shop_echo', { text: 'x'.repeat(20_000_000) })],
  } as const;
  let tried = 0;
  for (const [code, requests] of Object.entries(failures))
    for (const request of requests) {
      const error = await errorOf(request());
      expect(error.code, error.message).toBe(code);
      expect([error.requestId?.length, error.attempts, error.isOutcomeUnknown]).toEqual([expect.any(Number), 1, false]);
      tried += 1;
    }
  const { issues } = await errorOf(call('shop_echo', { text: 1 }));
  expect(issues).toEqual([{ path: '/text', message: expect.any(String) }]);
  process.stdout.write(`TypeScript: ${tried} failures of ${Object.keys(failures).length} codes\n`);
});
