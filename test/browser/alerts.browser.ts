import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { startMailServer } from '../core/mail/smtp.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { expectAppearance } from './appearance.ts';
import { newVisitor } from './browser.ts';
import { holdBack } from './late.ts';
import { OWNER, signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

type Mails = Awaited<ReturnType<typeof startMailServer>>;

let running: Running;
let browser: Browser;
let seeded: Seeded;
let mails: Mails;
let url: string;
/** The webhook payloads received. */
let notifications: unknown[] = [];

beforeAll(async () => {
  notifications = [];
  mails = await startMailServer();
  const receiver = createServer((request, response) => {
    void json(request).then((body) => notifications.push(body));
    response.writeHead(204).end();
  });
  const port = await listenOnLoopback(receiver);
  url = `http://127.0.0.1:${port}/hook`;
  const world = await openOwnedWorld({
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${port}`,
    TOOLYARD_SMTP_URL: `smtp://127.0.0.1:${mails.port}?from=toolyard@example.com`,
  });
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return async () => {
    await world.close();
    await mails.close();
    receiver.close();
  };
});

const INVOKE = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
const COUNT =
  'query ($stackId: ID!, $toolId: ID!) { callCount(filter: { stackId: $stackId, toolId: $toolId }) { count } }';
const RULES = 'mutation ($input: UpdateAlertRulesInput!) { updateAlertRules(input: $input) { __typename } }';
const FAILING = 'memory_add_observations';
/**
 * The service checks an account's alerts within ten seconds, and sends a message within two more; five times that on a
 * busy machine.
 */
const NOTIFIED_MS = 60_000;

const asAccount = (query: string, variables: object) => dataOf(ask(running.url, running.apiKey, query, variables));

async function failuresOnRecord(): Promise<number> {
  const { callCount } = await asAccount(COUNT, { stackId: seeded.stackId, toolId: FAILING });
  return isRecord(callCount) ? Number(callCount['count']) : 0;
}

/**
 * Makes calls fail by giving the tool an unknown name. A call returns before its record is stored, so a check for
 * alerts in between would miss it.
 */
async function failSome(count: number): Promise<void> {
  const before = await failuresOnRecord();
  const toolInput = { observations: [{ entityName: 'nobody', contents: ['unknown'] }] };
  const input = { stackId: seeded.stackId, toolId: FAILING, toolInput };
  for (let call = 0; call < count; call += 1) await asAccount(INVOKE, { input });
  await expect.poll(failuresOnRecord).toBe(before + count);
}

const openAlerts = (page: Page) => page.getByRole('list', { name: 'Open alerts' });

/** Makes the tool fail, runs the alert check, and waits until the alerts page shows the alert. */
async function openOne(page: Page): Promise<void> {
  await failSome(5);
  await asAccount(RULES, { input: { failurePercent: 10 } });
  await page.goto('/inbox/alerts');
  await openAlerts(page).getByRole('listitem').first().waitFor();
}

const textOf = (source: string): string => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

async function makeWebhook(page: Page): Promise<void> {
  await page.goto('/inbox/notifications');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Pager');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByLabel(/^Approvals:/).uncheck();
  await dialog.getByLabel(/^Alerts:/).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('receives alerts').waitFor();
}

it('alerts a webhook and a confirmed email address about a failing tool, and links to it', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await makeWebhook(page);
  await page.goto('/inbox/alerts');
  await page.getByText('No open alerts').waitFor();
  await expectAppearance(page, 'alerts-none');
  await page.goto('/inbox/notifications');
  // The switch is on once the service confirms it.
  await page.getByLabel(`Email alerts to ${OWNER.email}`).click();
  await page.getByText('We sent you a confirmation email').waitFor();
  await eventually('the letter', () => mails.received.length === 1, NOTIFIED_MS);
  const link = /http\S+#confirm=\S+/.exec(textOf(mails.received[0]?.source ?? ''))?.[0] ?? '';
  await page.goto('/');
  // The old value must not replace the new one: the page requested it first, but it arrives last.
  await holdBack(page, 'AlertsMail', 'AlertsUpdateMail');
  await page.goto(link);
  await page.getByText('You’ll now receive alerts by email.').waitFor();
  await expect.poll(() => page.url()).not.toContain('confirm');
  await expect.poll(() => page.getByText('We sent you a confirmation email').count()).toBe(0);

  await failSome(5);
  await page.getByLabel('Failure rate (%)').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await eventually('both messages', () => notifications.length === 1 && mails.received.length === 2, NOTIFIED_MS);
  expect(notifications).toMatchObject([
    { type: 'alert.opened', data: { kind: 'failing_tool', stack_id: seeded.stackId } },
  ]);
  expect(textOf(mails.received[1]?.source ?? '')).toMatch(/^Subject: memory_add_observations is failing in Research/m);

  await page.goto('/inbox/alerts');
  const alerts = openAlerts(page);
  await alerts.getByRole('listitem').first().waitFor();
  await expectAppearance(page, 'alerts-open');
  await page.goto('/');
  await alerts.getByText(/^memory_add_observations is failing in Research: 5 of 5 calls/).waitFor();
  await alerts.getByRole('link', { name: /^View/ }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await expect.poll(() => page.url()).toContain('tool=memory_add_observations');
  expect(complaints).toEqual([]);
  await close();
});

it('shows alerts of single stacks without settings to people who see only those stacks', async () => {
  const { page, complaints, close } = await comeInAs(browser, running, {
    stackRoles: [{ stackId: seeded.stackId, role: 'AUDITOR' }],
  });
  await openOne(page);
  await page.goto('/inbox/notifications');
  await page.getByLabel('Notify me in this browser').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Alert conditions' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('shows closed alerts separately from open ones', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await openOne(page);
  await page.goto('/inbox/notifications');
  await page.getByLabel('Minimum failed calls').fill('1000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto('/inbox/alerts');
  // The service detects it within ten seconds and tells the page.
  const over = page.getByRole('list', { name: 'Resolved alerts' }).getByRole('listitem');
  await over.getByText(/^memory_add_observations is failing in Research/).waitFor({ timeout: 2 * NOTIFIED_MS });
  await page.getByText('No open alerts').waitFor();
  await expect.poll(() => over.getByRole('link').count()).toBe(0);
  await expectAppearance(page, 'alerts-over');
  await page.goto('/');
  await expect.poll(() => page.getByRole('heading', { name: 'Alerts' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
