import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
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
  dashboard_calls: 2,
};

let world: World;

beforeAll(async () => {
  world = await startWorld({ limits: LIMITS });
});

afterAll(() => world.close());

const VIEWER = '{ viewer { account { id } } }';

it('counts a person’s page requests separately from the account’s programs', async () => {
  const { cookie } = await newPerson(world, 'reader@example.com');
  const other = await newPerson(world, 'other@example.com');
  const answers = [];
  for (let tries = 0; tries <= LIMITS.dashboard; tries += 1) answers.push(await send(world.url, VIEWER, { cookie }));
  expect(answers.map(({ text }) => text.includes('RATE_LIMITED'))).toEqual([false, false, false, false, false, true]);
  expect((await send(world.url, VIEWER, { cookie: other.cookie })).text).not.toContain('RATE_LIMITED');
  expect((await ask(world.url, world.account.apiKey, VIEWER)).errors).toEqual([]);
});

const INVOKE = 'mutation { invokeTool(input: { stackId: "stack_x", toolId: "t", toolInput: {} }) { __typename } }';
const COUNTERS = '{ rateLimit { class name limit remaining howToRaise } }';
const refused = (answers: readonly { readonly text: string }[]) =>
  answers.map(({ text }) => text.includes('RATE_LIMITED'));

it('counts the tool calls of all people of an account together, separately from its programs', async () => {
  const one = await newPerson(world, 'caller@example.com');
  const other = await newPerson(world, 'other-caller@example.com');
  const byPeople = [];
  for (const { cookie } of [one, other, one, other]) byPeople.push(await send(world.url, INVOKE, { cookie }));
  expect(refused(byPeople)).toEqual([false, false, true, true]);
  const byPrograms = [
    await ask(world.url, world.account.apiKey, INVOKE),
    await ask(world.url, world.account.apiKey, INVOKE),
  ];
  expect(refused(byPrograms)).toEqual([false, true]);
  const { data } = await ask(world.url, world.account.apiKey, COUNTERS);
  expect(data).toEqual({
    rateLimit: expect.arrayContaining([
      expect.objectContaining({ class: 'INVOKE', name: 'invoke', limit: 1, remaining: 0 }),
      {
        class: 'DASHBOARD_CALLS',
        name: 'dashboard_calls',
        limit: 2,
        remaining: 0,
        howToRaise: `TOOLYARD_RATE_LIMITS=dashboard_calls=N, or only for this account with \`toolyard account limits --account ${world.account.id} --set dashboard_calls=N\``,
      },
    ]),
  });
});

it('lets people call as often as programs if the operator set only that limit', async () => {
  const neighbour = await world.newAccount('Neighbour');
  const { cookie } = await newPerson(world, 'neighbour@example.com', neighbour);
  await setAccountLimits(world.operator, neighbour.id, { limits: { invoke: 3 } });
  const answers = [];
  for (let calls = 0; calls < 4; calls += 1) answers.push(await send(world.url, INVOKE, { cookie }));
  expect(refused(answers)).toEqual([false, false, false, true]);
  expect(answers.at(-1)?.text).toContain(
    `The limit dashboard_calls (dashboard tool calls of all users of this account) is 3 a minute; the operator can raise it with \`toolyard account limits --account ${neighbour.id} --set dashboard_calls=N\``,
  );
});
