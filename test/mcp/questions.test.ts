import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { approveCall } from '../../src/core/approvals/approval.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toApprovalId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { updateStack } from '../../src/core/stacks/stack.ts';
import type { SeenRequest } from '../connectors/mcp/mcpUpstream.ts';
import { eventually } from '../harness/eventually.ts';
import { askingServer, callStateless, openAsking, type Params } from './askingServer.ts';
import type { Endpoint } from './kit.ts';

let made: string[] = [];
const asking = await openAsking(() => askingServer(made));
afterAll(asking.close);
const { worlds, upstream, endpoint } = asking;
beforeEach(() => {
  made = [];
  upstream.requests.length = 0;
});

const at = (instance: 0 | 1, { token, clientId }: Endpoint = endpoint) => ({
  token,
  url: `${worlds[instance].url}/s/${clientId}/mcp`,
});
const FORM = { elicitation: { form: {} } };
const call = (instance: 0 | 1, params: Params, capabilities: object = FORM, to = endpoint) =>
  callStateless(at(instance, to), params, capabilities);
const book = { name: 'asks_book', arguments: { show: 'Hamlet' } };
const accepted = { seats: { action: 'accept', content: { seats: 2 } } };
const newState = async () => (await call(0, book))['requestState'] as string;
const answer = (requestState: string, params: Params = book, more: object = {}) =>
  call(1, { ...params, inputResponses: accepted, requestState, ...more });
const capabilitiesSeen = () =>
  upstream.requests.filter(({ rpc }) => rpc === 'tools/call').map(({ body }) => JSON.parse(body).params._meta);

it('an elicitation reaches the client, and its response returns through another instance, without secrets', async () => {
  const inputRequired = await call(0, book);
  expect(inputRequired).toMatchObject({
    resultType: 'input_required',
    inputRequests: { seats: { method: 'elicitation/create', params: { message: 'How many for Hamlet, [redacted]?' } } },
  });
  expect(JSON.stringify(inputRequired)).not.toContain('of Hamlet');
  expect(
    await answer(inputRequired['requestState'], book, { inputResponses: { ...accepted, other: {} } }),
  ).toMatchObject({
    content: [{ text: 'booked' }],
  });
  expect(made).toEqual([`of Hamlet: ${JSON.stringify(accepted)}`]);
});

it('an official client responds automatically, to forms and URLs', async () => {
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } });
  client.setRequestHandler('elicitation/create', ({ params }) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { seats: 3 } },
  );
  const { url, token } = at(0);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  expect(await client.callTool(book)).toMatchObject({ content: [{ text: 'booked' }] });
  expect(await client.callTool({ name: 'asks_link', arguments: {} })).toMatchObject({ content: [{ text: 'linked' }] });
  await client.close();
  expect(made).toHaveLength(1);
});

/** A state that wasn't issued to this caller for this call causes a protocol error. */
const FOREIGN = 'belongs to another call';

describe('a response is refused', () => {
  it.each<[string, (state: string) => Promise<Record<string, unknown>>, string]>([
    ['with another input', (state) => answer(state, { ...book, arguments: { show: 'Lear' } }), FOREIGN],
    ['to another tool', (state) => answer(state, { name: 'asks_link' }), FOREIGN],
    ['with a state of nobody', () => answer('c3RhdGU'), FOREIGN],
    ['with a state that was changed', (state) => answer(`${state}-TAMPERED`), FOREIGN],
    ['without the state', () => call(1, { ...book, inputResponses: accepted }), 'has no requestState'],
    [
      'for another token',
      async (state) => {
        const { ctx } = worlds[0].account;
        const { id } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } });
        const { token } = await createStackToken(ctx, { endpointId: id, name: 'other' });
        return call(1, { ...book, inputResponses: accepted, requestState: state }, FORM, { ...endpoint, token });
      },
      FOREIGN,
    ],
  ])('%s', async (_name, again, message) => {
    const state = await newState();
    upstream.requests.length = 0;
    const refused = await again(state);
    const asResult = { isError: true, content: [{ text: expect.stringContaining(message) }] };
    const asError = { error: { code: -32_602, message: expect.stringContaining(message) } };
    expect(refused).toMatchObject(message === FOREIGN ? asError : asResult);
    expect(upstream.requests.filter(({ rpc }) => rpc === 'tools/call')).toEqual([]);
    expect(made).toEqual([]);
  });

  it('a second time, even if several arrive at once', async () => {
    const state = await newState();
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(state)));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(made).toHaveLength(1);
    expect(await answer(state)).toMatchObject({ content: [{ text: expect.stringContaining('already answered') }] });
  });

  it('after an hour', async () => {
    const state = await newState();
    const { deps } = worlds[1].edge;
    Object.assign(deps, { now: () => new Date(Date.now() + 3_600_001) });
    const late = await answer(state);
    Object.assign(deps, { now: () => new Date() });
    expect(late).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('has expired') }] });
  });
});

