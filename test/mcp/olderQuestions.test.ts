import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStackToken, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { limitClassOf } from '../../src/mcp/message.ts';
import { eventually } from '../harness/eventually.ts';
import { askingServer, openAsking } from './askingServer.ts';
import { post } from './kit.ts';
import { type Answer, BOTH, openOlderClient, type Posted } from './olderClient.ts';

let made: string[] = [];
const asking = await openAsking(() => askingServer(made));
afterAll(asking.close);
const { worlds, upstream, endpoint } = asking;
beforeEach(() => {
  made = [];
  upstream.requests.length = 0;
});

/** The messages that the clients below posted. */
let posted: Posted[] = [];

const elsewhere = endpoint.url.replace(worlds[0].url, worlds[1].url);
const notePosted = (one: Posted): void => void posted.push(one);
const openClient = (
  capabilities: object,
  answer: Answer,
  { token = endpoint.token, answeringToken = token }: { token?: string; answeringToken?: string } = {},
) => openOlderClient(capabilities, answer, { endpoint: { ...endpoint, token }, elsewhere, answeringToken, notePosted });

const seats: Answer = () => ({ action: 'accept', content: { seats: 2 } });
const book = { name: 'asks_book', arguments: { show: 'Hamlet' } };

beforeEach(() => {
  posted = [];
});

it.each<[string, Answer, string]>([
  ['an answer', seats, '{"action":"accept","content":{"seats":2}}'],
  ['a refusal', () => ({ action: 'decline' }), '{"action":"decline"}'],
  ['an error, which cancels', () => Promise.reject(new Error('no window')), '{"action":"cancel"}'],
])('an elicitation reaches an older client, and %s returns through another instance', async (_name, answer, sent) => {
  const messages: string[] = [];
  const client = await openClient(BOTH, (params) => {
    messages.push(params.message);
    return answer(params);
  });
  expect(await client.callTool(book)).toMatchObject({ content: [{ text: 'booked' }] });
  expect(messages).toEqual(['How many for Hamlet, [redacted]?']);
  expect(made).toEqual([`of Hamlet: {"seats":${sent}}`]);
  // No row of the elicitation remains.
  expect(await worlds[0].account.ctx.db.idempotentCall.count()).toBe(0);
  await client.close();
});

it('a client can be asked to open a URL, by the upstream and for an approval', async () => {
  const opened: unknown[] = [];
  const client = await openClient(BOTH, (params) => {
    opened.push(params);
    return { action: 'accept' };
  });
  expect(await client.callTool({ name: 'asks_link', arguments: {} })).toMatchObject({ content: [{ text: 'linked' }] });
  const { ctx } = worlds[0].account;
  const { id } = await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: ['asks_plain'] });
  expect(await client.callTool({ name: 'asks_plain', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('It can be approved at') }],
  });
  await deletePolicyRule(ctx, id);
  const elicitationId = expect.stringContaining('toolyard-question-');
  expect(opened).toMatchObject([
    { mode: 'url', url: 'https://a.test/in', elicitationId },
    { mode: 'url', url: expect.stringContaining('/approvals/approval_'), elicitationId },
  ]);
  await client.close();
});

it('access removed while a call waits is gone when the call continues', async () => {
  const { ctx } = worlds[0].account;
  const first = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } });
  const issued = await createStackToken(ctx, { endpointId: first.id });
  const denied = { name: 'deny', effect: 'deny', tools: ['asks_book'] };
  const enable = (enabledTools: string[]) =>
    updateServerTools(ctx, endpoint.stackId, toServerId('asks'), { enabledTools });
  const all = ['asks_book', 'asks_link', 'asks_plain', 'asks_sample'];
  const undeny = async () => {
    for (const { id } of await ctx.db.policyRule.findMany()) await deletePolicyRule(ctx, id);
  };
  const changes: readonly (readonly [() => Promise<unknown>, RegExp, () => Promise<unknown>])[] = [
    [() => createPolicyRule(ctx, denied), /rule/, undeny],
    [() => enable(['asks_plain']), /not found/, () => enable(all)],
    [() => revokeStackToken(ctx, issued.tokenRecord.id), /Invalid or missing token/, async () => undefined],
  ];
  for (const [change, pattern, undo] of changes) {
    const client = await openClient(
      BOTH,
      async (params) => {
        await change();
        return seats(params);
      },
      { token: issued.token, answeringToken: endpoint.token },
    );
    const result = await client.callTool(book).catch((error: unknown) => ({ isError: true, error: String(error) }));
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(pattern);
    expect(made).toEqual([]);
    await client.close();
    await undo();
  }
});

