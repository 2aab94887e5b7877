import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { sendJson, startFakeModel } from '../harness/fakeModel.ts';
import { startHttpApi } from '../harness/petshop.ts';
import { startWorld, type WorldAccount } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const KEY = 'sk-canary-of-the-model-0987';
const shop = await startHttpApi();
const model = await startFakeModel();
const lines: string[] = [];
const world = await startWorld({
  egressAllow: `127.0.0.1:${shop.port},127.0.0.1:${model.port}`,
  log: { write: (line) => void lines.push(line) },
});
const { account } = world;
await world.saveServer(serverDocument('shop', { tools: ['find', 'buy'], baseUrl: shop.url, path: '/echo' }));
let stackId: StackId;
let stacks = 0;
beforeEach(async () => {
  stacks += 1;
  stackId = (await createStack(account.ctx, { name: `stack ${stacks}` })).id;
  const place = { serverId: 'shop', enableAllTools: true };
  await addServerToStack(account.ctx, stackId, place);
});
afterEach(() => model.answerWith(null));
afterAll(async () => {
  await world.close();
  await shop.close();
  model.close();
});

const SET = `mutation ($input: UpdateChatModelInput!) { updateChatModel(input: $input) {
  __typename ... on UpdateChatModelPayload { model { api url model keyState } } ... on UserError { code message } } }`;
const ASK = `mutation ($input: AskModelInput!) { askModel(input: $input) { __typename
  ... on AskModelPayload { model text isCut inputTokens outputTokens picks { ref name toolId toolInput inputText }
    offered { name description serverId } warnings { toolId reason } }
  ... on ModelFailedError { code message outcome status } ... on UserError { code message } } }`;