it('a caller without elicitation gets a failure, and upstreams see only the caller’s capabilities', async () => {
  const failed = {
    error: {
      code: -32_021,
      message: expect.stringContaining('a capability that this client has not declared'),
      data: { requiredCapabilities: expect.any(Object) },
    },
  };
  expect(await call(0, book, {})).toMatchObject(failed);
  expect(await call(0, { name: 'asks_link' }, FORM)).toMatchObject(failed);
  expect(await call(0, { name: 'asks_sample' }, { ...FORM, sampling: {} })).toMatchObject(failed);
  await call(0, book, { elicitation: {}, roots: {}, sampling: {} });
  const seen = capabilitiesSeen().map((meta) => meta['io.modelcontextprotocol/clientCapabilities']);
  expect(seen).toEqual([{}, FORM, FORM, FORM]);
});

it('an unsupported elicitation is a failure, even from a server that ignores capabilities', async () => {
  const { intercept } = upstream;
  const result = {
    resultType: 'input_required',
    inputRequests: {
      q: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://a.test' } },
    },
  };
  const ask =
    (callResult: object) =>
    ({ rpc, body }: SeenRequest) =>
      rpc === 'tools/call' ? Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, result: callResult }) : null;
  const sampling = { ...result, inputRequests: { q: { method: 'sampling/createMessage', params: {} } } };
  const failed = { isError: true, content: [{ text: expect.stringContaining('input that only a person can give') }] };
  for (const [callResult, capabilities] of [
    [result, {}],
    [result, FORM],
    [sampling, { ...FORM, sampling: {} }],
    [{ ...result, requestState: 'x'.repeat(20_000) }, { elicitation: { url: {} } }],
  ] as const) {
    upstream.intercept = (seen) => ask(callResult)(seen) ?? intercept(seen);
    expect(await call(0, { name: 'asks_link' }, capabilities)).toMatchObject(failed);
  }
  upstream.intercept = intercept;
});

/** Approves the pending call that a response names. */
async function approve(held: string) {
  const id = toApprovalId(/approval_[\w-]+/.exec(held)?.[0] ?? '');
  await approveCall(worlds[0].account.ctx, id, {});
  return id;
}

describe('a response that was not forwarded can be sent again', () => {
  const again = async (requestState: string) =>
    JSON.stringify(await call(0, { ...book, inputResponses: accepted, requestState }));

  it('after a rule held the call, and the record names its approval', async () => {
    const { ctx } = worlds[0].account;
    const state = await newState();
    const { id } = await createPolicyRule(ctx, { name: 'later', effect: 'ask', tools: ['asks_book'] });
    await approve(await again(state));
    expect(made).toEqual([]);
    expect(await again(state)).toContain('booked');
    await updateStack(ctx, endpoint.stackId, { configuration: { isRecorded: true } });
    const approvalId = await approve(JSON.stringify(await call(0, book)));
    expect(await again(await newState())).toContain('booked');
    const where = { approvalId, outcome: 'ok', decision: 'approved' };
    await eventually('it is recorded', async () => (await ctx.db.callRecord.count({ where })) === 1);
    await deletePolicyRule(ctx, id);
  });

  it('after max_calls refused it', async () => {
    const { operator, account } = worlds[0];
    const state = await newState();
    await setAccountLimits(operator, account.id, { limits: { max_calls: 0 } });
    expect(await again(state)).toContain('max_calls');
    await setAccountLimits(operator, account.id, { limits: {} });
    expect(await again(state)).toContain('booked');
  });
});

it('an approved call elicits and continues, under one approval', async () => {
  const { ctx } = worlds[0].account;
  await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: ['asks_book'] });
  await approve(JSON.stringify(await call(0, book)));
  const state = await newState();
  expect(await answer(state)).toMatchObject({ content: [{ text: 'booked' }] });
  expect(JSON.stringify(await call(0, book))).toContain('requires an approval');
});

it('a call that waits for an approval asks a client to open its page once, and continues once approved', async () => {
  const { ctx } = worlds[0].account;
  const url = { elicitation: { url: {} } };
  await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: ['asks_plain'] });
  const plain = { name: 'asks_plain' };
  const ask = async () => {
    const inputRequired = await call(0, plain, url);
    const { params, method } = inputRequired['inputRequests'].approval;
    expect([inputRequired['resultType'], method, params.mode]).toEqual(['input_required', 'elicitation/create', 'url']);
    return { state: String(inputRequired['requestState']), id: String(params.url).split('/approvals/')[1] ?? '' };
  };
  const opened = (state: string, params: Params = plain) =>
    call(1, { ...params, inputResponses: { approval: { action: 'accept' } }, requestState: state }, url);
  const early = await ask();
  expect(JSON.stringify(await opened(early.state))).toContain('It can be approved at');
  const { state, id } = await ask();
  expect(id).toBe(early.id);
  await approveCall(ctx, toApprovalId(id), {});
  expect(await opened(state, { ...plain, arguments: { other: 1 } })).toMatchObject({ error: { code: -32_602 } });
  upstream.requests.length = 0;
  expect(await opened(state)).toMatchObject({ content: [{ text: 'plainly' }] });
  const sent = upstream.requests.filter(({ rpc }) => rpc === 'tools/call').map(({ body }) => JSON.parse(body).params);
  expect(sent.map(({ inputResponses, requestState }) => [inputResponses, requestState])).toEqual([
    [undefined, undefined],
  ]);
  expect(await opened(state)).toMatchObject({ content: [{ text: expect.stringContaining('already answered') }] });
  expect(await call(0, plain, FORM)).toMatchObject({ isError: true });
});
