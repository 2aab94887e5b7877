import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { sendJson, startFakeModel } from '../harness/fakeModel.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

const KEY = 'sk-typed-by-an-owner-123';
let running: Running;
let browser: Browser;
let seeded: Seeded;
let model: Awaited<ReturnType<typeof startFakeModel>>;

beforeAll(async () => {
  model = await startFakeModel();
  const world = await openOwnedWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${model.port}` });
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return async () => {
    await world.close();
    model.close();
  };
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const open = (page: Page) => page.goto(`/stacks/${seeded.stackId}/chat`);
const called = { name: 'everything_get-sum', arguments: '{"a":40,"b":2}' };
const PICK = { choices: [{ message: { content: 'Sums are its job.', tool_calls: [{ id: 'c1', function: called }] } }] };

it('needs a model; then a prompt picks a tool, the person runs it, and the model completes the answer', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await open(page);
  await page.getByText('No model is set').waitFor();
  await press(page, 'Set a model');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL', { exact: true }).fill(`${model.url}/v1`);
  await dialog.getByLabel('Model', { exact: true }).fill('tiny');
  await dialog.getByLabel('Key', { exact: true }).fill(KEY);
  await dialog.getByRole('button', { name: 'Save model' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.content()).not.toContain(KEY);

  model.answerWith((response) => sendJson(response, PICK));
  await page.getByLabel('Prompt', { exact: true }).fill('What is 40 and 2?');
  await press(page, 'Ask the model');
  const picked = page.getByRole('region', { name: 'Picked: everything_get-sum' });
  await picked.getByRole('region', { name: 'Arguments of everything_get-sum' }).getByText('40').waitFor();
  await page.getByText('Sums are its job.').waitFor();
  await page.getByText(/other tools available/).click();
  await page.getByText('everything_echo', { exact: true }).waitFor();
  expect(model.requests).toHaveLength(1);

  model.answerWith(null);
  await press(page, 'Run everything_get-sum');
  await page.getByText(/The tool gave: .*42/).waitFor();
  expect(model.requests).toHaveLength(2);
  expect(model.last().headers.authorization).toBe(`Bearer ${KEY}`);

  model.answerWith((response) => sendJson(response, { error: { message: `wrong key ${KEY}` } }, 401));
  await page.getByLabel('Prompt', { exact: true }).fill('And 1 more?');
  await press(page, 'Ask the model');
  await page.getByRole('alert').getByText('[redacted]').waitFor();
  model.answerWith(null);
  await press(page, 'Try again');
  await page.getByText('No tool fits.').waitFor();
  await expect.poll(() => page.content()).not.toContain(KEY);
  expect(complaints).toEqual([]);
  await close();
});

const SET_MODEL = 'mutation ($input: UpdateChatModelInput!) { updateChatModel(input: $input) { __typename } }';

it('shows the model to people with a role in the stack, who may chat but not change it', async () => {
  const set = { api: 'OPENAI', url: `${model.url}/v1`, model: 'tiny' };
  await dataOf(ask(running.url, running.apiKey, SET_MODEL, { input: set }));
  const input = { stackRoles: [{ stackId: seeded.stackId, role: 'DEVELOPER' }] };
  const { page, complaints, close } = await comeInAs(browser, running, input);
  await open(page);
  await page.getByLabel('Prompt', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Change model' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
