import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, type Visitor } from './browser.ts';
import { signIn } from './people.ts';
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

async function come(): Promise<Visitor> {
  const visitor = await newVisitor(browser, running.url);
  await signIn(visitor.page);
  return visitor;
}

/** The width of the logo next to a server's name; 0 until it has loaded. */
const drawn = (page: Page, heading: string): Promise<number> =>
  page
    .getByRole('heading', { name: heading, exact: true })
    .locator('svg.server-mark')
    .locator('use, text')
    .evaluate((part) => part.getBoundingClientRect().width);

it('shows a server’s logo in the marketplace, on its page and in a stack', async () => {
  const { page, complaints, close } = await come();
  for (const [path, names] of [
    ['/marketplace', ['GitHub', 'Stripe', 'Slack']],
    ['/marketplace/github', ['GitHub']],
    [`/stacks/${seeded.stackId}`, ['GitHub', 'Everything']],
    [`/stacks/${seeded.stackId}/credentials`, ['GitHub', 'Memory']],
  ] as const) {
    await page.goto(path);
    for (const name of names) {
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await expect.poll(() => drawn(page, name)).toBeGreaterThan(5);
    }
  }
  expect(complaints).toEqual([]);
  await close();
});

it('filters servers by category from the URL, also with a search', async () => {
  const { page, complaints, close } = await come();
  await page.goto('/marketplace?category=finance');
  const names = page.locator('.marketplace-card h2 a');
  await expect.poll(() => names.allInnerTexts()).toEqual(['Square', 'Stripe', 'Xero']);
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Media' });
  await expect.poll(async () => (await names.allInnerTexts()).toSorted()).toEqual(['GIPHY', 'Spotify', 'X', 'YouTube']);
  await page.getByLabel('Search servers and tools').fill('playlist');
  await expect.poll(async () => (await names.allInnerTexts())[0]).toBe('Spotify');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=playlist&category=media');
  await page.goto('/marketplace/xero');
  await page.getByRole('definition').filter({ hasText: 'Finance' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('links to where people create a credential, in the stack and before adding the server', async () => {
  const { page, close } = await come();
  for (const path of [`/stacks/${seeded.stackId}/credentials`, '/marketplace/github']) {
    await page.goto(path);
    const link = page.getByRole('link', { name: 'Get it at github.com for Access token' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toBe('https://github.com/settings/tokens');
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
  }
  await close();
});

it('opens a call on click, and its tool when the tool is clicked', async () => {
  const { page, close } = await come();
  await page.goto('/activity');
  const row = page.locator('.activity__call').first();
  await row.getByText('Invalid input').click();
  await page.getByText('Error', { exact: true }).waitFor();
  await row.getByText('Invalid input').click();
  await page.getByText('Error', { exact: true }).waitFor({ state: 'detached' });
  await row.getByTitle('Open in the playground').click();
  await page.waitForURL(/\/playground\?/);
  await close();
});

it('finds a stack’s chat by name', async () => {
  const { page, close } = await come();
  await page.goto(`/stacks/${seeded.stackId}`);
  await page.getByRole('heading', { name: 'Research', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('combobox', { name: /^Search pages/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.type('chat');
  await page.getByRole('option', { name: 'Research: Chat' }).click();
  await page.getByRole('heading', { name: 'No model is set' }).waitFor();
  await close();
});
