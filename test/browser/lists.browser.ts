import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { holdRequests } from './late.ts';
import { LISTS, type List, MACHINES } from './listed.ts';
import { MANY, seedMany } from './many.ts';
import { signIn } from './people.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
let seedingMs = 0;
beforeAll(async () => {
  world = await openOwnedWorld();
  const startedAt = performance.now();
  await seedMany(world.running);
  seedingMs = performance.now() - startedAt;
  return world.close;
});

const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
};

/** The part of the page that contains a list. */
const barOf = (page: Page, { label }: List) =>
  page.locator('main search', { has: page.getByLabel(label, { exact: true }) });

const expectTotal = (page: Page, total: string | RegExp) =>
  page.getByRole('status').filter({ hasText: total }).first().waitFor();

/** The rows of a list, in any layout. */
const ROWS = 'main li, main tbody tr, main article, main section.card';
/** The maximum number of rows of any kind on a page. Rows are expensive, so a page must not hold a thousand. */
const ROWS_MAX = 130;
/** Requests to the API until a page and all of its lists are complete. */
const REQUESTS_MAX = 12;

/** The number of requests that a page needs to load. */
async function open(page: Page, path: string): Promise<number> {
  let requests = 0;
  const count = (request: { url(): string }) => {
    if (request.url().includes('/graphql')) requests += 1;
  };
  page.on('request', count);
  await page.goto(path);
  await settled(page);
  page.off('request', count);
  return requests;
}

/** The selection stays in the URL: after a reload, in a shared link, and after going back. */
async function expectPreserved(page: Page, word: string, total: string | RegExp): Promise<void> {
  await expectTotal(page, total);
  await page.waitForFunction((value) => [...new URLSearchParams(location.search).values()].includes(value), word);
  const address = page.url();
  await page.reload();
  await settled(page);
  await expectTotal(page, total);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.goBack();
  await settled(page);
  await expectTotal(page, total);
  await expect.poll(() => page.url()).toBe(address);
}

describe.each(LISTS)('the list of $name', (list) => {
  const { path, label, total, hit, sort, show } = list;

  it('shows its total and few rows immediately', async () => {
    const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
    await signIn(page);
    expect(await open(page, path)).toBeLessThanOrEqual(REQUESTS_MAX);
    await expectTotal(page, total);
    await expect.poll(() => page.locator(ROWS).count()).toBeLessThanOrEqual(ROWS_MAX);
    expect(complaints).toEqual([]);
    await close();
  });

  it('can be searched, and says if nothing matches', async () => {
    const { page, close } = await newVisitor(world.browser, world.running.url);
    await signIn(page);
    await open(page, path);
    await page.getByLabel(label, { exact: true }).fill(hit[0]);
    await expectPreserved(page, hit[0], hit[1]);
    await page.getByLabel(label, { exact: true }).fill('zqxvzq');
    await page.getByRole('heading', { name: /^No .* match$/ }).waitFor();
    await page.getByRole('button', { name: /^Show all/ }).click();
    await expectTotal(page, total);
    await page.waitForFunction(() => location.search === '');
    await close();
  });

  it.skipIf(!sort && !show)('can be sorted and filtered', async () => {
    const { page, close } = await newVisitor(world.browser, world.running.url);
    await signIn(page);
    await open(page, path);
    const bar = barOf(page, list);
    if (show) {
      await bar.getByText(show[0], { exact: true }).click();
      await expectPreserved(page, show[1], show[2]);
      await open(page, path);
    }
    if (sort) {
      await bar.getByLabel('Sort').selectOption(sort[0]);
      await page.locator(ROWS).filter({ hasText: sort[2] }).first().waitFor();
      await expectPreserved(page, sort[1], total);
    }
    await close();
  });

  it.each(['light', 'dark'] as const)('is accessible at three widths, in %s', async (theme) => {
    const { page, close } = await newVisitor(world.browser, world.running.url, { theme });
    await signIn(page);
    for (const width of [1_440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, path);
      await expectTotal(page, total);
      await shoot(page, `list-${list.name.replaceAll(' ', '-')}-${theme}-${width}`);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      if (width !== 768) expect(await seriousViolations(page)).toEqual([]);
    }
    await close();
  });
});

