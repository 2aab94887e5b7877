import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { newVisitor } from './browser.ts';
import { acceptInvitation, signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { PAGES } from './screens.ts';
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
const inDialog = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
const NEWCOMER = { email: 'newcomer@example.com', password: 'four other words for looking' };

/** Accepts the invitation by its link, which the page shows only once. */
async function acceptShown(page: Page): Promise<void> {
  const shown = page.getByRole('region', { name: 'invitation link', exact: true });
  const url = (await shown.textContent())?.trim() ?? '';
  const other = await newVisitor(browser, running.url);
  await acceptInvitation(other.page, url, NEWCOMER);
  await other.close();
  await press(page, 'I’ve saved it');
}

it('invites a person to a role in one stack, and gives them another role in another stack', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/people');
  await press(page, 'Invite someone');
  await inDialog(page, 'Role in the account').selectOption('MEMBER');
  await press(page, 'Add a stack');
  await inDialog(page, 'Stack 1').selectOption(seeded.stackId);
  await inDialog(page, 'Role in stack 1').selectOption('APPROVER');
  await press(page, 'Create invitation link');
  await page.getByText('Pending invitation: Member').waitFor();
  await page.getByText('Research: Approver').waitFor();
  await acceptShown(page);
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: NEWCOMER.email });
  await row.getByText('Research: Approver').waitFor();
  await press(page, `Change role of ${NEWCOMER.email}`);
  await press(page, 'Add a stack');
  await inDialog(page, 'Role in stack 2').selectOption('AUDITOR');
  await press(page, 'Remove stack 1');
  await press(page, 'Save role');
  await page.getByText('Role saved').waitFor();
  await row.getByText(/: Auditor$/).waitFor();
  await expect.poll(() => row.getByText('Research: Approver').count()).toBe(0);
  const { users } = await dataOf(
    ask(running.url, running.apiKey, '{ users { email role stackRoles { stackId role } } }'),
  );
  expect(users).toContainEqual({
    email: NEWCOMER.email,
    role: 'MEMBER',
    stackRoles: [{ stackId: expect.not.stringMatching(seeded.stackId), role: 'AUDITOR' }],
  });
  expect(complaints).toEqual([]);
  await close();
});

it('creates a restricted API key: scopes, tools, networks, expiry, calls and stacks', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/keys');
  await press(page, 'New API key');
  await inDialog(page, 'Name').fill('Held');
  await inDialog(page, 'Expires').selectOption('30');
  await page.getByRole('dialog').getByLabel('invoke').check();
  await press(page, 'Add a stack');
  await inDialog(page, 'Stack 1').selectOption(seeded.stackId);
  await page.getByText('Restrict access').click();
  await inDialog(page, 'Tools (optional)').fill('memory_*');
  await inDialog(page, 'Networks (optional)').fill('not a network');
  await inDialog(page, 'Call limit (optional)').fill('5');
  await press(page, 'Create key');
  await page.locator('dialog .field__error').waitFor();
  await inDialog(page, 'Networks (optional)').fill('127.0.0.0/8, ::1');
  await press(page, 'Create key');
  const key = await page.getByRole('region', { name: 'API key', exact: true }).textContent();
  await press(page, 'I’ve saved it');
  const row = page.getByRole('row').filter({ hasText: 'Held' });
  const texts = [
    'Scopes: invoke',
    'Tools: memory_*',
    'Networks: 127.0.0.0/8',
    '0 of 5 calls used',
    'Research: Developer',
  ];
  for (const text of [...texts, 'in 30 days']) await row.getByText(text).waitFor();
  const { status } = await ask(running.url, key?.trim() ?? '', '{ viewer { rights } }');
  expect(status).toBe(200);
  expect(complaints).toEqual([]);
  await close();
});

it('shows people and keys to an auditor, without actions', async () => {
  const { page, complaints, close } = await comeInAs(browser, running, { role: 'AUDITOR' });
  for (const path of ['/people', '/keys']) {
    await page.goto(path);
    await page.locator('main li, main tbody tr').first().waitFor();
    const offered = page
      .locator('main')
      .getByRole('button', { name: /^(Invite|Change role|Remove|New API key|Revoke)/ });
    await expect.poll(async () => ({ [path]: await offered.allTextContents() })).toEqual({ [path]: [] });
  }
  expect(complaints).toEqual([]);
  await close();
});

it('shows all pages of their stack to a person with one stack, without refusals or account data', async () => {
  const stackRoles = [{ stackId: seeded.stackId, role: 'DEVELOPER' }];
  const { page, complaints, close } = await comeInAs(browser, running, { stackRoles });
  const refused: Record<string, readonly string[]> = {};
  for (const [name, path] of PAGES) {
    await page.goto(path.replace('{stack}', seeded.stackId).replace('{empty}', seeded.emptyStackId));
    await page.locator('main h1, main h2').first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    const alerts = await page.getByRole('alert').allTextContents();
    if (alerts.length > 0) refused[name] = alerts;
    await expect
      .poll(() => page.locator('main').textContent(), { message: name })
      .not.toContain('A stack with nothing in it yet');
  }
  expect(refused).toEqual({});
  for (const [path, action] of [
    ['/keys', 'see API keys'],
    ['/people', 'see people'],
  ] as const) {
    await page.goto(path);
    await page.getByText(`Your role doesn’t let you ${action}`).waitFor();
  }
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Your sessions' }).waitFor();
  await page.goto('/import');
  await page.getByText('Your role doesn’t let you import servers').waitFor();
  await page.goto(`/stacks/${seeded.stackId}`);
  await page.getByRole('button', { name: 'Add a server' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