const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename
  ... on InvokeToolPayload { result } ... on UserError { message } } }`;

const as = async (query: string, input: object, by: WorldAccount = account) =>
  Object.values(await dataOf(ask(world.url, by.apiKey, query, { input })))[0];
const set = (more: object = {}, by?: WorldAccount) =>
  as(SET, { api: 'OPENAI', url: `${model.url}/v1`, model: 'tiny', key: KEY, ...more }, by);
const askText = (text: string, more: object = {}) => as(ASK, { stackId, turns: [{ by: 'PERSON', text }], ...more });

describe.each(['OPENAI', 'ANTHROPIC'])('a chat with a model of %s', (api) => {
  it('shows which tool the model picked and why; the person runs it, and the model completes the answer', async () => {
    const url = api === 'OPENAI' ? `${model.url}/v1` : model.url;
    expect(await set({ api, url })).toMatchObject({ model: { api, url, model: 'tiny', keyState: 'STORED' } });
    const before = shop.requests.length;
    const answer = await askText('please find a hat');
    const call = { name: 'shop_find', toolId: 'shop_find', toolInput: { query: 'please find a hat' } };
    expect(answer).toMatchObject({
      __typename: 'AskModelPayload',
      text: 'I choose shop_find: its name says what was asked.',
      picks: [call],
      offered: [
        { name: 'shop_find', description: 'Does find', serverId: 'shop' },
        { name: 'shop_buy', description: 'Does buy', serverId: 'shop' },
      ],
      ...{ isCut: false, inputTokens: 321, outputTokens: 12, warnings: [] },
    });
    expect(shop.requests).toHaveLength(before);
    await setCredentials(account.ctx, stackId, toServerId('shop'), { credentials: { shop_key: 'a-key-of-the-shop' } });
    const ran = await as(INVOKE, { stackId, toolId: call.toolId, toolInput: call.toolInput });
    expect(ran).toMatchObject({ __typename: 'InvokeToolPayload' });
    const ref = model.last().path.endsWith('messages') ? 'toolu_a1' : 'call_a1';
    const turns = [
      { by: 'PERSON', text: 'please find a hat' },
      { by: 'MODEL', text: 'I choose …', picks: [{ ref, name: call.name, toolInput: call.toolInput }] },
      { by: 'TOOL', ref, text: 'a felt hat' },
    ];
    expect(await as(ASK, { stackId, turns })).toMatchObject({ text: 'The tool gave: a felt hat', picks: [] });
  });
});

describe('responses to a prompt', () => {
  it('in search mode pick one of the search tools', async () => {
    await set();
    const { offered, picks } = Object(await askText('search for hats', { mode: 'SEARCH' }));
    expect(Array.from(offered, ({ name }) => name)).toEqual(['search_tools', 'get_tool', 'call_tool']);
    expect(picks).toMatchObject([{ name: 'search_tools', toolId: 'search_tools' }]);
  });

  it('name no tool if the model returns an unknown name', async () => {
    await set();
    const called = { id: 'c', function: { name: 'shop_steal', arguments: '{"a":' } };
    model.answerWith((response) => sendJson(response, { choices: [{ message: { tool_calls: [called] } }] }));
    expect(await askText('find it')).toMatchObject({
      picks: [{ name: 'shop_steal', toolId: null, toolInput: null, inputText: '{"a":' }],
    });
  });

  it('never contain the key, whatever the model repeats, and neither does a log line', async () => {
    await set();
    const echo = `${KEY} ${Buffer.from(KEY).toString('base64')} ${encodeURIComponent(KEY)}`;
    const called = { id: 'c', function: { name: `x${KEY}`, arguments: JSON.stringify({ [KEY]: { deep: [echo] } }) } };
    const answers = [
      [200, { choices: [{ message: { content: echo, tool_calls: [called] } }] }],
      [401, { error: { message: `Incorrect API key provided: ${echo}` } }],
      [500, { error: echo }],
      [400, { detail: `${'x'.repeat(390)}${KEY}` }],
    ] as const;
    for (const [status, body] of answers) {
      model.answerWith((response) => sendJson(response, body, status));
      const text = JSON.stringify(await askText('find it'));
      expect(text).toContain(status === 200 ? '[redacted]' : 'ModelFailedError');
      for (let at = 0; at + 8 <= KEY.length; at += 1) expect(text).not.toContain(KEY.slice(at, at + 8));
    }
    expect(model.last().headers.authorization).toBe(`Bearer ${KEY}`);
    expect(lines.filter((line) => line.includes(KEY))).toEqual([]);
  });

  it('are refused without a model, for another account’s stack as for a missing one, and for an invalid conversation', async () => {
    const { otherAccount } = world;
    const of = (id: string) => as(ASK, { stackId: id, turns: [{ by: 'PERSON', text: 'hi' }] }, otherAccount);
    const nobodys = `${stackId.slice(0, -12)}000000000000`;
    const expected = JSON.stringify(await of(nobodys)).replaceAll(nobodys, stackId);
    expect(JSON.stringify(await of(stackId))).toBe(expected);
    expect(expected).toContain('NOT_FOUND');
    const { id } = await createStack(otherAccount.ctx, { name: 'own' });
    expect(await of(id)).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('No model is set') });
    await set();
    const before = model.requests.length;
    expect(await as(ASK, { stackId, turns: [] })).toMatchObject({ code: 'INVALID_INPUT' });
    const turns = Array.from({ length: 3 }, () => ({ by: 'PERSON', text: 'x'.repeat(70_000) }));
    expect(await as(ASK, { stackId, turns })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(model.requests.length).toBe(before);
  });

  it('wait beyond four at a time, and continue once one ends', async () => {
    await set();
    const held: (() => void)[] = [];
    const { promise: four, resolve } = Promise.withResolvers<void>();
    model.answerWith((response) => {
      held.push(() => sendJson(response, { choices: [{ message: { content: 'late' } }] }));
      if (held.length === 4) resolve();
    });
    const asking = Array.from({ length: 4 }, () => askText('find'));
    await four;
    asking.push(askText('find'));
    await dataOf(ask(world.url, account.apiKey, '{ viewer { scopes } }'));
    expect(held).toHaveLength(4);
    held[0]?.();
    await expect.poll(() => held.length).toBe(5);
    for (const answer of held.slice(1)) answer();
    expect((await Promise.all(asking)).map((each) => Object(each).text)).toEqual(Array(5).fill('late'));
  });
});