it('a client gets only elicitations that it supports, and upstreams are told of no others', async () => {
  const failed = { isError: true, content: [{ text: expect.stringContaining('has not declared') }] };
  for (const [capabilities, name, expected, session] of [
    [{}, 'asks_book', failed, /^toolyard-plain-/],
    [{ elicitation: {} }, 'asks_book', { content: [{ text: 'booked' }] }, /^toolyard-form-/],
    [{ elicitation: { form: {} } }, 'asks_link', failed, /^toolyard-form-/],
    [{ elicitation: { url: {} } }, 'asks_book', failed, /^toolyard-url-/],
    [BOTH, 'asks_sample', failed, /^toolyard-form-url-/],
  ] as const) {
    const client = await openClient(capabilities, seats);
    expect(await client.callTool({ ...book, name })).toMatchObject(expected);
    const { headers } = posted.findLast(({ body }) => body['method'] === 'tools/call') ?? { headers: new Headers() };
    if (session === null) expect(headers.get('mcp-session-id')).toBeNull();
    else expect(headers.get('mcp-session-id')).toMatch(session);
    await client.close();
    posted = [];
  }
});

it('a response without an elicitation is ignored, and the first of several responses counts', async () => {
  const answer = await fetch(endpoint.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${endpoint.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': 'toolyard-form-00000000-0000-4000-8000-000000000000',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: book }),
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const read = async () => {
    const { value = '', done = true } = (await reader?.read()) ?? {};
    received += value;
    return !done;
  };
  await read();
  const { id } = JSON.parse(/^data: (.*)$/m.exec(received)?.[1] ?? '{}');
  const say = async (more: object) => (await post(endpoint, { jsonrpc: '2.0', id, ...more })).status;
  const seatsOf = (count: number) => ({ result: { action: 'accept', content: { seats: count } } });
  for (const other of [`${id.slice(0, -4)}AAAA`, 'toolyard-question-x', `toolyard-question-${'A'.repeat(120)}`])
    expect(await say({ ...seatsOf(1), id: other })).toBe(202);
  const long = await post(endpoint, { jsonrpc: '2.0', id, result: { action: 'accept', content: 'x'.repeat(65_536) } });
  expect(long).toMatchObject({ status: 413, body: { error: 'An answer can have at most 64 KiB' } });
  expect(await worlds[0].account.ctx.db.idempotentCall.count()).toBe(0);
  // Sent together, so that the second arrives before the first is processed.
  expect(await Promise.all([say(seatsOf(2)), say(seatsOf(2))])).toEqual([202, 202]);
  while (await read());
  expect(received).toContain('"text":"booked"');
  expect(made).toEqual(['of Hamlet: {"seats":{"action":"accept","content":{"seats":2}}}']);
});

it.each([
  ['of 256', 'p'.repeat(256), { result: { content: [{ text: 'plainly' }] } }],
  ['of 257', 'p'.repeat(257), { error: { code: -32_602, message: 'The progressToken has more than 256 characters' } }],
  [
    'that is a list',
    ['p'],
    { error: { code: -32_602, message: 'The progressToken is neither a string nor a number' } },
  ],
])(
  'a client that supports elicitation gets progress under a short token: %s',
  async (_name, progressToken, expected) => {
    const headers = { 'mcp-session-id': 'toolyard-form-00000000-0000-4000-8000-000000000000' };
    const params = { name: 'asks_plain', arguments: {}, _meta: { progressToken } };
    const { body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { headers });
    expect(body).toMatchObject(expected);
  },
);

it.each([
  ['an answer', { id: 'toolyard-question-x', result: {} }, 'call_tool'],
  ['a call', { id: 1, method: 'tools/call' }, 'call_tool'],
  ['a list', { id: 1, method: 'tools/list' }, 'list_tools'],
])('%s counts against its own limit, like the repeated call of a newer client', (_name, body, limit) => {
  expect(limitClassOf({ body })).toBe(limit);
});

it('a waiting call ends with its client', async () => {
  const requested = Promise.withResolvers<void>();
  const client = await openClient(BOTH, async () => {
    requested.resolve();
    return new Promise<never>(() => undefined);
  });
  const call = client.callTool(book);
  await requested.promise;
  const waits = () => slotsInUse().get('max_streams') ?? 0;
  const before = waits();
  await Promise.all([expect(call).rejects.toThrow(), client.close()]);
  await eventually('nothing waits', () => waits() === before - 1);
});

it('a waiting call ends with the service, which does not wait for it; a running one completes', async () => {
  const [requested, runs, answers] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const client = await openClient(BOTH, async () => {
    requested?.resolve();
    return new Promise<never>(() => undefined);
  });
  const { intercept } = upstream;
  upstream.intercept = async (request) => {
    if (request.body.includes('"plain"')) {
      runs?.resolve();
      await answers?.promise;
    }
    return intercept?.(request);
  };
  const running = expect(client.callTool({ name: 'asks_plain', arguments: {} })).resolves.toMatchObject({
    content: [{ text: 'plainly' }],
  });
  const waiting = expect(client.callTool(book)).rejects.toThrow('The call was cut off');
  await Promise.all([requested?.promise, runs?.promise]);
  const closed = worlds[0].close();
  await waiting;
  answers?.resolve();
  await Promise.all([running, closed]);
  await client.close();
});
