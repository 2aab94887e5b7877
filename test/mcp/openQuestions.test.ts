import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStackToken, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { eventually } from '../harness/eventually.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { callStateless, openAsking, waitingServer } from './askingServer.ts';
import { type Answer, BOTH, openOlderClient } from './olderClient.ts';

/* Elicitations of a server of an older revision, which keeps its call open while it waits for the response. */

/** The deadline of a call. */
const CALL_MS = 2_000;

const made: string[] = [];
const asking = await openAsking(() => waitingServer(made), { waits: true, config: { callTimeoutMs: CALL_MS } });
afterAll(asking.close);
const { worlds, upstream, endpoint } = asking;
const elsewhere = endpoint.url.replace(worlds[0].url, worlds[1].url);
const openClient = (capabilities: object, answer: Answer) =>
  openOlderClient(capabilities, answer, { endpoint, elsewhere });
beforeEach(() => {
  made.length = 0;
  upstream.requests.length = 0;
});

const seats: Answer = () => ({ action: 'accept', content: { seats: 2 } });
const book = { name: 'asks_book', arguments: { show: 'Hamlet' } };
const waiting = (): number => slotsInUse().get('max_streams') ?? 0;

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
  expect(made.map((each) => JSON.parse(each))).toEqual([JSON.parse(sent)]);
  expect(await worlds[0].account.ctx.db.idempotentCall.count()).toBe(0);
  await client.close();
});

it('a client can be asked to open a URL', async () => {
  const opened: unknown[] = [];
  const client = await openClient(BOTH, (params) => {
    opened.push(params);
    return { action: 'accept' };
  });
  expect(await client.callTool({ name: 'asks_link', arguments: {} })).toMatchObject({ content: [{ text: 'accept' }] });
  expect(opened).toMatchObject([{ mode: 'url', url: 'https://a.test/in', elicitationId: 'own' }]);
  await client.close();
});

it('a client gets only elicitations that it supports, and servers are told of no others', async () => {
  for (const [capabilities, name, isError] of [
    [{}, 'asks_book', true],
    [{ elicitation: {} }, 'asks_book', undefined],
    [{ elicitation: { form: {} } }, 'asks_link', true],
    [{ elicitation: { url: {} } }, 'asks_book', true],
    [{ elicitation: { url: {} } }, 'asks_link', undefined],
    [{ ...BOTH, sampling: {}, roots: {} }, 'asks_sample', true],
  ] as const) {
    const client = await openClient(capabilities, seats);
    const result = await client.callTool({ ...book, name });
    expect(result.isError, JSON.stringify([capabilities, name, result])).toBe(isError);
    await client.close();
  }
  const handshakes = upstream.requests.filter(({ rpc }) => rpc === 'initialize').map(({ body }) => JSON.parse(body));
  expect(
    handshakes.flatMap(({ params }) => Object.keys(params.capabilities)).filter((name) => name !== 'elicitation'),
  ).toEqual([]);
  expect(handshakes.length).toBeGreaterThan(2);
});

it('callers without elicitation on their call’s stream get a failed call', async () => {
  expect(await callStateless(endpoint, book, BOTH)).toMatchObject({ isError: true });
  const { url } = worlds[0];
  const { apiKey } = worlds[0].account;
  const response = await fetch(`${url}/v1/stacks/${endpoint.stackId}/tools/asks_book/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { show: 'Hamlet' } }),
  });
  expect(response.status).toBe(500);
  expect(made).toEqual([]);
});

it.runIf(isWhole)('the time that a person takes does not count towards the call’s deadline', async () => {
  const client = await openClient(BOTH, async (params) => {
    await eventually('the deadline would have passed', () => performance.now() - startedAt > 1.5 * CALL_MS);
    return seats(params);
  });
  const startedAt = performance.now();
  expect(await client.callTool(book)).toMatchObject({ content: [{ text: 'booked' }] });
  expect(made).toEqual(['{"action":"accept","content":{"seats":2}}']);
  await client.close();
});

it('a token revoked while its call waited can’t respond', async () => {
  const { ctx } = worlds[0].account;
  const { id } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } });
  const { token, tokenRecord } = await createStackToken(ctx, { endpointId: id });
  const options = { endpoint: { ...endpoint, token }, elsewhere, answeringToken: endpoint.token };
  const revoking: Answer = async (params) => {
    await revokeStackToken(ctx, tokenRecord.id);
    return seats(params);
  };
  const client = await openOlderClient(BOTH, revoking, options);
  await client.callTool(book);
  expect(made).toEqual(['{"action":"cancel"}']);
  await client.close();
});

it('a server may elicit eight times in a call', async () => {
  let elicitationCount = 0;
  const client = await openClient(BOTH, (params) => {
    elicitationCount += 1;
    return seats(params);
  });
  const result = await client.callTool({ ...book, arguments: { show: 'Hamlet', times: 12 } });
  expect(result.isError).toBe(true);
  expect([elicitationCount, made.length]).toEqual([8, 8]);
  await client.close();
});

it('an elicitation that its server no longer waits for is withdrawn', async () => {
  const before = waiting();
  const client = await openClient(BOTH, () => new Promise<never>(() => undefined));
  const calls = Array.from({ length: 3 }, () =>
    client.callTool({ ...book, arguments: { show: 'Hamlet', times: 6, isImpatient: true } }),
  );
  for (const result of await Promise.all(calls)) expect(result).toMatchObject({ content: [{ text: 'booked' }] });
  await eventually('no question holds a place', () => waiting() === before);
  await client.close();
});

it('a server may have eight open elicitations, and its other calls continue', async () => {
  let elicitationCount = 0;
  const answers = Promise.withResolvers<void>();
  const client = await openClient(BOTH, async (params) => {
    elicitationCount += 1;
    await answers.promise;
    return seats(params);
  });
  const calls = Array.from({ length: 12 }, () => client.callTool(book));
  const isFailed = (result: { readonly isError?: boolean | undefined }): boolean => result.isError === true;
  await eventually('eight are asked', () => elicitationCount === 8);
  expect(await client.callTool({ name: 'asks_plain', arguments: {} })).toMatchObject({
    content: [{ text: 'plainly' }],
  });
  answers.resolve();
  const results = await Promise.all(calls);
  expect([elicitationCount, results.filter(isFailed).length]).toEqual([8, 4]);
  await client.close();
});

it('a waiting call ends with its client, and keeps no slot', async () => {
  const before = waiting();
  const requested = Promise.withResolvers<void>();
  const client = await openClient(BOTH, async () => {
    requested.resolve();
    return new Promise<never>(() => undefined);
  });
  const call = client.callTool(book);
  await requested.promise;
  expect(waiting()).toBe(before + 1);
  await Promise.all([expect(call).rejects.toThrow(), client.close()]);
  await eventually('nothing waits', () => waiting() === before && (slotsInUse().get('max_calls') ?? 0) === 0);
  expect(made.filter((each) => each.includes('accept'))).toEqual([]);
});
