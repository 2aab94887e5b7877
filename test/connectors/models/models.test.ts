import { createServer } from 'node:http';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createModels } from '../../../src/connectors/models/models.ts';
import { ModelFailure, type ModelRequest } from '../../../src/core/chat/modelPort.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { sendJson, startFakeModel } from '../../harness/fakeModel.ts';
import { freePort, listenOnLoopback } from '../../harness/listen.ts';

const KEY = 'key-for-the-model-0123456789';
const model = await startFakeModel();
const elsewhere = { requestCount: 0 };
const other = createServer((_request, response) => {
  elsewhere.requestCount += 1;
  response.end('{}');
});
const otherPort = await listenOnLoopback(other);
const allow = [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] as const;
const models = createModels({ allow });
const hasty = createModels({ allow, answerMs: 300 });
afterEach(() => model.answerWith(null));
afterAll(async () => {
  await Promise.all([models.close(), hasty.close()]);
  model.close();
  other.close();
});

const OPENAI_TOOL = { type: 'function', function: { name: 'shop_find', description: 'Finds', parameters: {} } };
const ANTHROPIC_TOOL = { name: 'shop_find', description: 'Finds', input_schema: {} };
const modelRequest = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  ...{ api: 'openai', url: `${model.url}/v1`, model: 'tiny', key: KEY, system: 'Say why.', tools: [OPENAI_TOOL] },
  steps: [{ by: 'person', text: 'find a hat', results: [] }],
  ...more,
});
const requester = { accountId: newAccountId(), signal: new AbortController().signal };
const ask = (more?: Partial<ModelRequest>) => models.ask(modelRequest(more), requester);

const failure = async (asking: Promise<unknown>): Promise<ModelFailure> => {
  const thrown: unknown = await asking.then(
    () => null,
    (error) => error,
  );
  if (!(thrown instanceof ModelFailure)) throw new Error(`no failure of the model: ${String(thrown)}`);
  return thrown;
};

const TALK = [
  { by: 'person', text: 'find a hat', results: [] },
  {
    by: 'model',
    text: 'I look.',
    calls: [
      { id: 'c1', name: 'shop_find', input: { query: 'hat' } },
      { id: 'c2', name: 'shop_buy', input: {} },
    ],
  },
  {
    by: 'person',
    text: 'and now?',
    results: [
      { callId: 'c1', text: 'a hat', isError: false },
      { callId: 'c2', text: 'not run', isError: true },
    ],
  },
] as const satisfies ModelRequest['steps'];

describe('requests on the wire', () => {
  it('match Chat Completions, at its path, with the key as a bearer token', async () => {
    await ask({ steps: TALK });
    const { path, headers, body } = model.last();
    expect(path).toBe('/v1/chat/completions');
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('x-api-key');
    const called = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    expect(body).toEqual({
      model: 'tiny',
      messages: [
        { role: 'system', content: 'Say why.' },
        { role: 'user', content: 'find a hat' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [called('c1', 'shop_find', '{"query":"hat"}'), called('c2', 'shop_buy', '{}')],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'a hat' },
        { role: 'tool', tool_call_id: 'c2', content: 'not run' },
        { role: 'user', content: 'and now?' },
      ],
      tools: [OPENAI_TOOL],
      tool_choice: 'auto',
      stream: false,
    });
  });

  it('match Messages, with results before the text of one message', async () => {
    await ask({ api: 'anthropic', url: model.url, steps: TALK, tools: [ANTHROPIC_TOOL] });
    const { path, headers, body } = model.last();
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    expect(headers).not.toHaveProperty('authorization');
    expect(body).toEqual({
      model: 'tiny',
      max_tokens: 4_096,
      system: 'Say why.',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'find a hat' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'c1', name: 'shop_find', input: { query: 'hat' } },
            { type: 'tool_use', id: 'c2', name: 'shop_buy', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'a hat' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'not run', is_error: true },
            { type: 'text', text: 'and now?' },
          ],
        },
      ],
      tools: [ANTHROPIC_TOOL],
      tool_choice: { type: 'auto' },
    });
  });

  it.each(['openai', 'anthropic'] as const)('omit an absent key and absent tools (%s)', async (api) => {
    await ask({ api, key: null, tools: [], url: `${model.url}/v1` });
    const { path, headers, body } = model.last();
    expect(path).toBe(api === 'openai' ? '/v1/chat/completions' : '/v1/messages');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-api-key');
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
  });
});

