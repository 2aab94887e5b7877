import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { expectAppearance } from './appearance.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { pressAgainAndAgain } from './pressed.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

const SET_TOOLS = 'mutation ($input: UpdateServerToolsInput!) { updateServerTools(input: $input) { __typename } }';

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  // Version 1 is empty; versions 2 to 4 each add a server.
  seeded = await seed(running.url, running.apiKey);
  return world.close;
});

const path = (): string => `/stacks/${seeded.stackId}/versions`;
const rowOf = (page: Page, number: number) => page.getByRole('row').filter({ hasText: new RegExp(`^${number}\\b`) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const setTools = (enabledTools: readonly string[]) =>
  dataOf(
    ask(running.url, running.apiKey, SET_TOOLS, {
      input: { stackId: seeded.stackId, serverId: 'memory', enabledTools },
    }),
  );

it('lists versions, compares them, and rolls back once to the planned state', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(path());
  await rowOf(page, 4).getByText('Current').waitFor();
  await rowOf(page, 4).getByText('Added a server').waitFor();
  await rowOf(page, 1).getByText('Created the stack').waitFor();
  await expectAppearance(page, 'versions');

  await press(page, 'Changes of version 3');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('list', { name: 'In this version' }).getByText('Server github').waitFor();
  await expect.poll(() => dialog.getByText('Server memory').count()).toBe(0);
  await dialog.getByRole('tab', { name: 'Since this version' }).click();
  await dialog.getByRole('list', { name: 'Since this version' }).getByText('Server memory').waitFor();
  await expect.poll(() => dialog.getByText('Server github').count()).toBe(0);
  await expectAppearance(page, 'version-dialog');
  await press(page, 'Close');

  await press(page, 'Roll back to version 2');
  const planned = dialog.getByRole('list', { name: 'Planned changes' });
  for (const removed of ['Server github', 'Server memory']) await planned.getByText(removed).waitFor();
  await expectAppearance(page, 'roll-back-dialog');
  expect(await pressAgainAndAgain(page, dialog.getByRole('button', { name: 'Roll back' }), 'rollBackStack')).toBe(1);
  await page.getByText('Rolled back to version 2').waitFor();
  await rowOf(page, 5).getByText('Current').waitFor();

  await press(page, 'Roll back to version 4');
  await planned.getByText('Server memory').waitFor();
  await dialog.getByText('Credentials to enter afterwards').waitFor();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await rowOf(page, 6).getByText('Current').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows the new plan if the stack changes while the dialog is open', async () => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(path());
  await press(page, 'Roll back to version 5');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Tool memory_add_observations').waitFor();
  await setTools(['memory_read_graph']);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByText('the stack has changed since the plan').waitFor();
  await dialog.getByText('Tool memory_add_observations').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Rolled back to version 5').waitFor();
  await close();
});

it('pins an endpoint, with a canary, and shows the calls of each version', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/connect`);
  await page.getByText('Latest version').waitFor();
  await page.getByRole('button', { name: /^Change version of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Version', { exact: true }).selectOption('3');
  await dialog.getByLabel('Canary').selectOption('3');
  const save = dialog.getByRole('button', { name: 'Save version' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await dialog.getByLabel('Canary').selectOption('4');
  await dialog.getByLabel('Share in percent').fill('20');
  await expectAppearance(page, 'endpoint-version-dialog');
  expect(await pressAgainAndAgain(page, save, 'updateClientEndpoint')).toBe(1);
  await page.getByText('Version 3, 20 % of calls to version 4').waitFor();
  await page.getByText('Calls by version').click();
  await page
    .getByText('No calls in the last 24 hours')
    .or(page.getByRole('columnheader', { name: 'Failed' }))
    .waitFor();
  await expectAppearance(page, 'endpoint-version');
  expect(complaints).toEqual([]);
  await close();
});

it('offers no roll-back to an auditor', async () => {
  const { page, complaints, close } = await comeInAs(browser, running, { role: 'AUDITOR' });
  await page.goto(path());
  await rowOf(page, 1).getByRole('button', { name: 'Changes of version 1' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Roll back/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
