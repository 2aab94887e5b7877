import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { APPEARANCES } from './screens.ts';
import type { Running } from './service.ts';
import { openWorld } from './world.ts';

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openWorld();
  ({ running, browser } = world);
  return world.close;
});

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['docs', '/docs'],
  ['docs-quickstart', '/docs/quickstart'],
  ['docs-mcp', '/docs/mcp'],
  ['reference', '/reference'],
  ['reference-stacks', '/reference/stacks'],
];

const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

describe.each(APPEARANCES)('in %s, %s', (theme, width) => {
  it.each(PAGES)('%s is accessible, collapsed and expanded', async (name, path) => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { theme, width });
    await page.goto(path);
    await shoot(page, `${name}-${theme}-${width}`);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await unfold(page);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a reader', () => {
  it('goes through the documents, to a heading, to the next one, and back to the dashboard', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url);
    await page.goto('/docs');
    await page.getByRole('main').getByRole('link', { name: 'Errors and outcomes' }).click();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Outcomes of a tool' })
      .click();
    await page.waitForURL(/\/docs\/errors#outcomes-of-a-tool$/);
    const top = async () => Math.abs((await page.locator('#outcomes-of-a-tool').boundingBox())?.y ?? Number.NaN);
    await expect.poll(top).toBeLessThan(100);
    await page.getByRole('navigation', { name: 'Reading order' }).getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(/\/signin/);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await close();
  });

  it('skips to the text and finds all documents by keyboard on a phone', async () => {
    const { page, close } = await newVisitor(browser, running.url, { width: 'narrow' });
    await page.goto('/docs/quickstart');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main-text');
    const list = page.getByRole('navigation', { name: 'All documents' });
    const link = list.getByRole('link', { name: 'Security', exact: true });
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'All documents' }).press('Enter');
    await link.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await close();
  });

  it('sees all documents next to the text on a wide screen', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await page.goto('/docs/quickstart');
    for (const name of ['All documents', 'On this page']) {
      await expect.poll(() => page.getByRole('navigation', { name }).getByRole('link').last().isVisible()).toBe(true);
    }
    await close();
  });

  it('copies code by mouse and by keyboard, and hears a confirmation', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url);
    await page.goto('/docs/agents');
    const shown = await page.locator('.block code').allTextContents();
    const buttons = page.getByRole('button', { name: /^Copy code under “/ });
    await expect.poll(() => buttons.count()).toBe(shown.length);
    await buttons.first().click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown[0]);
    await buttons.last().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, shown.at(-1));
    expect(complaints).toEqual([]);
    await close();
  });

  it('reads the same text without scripts, and sees no control that needs them', async () => {
    const context = await browser.newContext({ baseURL: running.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/docs/agents');
    await expect.poll(() => page.locator('.block code').count()).toBeGreaterThan(5);
    for (const role of ['button', 'searchbox', 'combobox', 'textbox'] as const)
      await expect.poll(() => page.getByRole(role).count(), { message: role }).toBe(0);
    await context.close();
  });
});

describe.each(['wide', 'narrow'] as const)('a search, %s', (width) => {
  it('goes to a heading by keyboard alone, and shows an excerpt', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { width });
    await page.goto('/docs/quickstart');
    await page.keyboard.press('/');
    await page.keyboard.type('narrow a token');
    const options = page.getByRole('option');
    await options.first().waitFor();
    await shoot(page, `docs-search-${width}`);
    await expect.poll(() => options.first().textContent()).toMatch(/token/i);
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true');
    const href = await options.nth(1).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${running.url}${href}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('ranks matching titles before matching texts, and tolerates typos', async () => {
    const { page, close } = await newVisitor(browser, running.url, { width });
    await page.goto('/reference');
    const field = page.getByRole('combobox', { name: 'Search documentation' });
    const first = page.locator('#found-0');
    for (const [words, heading] of [
      ['quickstart', 'Quickstart'],
      ['outcomes of a tool', 'Outcomes of a tool'],
      ['quikstart', 'Quickstart'],
      ['back up', 'Back up'],
    ] as const) {
      await field.fill(words);
      await first.locator('b', { hasText: heading }).waitFor();
    }
    await field.fill('xyzzy plugh');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.found').isVisible()).toBe(false);
    await close();
  });
});