it.each([
  ['openai', OPENAI_TOOL],
  ['anthropic', ANTHROPIC_TOOL],
] as const)('parses a response of %s: its text, its picked tools and its token count', async (api, tool) => {
  const text = 'I choose shop_find: its name says what was asked.';
  expect(await ask({ api, tools: [tool] })).toEqual({
    text,
    calls: [
      { id: expect.any(String), name: 'shop_find', input: { query: 'find a hat' }, inputText: expect.any(String) },
    ],
    ...{ isCut: false, inputTokens: 321, outputTokens: 12 },
  });
});

const message = (value: object) => ({ choices: [{ message: value }] });
const calls = (...functionCalls: readonly (readonly [id: unknown, args: unknown])[]) =>
  message({
    tool_calls: functionCalls.map(([id, args]) => ({ id, function: { name: 'shop_find', arguments: args } })),
  });

it('generates missing call ids, and quotes an input that isn’t an object', async () => {
  model.answerWith((response) =>
    sendJson(
      response,
      calls([undefined, '{"a":1}'], ['same', '[1]'], ['same', 'nonsense'], ['x', ''], ['y', { b: 2 }]),
    ),
  );
  const answer = await ask();
  expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(5);
  expect(answer.calls.map(({ input }) => input)).toEqual([{ a: 1 }, null, null, {}, { b: 2 }]);
  expect(answer.calls[2]?.inputText).toBe('nonsense');
  expect(answer).toMatchObject({ text: '', inputTokens: null, outputTokens: null });
});

const NO_ANSWERS: readonly (readonly [string, unknown])[] = [
  ['nothing', {}],
  ['a list', []],
  ['null', null],
  ['no choices', { choices: [] }],
  ['a choice that is none', { choices: ['x'] }],
  ['more calls than a person looks at', calls(...Array.from({ length: 17 }, (_, at) => [`c${at}`, '{}'] as const))],
  ['more words than a person reads', message({ content: 'x'.repeat(100_001) })],
];

it.each(NO_ANSWERS)(`${NO_ANSWERS.length} invalid responses: %s`, async (_name, value) => {
  model.answerWith((response) => sendJson(response, value));
  expect(await failure(ask())).toMatchObject({ kind: 'bad_answer', status: 200 });
});

it('refuses a response that isn’t JSON, or is too large', async () => {
  model.answerWith((response) => response.end('<html>'));
  expect(await failure(ask())).toMatchObject({ kind: 'bad_answer' });
  model.answerWith((response) => response.end(`{"x":"${'y'.repeat(1_048_577)}"}`));
  expect((await failure(ask())).message).toContain('larger than 1048576 bytes');
});

it.each([
  [401, 'upstream_refused'],
  [403, 'upstream_refused'],
  [429, 'upstream_rate_limited'],
  [404, 'upstream_error'],
  [500, 'upstream_error'],
] as const)('reports a status of %i with the service’s own message', async (status, kind) => {
  model.answerWith((response) => sendJson(response, { error: { message: 'no such\u202e model' } }, status));
  const error = await failure(ask());
  expect(error).toMatchObject({ kind, status });
  expect(error.message).toMatch(/^127\.0\.0\.1:\d+: .*no such model$/);
});

it('times out on a silent model', async () => {
  model.answerWith(() => undefined);
  expect(await failure(hasty.ask(modelRequest(), requester))).toMatchObject({ kind: 'timed_out' });
  model.answerWith((response) => response.write('{'));
  expect(await failure(hasty.ask(modelRequest(), requester))).toMatchObject({ kind: 'timed_out' });
});

it.each([301, 302, 303, 307, 308])('follows no redirect (%i), with or without the key', async (status) => {
  for (const location of [`http://127.0.0.1:${otherPort}/`, '/elsewhere']) {
    model.answerWith((response) => response.writeHead(status, { location }).end());
    const before = model.requests.length;
    expect(await failure(ask())).toMatchObject({ kind: 'bad_answer' });
    expect(model.requests.length - before).toBe(1);
  }
  expect(elsewhere.requestCount).toBe(0);
});

it('refuses a private address unless the operator allows it, and the error says how', async () => {
  const strict = createModels({ allow: [] });
  const before = model.requests.length;
  const error = await failure(strict.ask(modelRequest(), requester));
  await strict.close();
  expect(error).toMatchObject({ kind: 'address_refused', message: expect.stringContaining('TOOLYARD_EGRESS_ALLOW') });
  expect(model.requests.length).toBe(before);
  expect(await failure(ask({ url: `http://127.0.0.1:${await freePort()}` }))).toMatchObject({ kind: 'unreachable' });
});
