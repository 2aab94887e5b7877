import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return world.close;
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const INVOKE = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
const CONFIGURED = 'query ($id: ID!) { stack(id: $id) { configuration { contentDays contentRedactions } } }';

/** Calls a tool with a word that is stored, and with one that is redacted because of its name. */
async function call(): Promise<void> {
  const { stackId } = seeded;
  const toolInput = { message: 'kept words', password: 'left out', iban: 'left out, too' };
  const input = { stackId, toolId: 'everything_echo', toolInput };
  await dataOf(ask(running.url, running.apiKey, INVOKE, { input }));
}

async function openCall(page: Page): Promise<void> {
  await page.goto(`/activity?stack=${seeded.stackId}&tool=everything_echo`);
  await press(page, 'Details of the call to everything_echo');
  await page.getByText('Interface', { exact: true }).waitFor();
}

it('stores inputs and outputs of calls for the chosen number of days, and records who reads them', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/settings`);
  await page.getByText('Only owners and admins can read them').waitFor();
  await page.getByLabel('Store call inputs and outputs').click();
  await page.getByLabel('Retention (days)', { exact: true }).fill('3');
  await page.getByLabel('Also remove').fill('iban');
  await press(page, 'Save');
  await expect
    .poll(async () => dataOf(ask(running.url, running.apiKey, CONFIGURED, { id: seeded.stackId })))
    .toMatchObject({ stack: { configuration: { contentDays: 3, contentRedactions: ['iban'] } } });
  await call();
  await openCall(page);
  await page.getByText('The audit log records that you viewed them.').waitFor();
  await press(page, 'Show input and output');
  const input = page.getByRole('region', { name: 'Call input' });
  await expect.poll(() => input.textContent()).toContain('kept words');
  await expect.poll(() => input.textContent()).not.toContain('left out');
  await expect.poll(() => page.getByRole('region', { name: 'Call output' }).textContent()).toContain('kept words');
  await page.goto('/audit');
  await page.getByText('call.read_contents').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

const KEEP = 'mutation ($input: UpdateCallContentsInput!) { updateCallContents(input: $input) { __typename } }';

it('hides contents from people who can’t manage the account, and lets only managers store them', async () => {
  const { stackId } = seeded;
  await dataOf(ask(running.url, running.apiKey, KEEP, { input: { stackId, days: 3 } }));
  await call();
  const invited = {
    developer: { role: 'DEVELOPER' },
    auditor: { role: 'AUDITOR' },
    'admin of the stack alone': { stackRoles: [{ stackId, role: 'ADMIN' }] },
  };
  for (const [name, input] of Object.entries(invited)) {
    const { page, complaints, close } = await comeInAs(browser, running, input);
    await openCall(page);
    await expect
      .poll(() => page.getByRole('button', { name: 'Show input and output' }).count(), { message: name })
      .toBe(0);
    await page.goto(`/stacks/${stackId}/settings`);
    const keep = page.getByLabel('Store call inputs and outputs');
    await keep.waitFor();
    await expect.poll(() => keep.isDisabled(), { message: name }).toBe(true);
    expect(complaints, name).toEqual([]);
    await close();
  }
});
