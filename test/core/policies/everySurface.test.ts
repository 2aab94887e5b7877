import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { approveCall, listApprovals } from '../../../src/core/approvals/approval.ts';
import type { PassedRequest, ToolCall } from '../../../src/core/calls/connector.ts';
import type { AllowDecision } from '../../../src/core/decisions/decide.ts';
import { toApprovalId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { connect, post } from '../../mcp/kit.ts';
import { bank, openBank } from './kit.ts';

const { api, world, endpoint, rules, close } = await openBank();
afterAll(close);

const json = { 'content-type': 'application/json' };
const asAccount = { ...json, authorization: `Bearer ${world.account.apiKey}` };

async function send(path: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const graphql = (query: string): Promise<unknown> => send('/graphql', asAccount, { query });

const call = (tool: string) => ({ tool_name: tool, tool_input: { amount: 1 } });
const rpc = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});

async function official(era: 'legacy' | 'auto', tool: string): Promise<unknown> {
  const client = await connect(endpoint, era);
  const result = await client.callTool({ name: tool, arguments: { amount: 1 } });
  await client.close();
  return result;
}

const FAILURE = '... on ToolFailedError { outcome message ruleId }';

/** A different key per rule, because an answer is stored under its key. */
let key = '';

/** Every way to call a tool. */
const SURFACES: Readonly<Record<string, (tool: string) => Promise<unknown>>> = {
  'POST /v1/…/invoke': (tool) =>
    send(`/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke`, asAccount, { tool_input: { amount: 1 } }),
  'POST /v1/…/invoke with an Idempotency-Key': (tool) =>
    send(
      `/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke`,
      { ...asAccount, 'idempotency-key': key },
      { tool_input: { amount: 1 } },
    ),
  'POST /v1/…/invoke in search mode': (tool) =>
    send(`/v1/stacks/${endpoint.stackId}/tools/call_tool/invoke?mode=search`, asAccount, { tool_input: call(tool) }),
  'POST /v1/…/invoke_batch': (tool) =>
    send(`/v1/stacks/${endpoint.stackId}/tools/invoke_batch`, asAccount, {
      calls: [{ tool_id: tool, tool_input: { amount: 1 } }],
    }),
  'POST /s/…/call_tool': (tool) =>
    send(`/s/${endpoint.clientId}/call_tool`, { ...json, authorization: `Bearer ${endpoint.token}` }, call(tool)),
  'POST /s/…/call_tool in search mode': (tool) =>
    send(
      `/s/${endpoint.clientId}/call_tool?mode=search`,
      { ...json, authorization: `Bearer ${endpoint.token}` },
      { tool_name: 'call_tool', tool_input: call(tool) },
    ),
  'MCP, the direct path': async (tool) => (await post(endpoint, rpc(tool, { amount: 1 }))).body,
  'MCP in search mode': async (tool) =>
    (await post({ ...endpoint, url: `${endpoint.url}?mode=search` }, rpc('call_tool', call(tool)))).body,
  'MCP, an official client with a handshake': (tool) => official('legacy', tool),
  'MCP, an official client without state': (tool) => official('auto', tool),
  'GraphQL invokeTool': (tool) =>
    graphql(
      `mutation { invokeTool(input: { stackId: "${endpoint.stackId}", toolId: "${tool}", toolInput: { amount: 1 } }) { __typename ${FAILURE} ... on InvokeToolPayload { result } } }`,
    ),
  'GraphQL invokeTools': (tool) =>
    graphql(
      `mutation { invokeTools(input: { stackId: "${endpoint.stackId}", calls: [{ toolId: "${tool}", toolInput: { amount: 1 } }] }) { ... on InvokeToolsPayload { answers { result failure { outcome message } } } } }`,
    ),
};

const WAYS = Object.entries(SURFACES);

describe.each([
  ['deny', 'the rule “hands off” denies the call: Ask Ann.'],
  ['ask', 'the rule “hands off” requires an approval, which is missing: Ask Ann.'],
])('under a rule with the effect %s', (effect, text) => {
  beforeAll(async () => {
    key = randomUUID();
    await rules({ name: 'hands off', effect, readOnly: false, message: 'Ask Ann.' });
  });

  it.each(WAYS)('%s reaches no upstream, and reports the same as all others', async (_way, reach) => {
    const before = api.requests.length;
    expect(JSON.stringify(await reach('bank_pay'))).toContain(`Tool execution failed: ${text}`);
    expect(api.requests.length - before).toBe(0);
  });
});

