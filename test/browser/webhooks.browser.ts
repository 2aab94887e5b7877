import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listenOnLoopback } from '../harness/listen.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;
let url: string;
/** The status that the receiver returns from now on. */
let answer = 204;
let signatures: (string | undefined)[] = [];

beforeAll(async () => {
  answer = 204;
  signatures = [];
  const receiver = createServer((request, response) => {
    signatures.push(String(request.headers['webhook-signature']));
    request.resume();
    response.writeHead(answer).end();
  });
  const port = await listenOnLoopback(receiver);
  url = `http://127.0.0.1:${port}/hook`;
  const world = await openOwnedWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${port}` });
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return async () => {
    await world.close();
    receiver.close();
  };
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const inDialog = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

it('creates a webhook, shows its secret once, tests it, and shows its deliveries', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/inbox/notifications');
  await page.getByText('No webhooks yet').waitFor();
  await press(page, 'New webhook');
  await inDialog(page, 'Name').fill('Slack');
  await inDialog(page, 'URL').fill('http://hooks.example.com/');
  await press(page, 'Create webhook');
  await page.locator('dialog .field__error').waitFor();
  await inDialog(page, 'URL').fill(url);
  await press(page, 'Create webhook');
  const shown = page.getByRole('region', { name: 'signing secret', exact: true });
  const secret = (await shown.textContent())?.trim() ?? '';
  expect(secret).toMatch(/^whsec_/);
  await press(page, 'I’ve saved it');
  await expect.poll(() => page.content()).not.toContain(secret);

  const messages = page.getByRole('list', { name: 'Recent messages to Slack' }).getByRole('listitem');
  await press(page, 'Send a test message to Slack');
  await messages.getByText(/Test: delivered/).waitFor();
  expect(signatures[0]).toMatch(/^v1,/);
  answer = 500;
  await press(page, 'Send a test message to Slack');
  await messages.getByText(/Test: retrying: .*500.*\d attempt/).waitFor();

  await press(page, 'Stop Slack');
  await page.getByText('Stopped', { exact: true }).waitFor();
  await press(page, 'Resume Slack');
  await page.getByText('Stopped', { exact: true }).waitFor({ state: 'detached' });
  await press(page, 'Delete Slack');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('hides webhooks from people who can’t manage the account, even if they can approve calls', async () => {
  const invited = {
    APPROVER: { role: 'APPROVER' },
    'admin of one stack': { stackRoles: [{ stackId: seeded.stackId, role: 'ADMIN' }] },
  };
  for (const [name, input] of Object.entries(invited)) {
    const { page, complaints, close } = await comeInAs(browser, running, input);
    await page.goto('/inbox/notifications');
    await page.getByLabel('Notify me in this browser').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Webhooks' }).count(), { message: name }).toBe(0);
    expect(complaints, name).toEqual([]);
    await close();
  }
  const { page, close } = await comeInAs(browser, running, { role: 'AUDITOR' });
  await page.goto('/inbox/notifications');
  await page.getByLabel('Notify me in this browser').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Webhooks' }).count()).toBe(0);
  await close();
});