it('shows at least 15 stacks without scrolling, 900 pixels high', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await open(page, '/stacks');
  const bottoms = await page
    .locator('.stacks-row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(15);
  await close();
});

it('shows whether the number of alerts is at its limit', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/inbox/alerts');
  const full = page.getByText('You’ve reached the limit of 1,000 alerts');
  await full.waitFor();
  await shoot(page, 'many-alerts-full');
  // A user who sees fewer alerts gets no information about the others.
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('query AlertsList')) return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    body.data.alerts.pop();
    return route.fulfill({ response, json: body });
  });
  await page.reload();
  await page.getByText('999 alerts').first().waitFor();
  await expect.poll(() => full.count()).toBe(0);
  await close();
});

it('chooses a stack by a part of its name, with the keyboard', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await open(page, '/activity');
  const field = page.getByRole('combobox', { name: 'Stack', exact: true });
  const options = page.getByRole('listbox').getByRole('option');
  await field.click();
  await options.first().waitFor();
  await expect.poll(() => options.count()).toBeLessThanOrEqual(ROWS_MAX);
  await field.fill('project 0042');
  await page.getByRole('option', { name: 'Project 0042', exact: true }).waitFor();
  await options.nth(1).waitFor({ state: 'detached' });
  expect(await seriousViolations(page)).toEqual([]);
  // Its name appears as soon as it's chosen, before the stack itself is fetched.
  const letGo = await holdRequests(page, /PickedStack/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => new URLSearchParams(location.search).get('stack')?.startsWith('stack_'));
  await expect.poll(() => field.inputValue()).toBe('Project 0042');
  letGo();
  await field.fill('zqxvzq');
  await page.getByText('No matching stacks.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => field.inputValue()).toBe('Project 0042');
  await close();
});

it('Enter chooses no result of an earlier search text', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  for (const [path, opener, label, name] of [
    ['/marketplace/own2', 'Refresh tools', 'Use credentials of', 'Project 0942'],
    [MACHINES, 'New service account', 'Client endpoint', 'Agent 0142'],
  ] as const) {
    const letGo = await holdRequests(page, new RegExp(name));
    await open(page, path);
    await page.getByRole('button', { name: opener }).click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
    await field.click();
    await page.getByRole('listbox', { name: label }).getByRole('option').nth(1).waitFor();
    await field.fill(name);
    await page.keyboard.press('Enter');
    await page.getByText('Searching', { exact: true }).waitFor();
    letGo();
    await page.getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe(name);
  }
  await close();
});

it('chooses an endpoint for a service account, and a stack among those that have a server', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await open(page, MACHINES);
  await page.getByRole('button', { name: 'New service account' }).click();
  await choose(page, 'Client endpoint', 'agent 0042', 'Agent 0042');
  await open(page, '/marketplace/own2');
  await page.getByRole('button', { name: 'Refresh tools' }).click();
  await choose(page, 'Use credentials of', 'project 0942', 'Project 0942');
  await close();
});

/** Types a part of a name into a combobox of a dialog, and selects the remaining option. */
async function choose(page: Page, label: string, text: string, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(text);
  const list = page.getByRole('listbox', { name: label });
  await list.getByRole('option', { name, exact: true }).waitFor();
  await list.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe(name);
}

it('shows the number of calls', () => {
  process.stdout.write(
    `${LISTS.length} lists of an account with ${MANY.stacks} stacks, made in ${Math.round(seedingMs)} ms: ` +
      `${LISTS.filter(({ sort }) => sort).length} sorted, ${LISTS.filter(({ show }) => show).length} attenuated\n`,
  );
});