describe('under a rule that needs approval', () => {
  const { ctx } = world.account;
  beforeAll(async () => {
    key = randomUUID();
    await rules({ effect: 'ask', tools: ['bank_pay'] });
  });

  it.each(WAYS)('%s reaches the upstream once after approval', async (_way, reach) => {
    const before = api.requests.length;
    const answer = JSON.stringify(await reach('bank_pay'));
    const [approval, ...others] = await listApprovals(ctx, { state: 'pending' });
    expect(others).toEqual([]);
    expect(answer).toContain(`/approvals/${approval?.id}; then make the same call again`);
    await approveCall(ctx, toApprovalId(approval?.id ?? ''), {});
    expect(JSON.stringify(await reach('bank_pay'))).not.toContain('failed');
    expect(api.requests.length - before).toBe(1);
  });

  it('returns the approval separately from the text', async () => {
    const pauses = await Promise.all([
      SURFACES['POST /v1/…/invoke']?.('bank_pay'),
      SURFACES['POST /s/…/call_tool']?.('bank_pay'),
      SURFACES['POST /v1/…/invoke_batch']?.('bank_pay'),
      graphql(
        `mutation { invokeTool(input: { stackId: "${endpoint.stackId}", toolId: "bank_pay", toolInput: { amount: 1 } }) { ... on ToolFailedError { pause_id: approvalId } } }`,
      ),
    ]);
    const waiting = await listApprovals(ctx, { state: 'pending' });
    const ids = pauses.map((pause) => /"pause_id":"(approval_[\w-]+)"/.exec(JSON.stringify(pause))?.[1]);
    // The agent at the endpoint and the account's key are two callers.
    expect(new Set(ids)).toEqual(new Set(waiting.map(({ id }) => id)));
    expect(waiting.length).toBe(2);
  });
});

describe('without a matching deny rule', () => {
  beforeAll(async () => {
    key = randomUUID();
    await rules({ effect: 'deny', servers: ['old'] }, { effect: 'allow', tools: ['bank_*'] });
  });

  it.each(WAYS)('%s reaches the upstream', async (_way, reach) => {
    const before = api.requests.length;
    expect(JSON.stringify(await reach('bank_pay'))).not.toContain('failed');
    expect(api.requests.length - before).toBe(1);
  });
});

describe('with a tool that changed since it was enabled', () => {
  beforeAll(async () => {
    key = randomUUID();
    await rules({ effect: 'allow' });
    const [document] = bank(api.url);
    if (!document) throw new Error('there is a bank');
    await saveServer(world.account.ctx, {
      ...document,
      tools: document.tools?.map((tool) => ({ ...tool, ...(tool.name === 'pay' && { description: 'Pays twice.' }) })),
    });
  });

  it.each(WAYS)(
    '%s reaches no upstream, gives the reason, and reveals nothing of the new definition',
    async (_way, reach) => {
      const before = api.requests.length;
      const answer = JSON.stringify(await reach('bank_pay'));
      expect(answer).toContain('has changed since it was enabled (reworded), and the change waits for a review');
      expect(answer).not.toContain('twice');
      expect(api.requests.length - before).toBe(0);
      expect(JSON.stringify(await reach('bank_read'))).not.toContain('failed');
    },
  );
});

describe('with a tool that its server removed', () => {
  beforeAll(async () => {
    key = randomUUID();
    const [document] = bank(api.url);
    if (!document) throw new Error('there is a bank');
    await saveServer(world.account.ctx, { ...document, tools: document.tools?.filter(({ name }) => name !== 'pay') });
  });

  it.each(WAYS)('%s reaches no upstream, and says that the tool was removed', async (_way, reach) => {
    const before = api.requests.length;
    const answer = JSON.stringify(await reach('bank_pay'));
    expect(answer).toContain('the tool was removed upstream: its server does not list it any more');
    expect(api.requests.length - before).toBe(0);
    expect(JSON.stringify(await reach('bank_read'))).not.toContain('failed');
  });
});

it(`all ${WAYS.length} ways to call a tool were tested; a connector needs a decision for each call`, () => {
  expectTypeOf<ToolCall>().toExtend<{ readonly permit: AllowDecision }>();
  expectTypeOf<PassedRequest>().toExtend<{ readonly permit: AllowDecision }>();
  expectTypeOf<{ readonly ruleIds: readonly [] }>().not.toExtend<AllowDecision>();
});
