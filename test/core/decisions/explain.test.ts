import { afterAll, beforeEach, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { explainDecision } from '../../../src/core/decisions/explain.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { attenuateToken, type Limits, splitAttenuated } from '../../../src/core/kernel/attenuation.ts';
import { newTokenId, toCallerId, toEndpointId, toToolId } from '../../../src/core/kernel/ids.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { makeEndpoint } from '../../mcp/kit.ts';
import { bank, openBank } from '../policies/kit.ts';

const { api, world, endpoint, rules, deleteRules, anotherKey, close } = await openBank();
afterAll(close);
beforeEach(() => deleteRules());
const { ctx } = world.account;
const token = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
if (!token) throw new Error('the token is good');
const { stackId } = endpoint;

it('an explanation lists every rule, and why it applies or not', async () => {
  const { id } = await anotherKey();
  await rules(
    { name: 'default', effect: 'deny', isDefault: true },
    { name: 'other tool', effect: 'deny', tools: ['old_*'] },
    { name: 'other key', effect: 'deny', callers: [id] },
    { name: 'other user', effect: 'deny', endUsers: ['bob'] },
    { name: 'endpoint', effect: 'deny', endpointId: token.endpointId },
    { name: 'large', effect: 'ask', stackId, condition: 'input.amount > 100', message: 'Ask Ann.' },
    { name: 'often', effect: 'deny', quota: { calls: 3, per: 'day' } },
    { name: 'small', effect: 'allow', stackId, condition: 'input.amount < 10' },
  );
  const explain = async (more: object) => {
    const { effect, message, isComplete, considered } = await explainDecision(ctx, {
      stackId,
      toolId: toToolId('bank_pay'),
      endUser: 'ann',
      ...more,
    });
    return {
      effect,
      message,
      isComplete,
      why: Object.fromEntries(considered.map(({ rule, reason, problem }) => [rule?.name, problem ?? reason])),
    };
  };
  const others = {
    'other tool': 'other_tool',
    'other key': 'other_caller',
    'other user': 'other_end_user',
    often: 'quota_left',
  };
  expect(await explain({ input: { amount: 101 } })).toEqual({
    effect: 'ask',
    message: 'the rule “large” requires an approval, which is missing: Ask Ann.',
    isComplete: true,
    why: { ...others, endpoint: 'other_endpoint', default: 'replaced', large: 'matches', small: 'condition_false' },
  });
  expect(await explain({ input: {} })).toMatchObject({
    effect: 'ask',
    why: { large: 'field not found: amount', small: 'condition_failed' },
  });
  expect(await explain({ callerId: token.tokenId, input: { amount: 1 } })).toMatchObject({
    effect: 'deny',
    why: { endpoint: 'matches', small: 'matches' },
  });
  expect(await explain({})).toMatchObject({
    effect: 'deny',
    isComplete: false,
    why: { default: 'matches', large: 'input_unknown' },
  });
  await expect(explain({ callerId: newTokenId() })).rejects.toThrow(new AppError('not_found', 'Caller not found'));
  expect(await explain({ callerId: id })).toMatchObject({ why: { 'other key': 'matches' } });
});

type Sent = { readonly status: number; readonly body: string };

/** A caller of real calls. `id` is its credential's id, which the explanation gets. */
type Caller = {
  readonly id: string;
  readonly attenuated?: string;
  readonly send: (tool: string, input: object) => Promise<Sent>;
};

async function sent(path: string, credential: string, body: object): Promise<Sent> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const response = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.text() };
}

async function tokenOf(
  reach: object,
  { endpointId = token?.endpointId ?? toEndpointId(''), isRevoked = false } = {},
): Promise<Caller> {
  const issued = await createStackToken(ctx, { endpointId, ...reach });
  const { id } = issued.tokenRecord;
  if (isRevoked) await revokeStackToken(ctx, id);
  const path = `/s/${endpoint.clientId}/call_tool`;
  return { id, send: (tool, input) => sent(path, issued.token, { tool_name: tool, tool_input: input }) };
}

/** An attenuation of the endpoint's token. */
function attenuatedBy(...chain: readonly Limits[]): Caller {
  const text = chain.reduce(attenuateToken, endpoint.token);
  const path = `/s/${endpoint.clientId}/call_tool`;
  return {
    id: '',
    attenuated: splitAttenuated(text)?.body ?? '',
    send: (tool, input) => sent(path, text, { tool_name: tool, tool_input: input }),
  };
}

async function usedUpAttenuated(): Promise<Caller> {
  const caller = attenuatedBy({ calls: 9, tools: ['bank_*'] }, { calls: 1 });
  expect(await caller.send('bank_read', {})).toMatchObject({ status: 200 });
  return caller;
}

async function keyOf(role: string, { isRevoked = false } = {}): Promise<Caller> {
  const { apiKey: made, key } = await createApiKey(ctx, { name: role, role });
  if (isRevoked) await revokeApiKey(ctx, made.id);
  const path = (tool: string) => `/v1/stacks/${stackId}/tools/${tool}/invoke`;
  return { id: made.id, send: (tool, input) => sent(path(tool), key, { tool_input: input }) };
}

async function usedUp(reach: object = {}): Promise<Caller> {
  const caller = await tokenOf({ ...reach, callsMax: 1 });
  expect(await caller.send('bank_read', {})).toMatchObject({ status: 200 });
  return caller;
}

async function ofAnotherStack(): Promise<Caller> {
  const { clientId } = await makeEndpoint(ctx, world.url, 'theirs', []);
  const { id } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId } });
  return tokenOf({}, { endpointId: id });
}

