import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { newPerson, send } from './kit.ts';

const LIMITS = {
  default: 2,
  stacks: 1,
  invoke: 1,
  list_tools: 1,
  call_tool: 1,
  failed_auth: 9,
  sign_in: 9,
  sign_in_hourly: 9,
  dashboard: 5,
};

let world: World;

beforeAll(async () => {
  world = await startWorld({ limits: LIMITS });
});

afterAll(() => world.close());

const VIEWER = '{ viewer { account { id } } }';

it('counts what a person’s pages ask apart from what the account’s programs ask', async () => {
  const { cookie } = await newPerson(world, 'reader@example.com');
  const other = await newPerson(world, 'other@example.com');
  const answers = [];
  for (let tries = 0; tries <= LIMITS.dashboard; tries += 1) answers.push(await send(world.url, VIEWER, { cookie }));
  expect(answers.map(({ text }) => text.includes('RATE_LIMITED'))).toEqual([false, false, false, false, false, true]);
  expect((await send(world.url, VIEWER, { cookie: other.cookie })).text).not.toContain('RATE_LIMITED');
  expect((await ask(world.url, world.account.apiKey, VIEWER)).errors).toEqual([]);
});

it('counts a person’s tool calls with the account’s', async () => {
  const { cookie } = await newPerson(world, 'caller@example.com');
  const invoke = 'mutation { invokeTool(input: { stackId: "stack_x", toolId: "t", toolInput: {} }) { __typename } }';
  const answers = [await send(world.url, invoke, { cookie }), await ask(world.url, world.account.apiKey, invoke)];
  expect(answers.map(({ text }) => text.includes('RATE_LIMITED'))).toEqual([false, true]);
});
