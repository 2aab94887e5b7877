import { afterAll, beforeAll, expect, it } from 'vitest';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { ask, dataOf } from './ask.ts';

const tool = (name: string, path: string) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: { query: { type: ['string', 'null'] } }, required: ['query'] },
  request: { kind: 'template', method: 'POST', path, body: { query: '{query}' } },
});

const { api, world, close } = await startApiWorld({ limits: { ...DOCUMENTED_LIMITS, invoke: 9 } });
afterAll(close);

let stackId: string;

beforeAll(async () => {
  const tools = [tool('find', '/echo'), tool('busy', '/status/429'), tool('gone', '/status/404')];
  const connector = { kind: 'http', baseUrl: api.url };
  await world.saveServer({ id: 'shop', name: 'Shop', connector, tools });
  stackId = (await createStack(world.account.ctx, { name: 'work' })).id;
  await addServerToStack(world.account.ctx, toStackId(stackId), { serverId: 'shop', enableAllTools: true });
});

const INVOKE = `mutation Invoke($input: InvokeToolsInput!) {
  invokeTools(input: $input) {
    __typename
    ... on InvokeToolsPayload {
      answers { result failure { code message outcome retryAfterSeconds issues { path message } } }
    }
    ... on UserError { code message }
  }
}`;
const invoke = (calls: readonly object[], id = stackId) =>
  ask(world.url, world.account.apiKey, INVOKE, { input: { stackId: id, calls } });

const failure = (code: string, message: unknown, rest: object = {}) => ({
  result: null,
  failure: { code, message, outcome: null, retryAfterSeconds: null, issues: [], ...rest },
});

it('returns a result for each call, in order, and charges each', async () => {
  const answer = await invoke([
    { toolId: 'shop_find', toolInput: { query: null } },
    { toolId: 'shop_find', toolInput: '{"query":"text"}' },
    { toolId: 'shop_find', toolInput: {} },
    { toolId: 'absent', toolInput: {} },
    { toolId: 'shop_busy', toolInput: { query: 'x' } },
  ]);
  expect((await dataOf(Promise.resolve(answer)))['invokeTools']).toEqual({
    __typename: 'InvokeToolsPayload',
    answers: [
      { result: expect.objectContaining({ body: '{}' }), failure: null },
      { result: expect.objectContaining({ body: '{"query":"text"}' }), failure: null },
      failure('INVALID_INPUT', 'Invalid input parameters for tool shop_find', {
        issues: [{ path: '', message: "must have required property 'query'" }],
      }),
      failure('NOT_FOUND', 'Tool absent not found in stack'),
      failure('TOOL_FAILED', expect.stringContaining('429'), {
        outcome: 'UPSTREAM_RATE_LIMITED',
        retryAfterSeconds: 7,
      }),
    ],
  });
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('4');
});

it('refuses an invalid batch, and calls over the limit', async () => {
  const call = { toolId: 'shop_find', toolInput: { query: 'x' } };
  const refused = await dataOf(invoke([]));
  expect(refused['invokeTools']).toMatchObject({ __typename: 'InvalidInputError' });
  const missing = await dataOf(invoke([call], 'stack_none'));
  expect(missing['invokeTools']).toMatchObject({ __typename: 'NotFoundError', message: 'Stack not found' });
  const { invokeTools } = await dataOf(invoke([call, call, call]));
  const done = { result: expect.anything(), failure: null };
  const over = failure('RATE_LIMITED', expect.stringMatching(/^Too many requests: .*The limit invoke /), {
    retryAfterSeconds: expect.any(Number),
  });
  expect(invokeTools).toMatchObject({ answers: [done, done, over] });
});
