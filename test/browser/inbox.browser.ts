import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { expectAppearance } from './appearance.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

const RULE = 'mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { __typename } }';
const INVOKE = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
const APPROVALS = 'query { approvals(first: 50, filter: { isPending: true }) { nodes { id } } }';
const DENY = 'mutation ($input: DenyCallInput!) { denyCall(input: $input) { __typename } }';

let world: BrowserWorld;
let seeded: Seeded;

const asAccount = (query: string, variables: object = {}) =>
  dataOf(ask(world.running.url, world.running.apiKey, query, variables));

beforeAll(async () => {
  world = await openOwnedWorld();
  seeded = await seed(world.running.url, world.running.apiKey);
  const input = { name: 'ask before writing', effect: 'ASK', tools: ['memory_create_entities'] };
  await asAccount(RULE, { input });
  return world.close;
});

afterEach(denyAll);

/** Makes a call that waits for an approval. */
const hold = (name: string) => {
  const toolInput = { entities: [{ name, entityType: 'person', observations: [] }] };
  return asAccount(INVOKE, { input: { stackId: seeded.stackId, toolId: 'memory_create_entities', toolInput } });
};

async function denyAll(): Promise<void> {
  const { approvals } = await asAccount(APPROVALS);
  const { nodes } = approvals as { readonly nodes: readonly { readonly id: string }[] };
  for (const { id } of nodes) await asAccount(DENY, { input: { approvalId: id } });
}

const PAGES = ['/', '/stacks', '/marketplace', '/playground', '/activity', '/inbox', '/audit', '/rules', '/keys'];
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

it('shows a held call on every page, in the menu and the title, without a reload', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  const took: number[] = [];
  for (const [at, path] of [...PAGES, '/people', '/settings', `/stacks/${seeded.stackId}`].entries()) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (at > 0) await menu(page).getByText(String(at), { exact: true }).waitFor();
    const startedAt = performance.now();
    await hold(`Person ${at}`);
    await menu(page)
      .getByRole('link', { name: `Inbox ${at + 1} approval${at === 0 ? '' : 's'}` })
      .waitFor();
    took.push(performance.now() - startedAt);
    expect(await page.title()).toMatch(new RegExp(`^\\(${at + 1}\\) .+ · Toolyard$`));
  }
  process.stdout.write(
    `from the call to the menu of ${took.length} pages: at most ${Math.round(Math.max(...took))} ms\n`,
  );
  await denyAll();
  await menu(page).getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  expect(await page.title()).not.toContain('(');
  expect(complaints).toEqual([]);
  await close();
});

it('answers waiting calls first on Home, and groups what waits in the inbox', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  const cards = page.getByRole('region', { name: 'Waiting for your approval' }).getByRole('article');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hold('Ann');
  await hold('Bob');
  await cards.nth(1).waitFor();
  await expect.poll(() => page.locator('main h2').first().textContent()).toBe('Waiting for your approval');
  await expectAppearance(page, 'home-waiting');
  await cards.first().getByRole('button', { name: 'Approve once' }).click();
  await page.getByText('Approved memory_create_entities.').waitFor();
  await expect.poll(() => cards.count()).toBe(1);
  await menu(page).getByRole('link', { name: 'Inbox 1 approval' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await cards.first().getByText('"Bob"').waitFor();
  await expectAppearance(page, 'inbox-waiting');
  await cards.first().getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
  await expectAppearance(page, 'inbox-empty');
  expect(complaints).toEqual([]);
  await close();
});

it('never calls the inbox empty while a call waits, even without the counts', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  // The page opens its socket, but receives nothing.
  await page.routeWebSocket(/\/graphql$/, () => undefined);
  await hold('Cid');
  await signIn(page);
  await page.goto('/inbox');
  await page.getByRole('region', { name: 'Waiting for your approval' }).getByRole('article').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Nothing is waiting' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('redirects the addresses of earlier versions, with their filters', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  const moved = {
    '/approvals': '/inbox/approvals',
    '/approvals?show=waiting': '/inbox/approvals?show=waiting',
    '/approvals/approval_00000000-0000-7000-8000-000000000000':
      '/inbox/approvals/approval_00000000-0000-7000-8000-000000000000',
    '/reviews?sort=newest': '/inbox/reviews?sort=newest',
    '/alerts': '/inbox/alerts',
    '/account': '/settings',
  };
  for (const [from, to] of Object.entries(moved)) {
    await page.goto(from);
    await page.getByRole('heading', { name: /^(Inbox|Settings)$/, level: 1 }).waitFor();
    await expect.poll(() => page.url().replace(world.running.url, '')).toBe(to);
  }
  process.stdout.write(`${Object.keys(moved).length} addresses redirect\n`);
  expect(complaints).toEqual([]);
  await close();
});

/** Records the notifications that the page shows, because a headless browser doesn't draw them. */
const recordNotifications = (context: BrowserContext) =>
  context.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    window.Notification = class extends window.Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(`${title} | ${options?.body}`);
      }
    };
  });

it('shows browser notifications to a person who turned them on and isn’t looking at the page', async () => {
  const { page, context, complaints, close } = await newVisitor(world.browser, world.running.url);
  await context.grantPermissions(['notifications'], { origin: world.running.url });
  await recordNotifications(context);
  const shown = (): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, 'shown'));
  await signIn(page);
  await page.goto('/inbox/notifications');
  // The switch changes once the browser has answered.
  const notices = page.getByLabel('Notify me in this browser');
  await notices.click();
  await expect.poll(() => notices.isChecked()).toBe(true);
  await page.reload();
  await expect.poll(() => notices.isChecked()).toBe(true);
  await menu(page).getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  // A page that has the focus shows no notification.
  await hold('seen');
  await menu(page).getByRole('link', { name: 'Inbox 1 approval' }).waitFor();
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  await hold('unseen');
  await expect.poll(shown).toEqual(['Approve memory_create_entities? | Memory, in the stack Research']);
  await notices.click();
  await expect.poll(() => notices.isChecked()).toBe(false);
  await hold('off');
  await menu(page).getByRole('link', { name: 'Inbox 3 approvals' }).waitFor();
  expect(await shown()).toEqual(['Approve memory_create_entities? | Memory, in the stack Research']);
  expect(complaints).toEqual([]);
  await close();
});