const NO_BEARER: ReadonlySet<string | undefined> = new Set(['credential_ended', 'other_stack', 'other_network']);

type ExplainedCall = { readonly toolId: string; readonly input: object; readonly ruleCount: number };

async function compare(
  label: string,
  { id, attenuated, send }: Caller,
  { toolId, input, ruleCount }: ExplainedCall,
): Promise<void> {
  const caller = attenuated ? { attenuated } : { callerId: toCallerId(id) };
  const request = { stackId, toolId: toToolId(toolId), ...caller, input, address: '127.0.0.1' };
  const { effect, message, considered } = await explainDecision(ctx, request);
  const before = api.requests.length;
  const { status, body } = await send(toolId, input);
  expect(api.requests.length > before, label).toBe(effect === 'allow');
  expect(
    considered.filter(({ rule }) => rule),
    label,
  ).toHaveLength(ruleCount);
  if (NO_BEARER.has(considered[0]?.reason)) expect(status, label).toBe(401);
  else expect(body, label).toContain(message?.split(': /')[0] ?? '');
}

it('an explanation matches what a real call gets, for every caller in every state', async () => {
  await deleteRules();
  const callers: Readonly<Record<string, Caller>> = {
    'a token': await tokenOf({}),
    'a token for other tools': await tokenOf({ tools: ['old_*'] }),
    'a token for these tools': await tokenOf({ tools: ['bank_*'] }),
    'a token attenuated to other tools': attenuatedBy({ tools: ['old_*'] }),
    'a token attenuated to these tools': attenuatedBy({ tools: ['bank_*'] }, { tools: ['*_pay', 'bank_read'] }),
    'a token attenuated to small amounts': attenuatedBy({ when: 'has(input.amount) && input.amount < 100' }),
    'a token attenuated by an invalid condition': attenuatedBy({ when: 'input.amount +' }),
    'a token that was attenuated and has ended': attenuatedBy({}, { exp: 1_700_000_000 }, {}),
    'a token attenuated to two end users': attenuatedBy({ end_user: 'ann' }, { end_user: 'bob' }),
    'a token attenuated, without calls left': await usedUpAttenuated(),
    'a token of another network': await tokenOf({ networks: ['192.0.2.0/24'] }),
    'a token of this network': await tokenOf({ networks: ['127.0.0.0/8'] }),
    'a token with calls left': await tokenOf({ callsMax: 1_000 }),
    'a token without calls left': await usedUp(),
    'a token for tools, without calls left': await usedUp({ tools: ['bank_read'] }),
    'a token of an end user': await tokenOf({ endUser: 'ann' }),
    'a token of another stack': await ofAnotherStack(),
    'a revoked token': await tokenOf({}, { isRevoked: true }),
    'a developer’s key': await keyOf('developer'),
    'an auditor’s key': await keyOf('auditor'),
    'an approver’s key': await keyOf('approver'),
    'a revoked key': await keyOf('developer', { isRevoked: true }),
  };
  const [shop] = bank(api.url);
  const changed = shop?.tools?.map((tool) => (tool.name === 'close' ? { ...tool, description: 'Closes all.' } : tool));
  await saveServer(ctx, { ...shop, tools: changed });
  const wrong = { amount: 'much' };
  const states: Readonly<Record<string, readonly [tool: string, input: object, ...rules: object[]]>> = {
    'without rules': ['bank_pay', { amount: 1 }],
    'an input that does not fit': ['bank_pay', wrong],
    'a rule that denies': ['bank_pay', {}, { effect: 'deny', tools: ['bank_pay'] }],
    'a rule that asks': ['bank_pay', {}, { effect: 'ask', tools: ['bank_pay'] }],
    'a rule for an end user': ['bank_pay', {}, { effect: 'deny', endUsers: ['ann'] }],
    'a held tool': ['bank_close', {}],
    'a held tool that a rule denies': ['bank_close', {}, { effect: 'deny' }],
    'a held tool, an input that does not fit': ['bank_close', wrong, { effect: 'deny' }],
  };
  for (const [state, [toolId, input, ...ruleList]] of Object.entries(states)) {
    await rules(...ruleList);
    for (const [name, caller] of Object.entries(callers)) {
      await compare(`${name}, ${state}`, caller, { toolId, input, ruleCount: ruleList.length });
    }
  }
  await saveServer(ctx, shop);
});

it('an explanation says what depends on a missing input, token or address', async () => {
  await deleteRules();
  const [{ id: bound }, { id: free }] = [await tokenOf({ networks: ['192.0.2.0/24'] }), await tokenOf({})];
  const explain = (more: object) => explainDecision(ctx, { stackId, toolId: toToolId('bank_pay'), input: {}, ...more });
  expect(await explain({ callerId: bound })).toMatchObject({
    effect: 'allow',
    isComplete: false,
    considered: [{ rule: null, reason: 'network_unknown' }],
  });
  const known = { effect: 'allow', message: null, isComplete: true, considered: [] };
  expect(await explain({ callerId: bound, address: '192.0.2.7' })).toEqual(known);
  expect(await explain({ callerId: free })).toEqual(known);
  expect(await explain({ callerId: free, input: undefined })).toEqual({ ...known, isComplete: false });
  expect(await explain({ callerId: token.endpointId })).toEqual({ ...known, isComplete: false });
  await expect(explain({ callerId: free, address: 'foo' })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ path: '/address', message: 'must be an IP address' }] },
  });
});
