import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { openRecordedWorld, type RecordedCall, type RecordedWorld } from './recorded.ts';

const DAY = 24;
const NOW = new Date();

const times = (count: number, call: RecordedCall): RecordedCall[] =>
  Array.from({ length: count }, (_, index) => ({ ...call, hours: call.hours + index / 100 }));

/** Thirty calls within a week, and twenty in the week before. Call records start at the beginning of that week. */
const CALLS: readonly RecordedCall[] = [
  ...times(10, { hours: 2 * DAY, toolId: 'everything_slow', latencyMs: 2_000 }),
  ...times(14, { hours: 3 * DAY, toolId: 'memory_quick', latencyMs: 20, endUser: 'ann' }),
  ...times(3, { hours: 4 * DAY, toolId: 'memory_broken', latencyMs: 100 }),
  ...times(3, { hours: 5 * DAY, toolId: 'memory_broken', latencyMs: 100, outcome: 'timed_out', endUser: 'bob' }),
  ...times(20, { hours: 10 * DAY, toolId: 'memory_quick', latencyMs: 20 }),
  { hours: 15 * DAY, toolId: 'memory_quick', latencyMs: 20 },
];

let world: RecordedWorld;
beforeAll(async () => {
  world = await openRecordedWorld(NOW, CALLS);
  return world.close;
});

/** The figure shown after the service has responded. */
const figure = (page: Page, label: string) =>
  page
    .locator('.records-figures .card')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

async function figures(page: Page, label: string): Promise<readonly string[]> {
  return (await figure(page, label).allTextContents()).map((text) => text.trim());
}

const firstRow = (page: Page, title: string) =>
  page
    .getByRole('region', { name: `${title} table` })
    .locator('tbody tr')
    .first();

it('shows what changed and which tools are slow or fail, and links to their calls', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/activity?range=week');
  await expect.poll(() => figures(page, 'Calls')).toEqual(['30', '50% more than the previous 7 days']);
  await expect.poll(() => figures(page, 'Failed')).toEqual(['3 (10%)', 'none in the previous 7 days']);
  await expect
    .poll(() => figures(page, '95th percentile (p95)'))
    .toEqual([expect.any(String), expect.stringMatching(/times slower than the previous 7 days$/)]);
  await expect.poll(() => firstRow(page, 'Slowest tools').locator('th, td').allTextContents()).toHaveLength(4);
  await expect.poll(() => firstRow(page, 'Slowest tools').locator('th').textContent()).toBe('everything_slow');
  const worst = firstRow(page, 'Most failing tools');
  const shown = ['memory_broken', '3 of 6', '50%', 'Timed out'];
  await expect.poll(() => worst.locator('th, td').allTextContents()).toEqual(shown);
  await shoot(page, 'activity-week');
  await worst.getByRole('link', { name: 'memory_broken' }).click();
  await page.waitForURL((url) => url.searchParams.get('outcome') === 'FAILED');
  const list = page.getByRole('region', { name: 'Calls, newest first' });
  await expect.poll(() => list.locator('tbody tr').count()).toBe(3);
  await expect.poll(() => list.evaluate((part) => part.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it('shows usage by tool, agent and person over time, and links tools to their calls', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/activity?range=week');
  const rows = (view: string) => page.getByRole('region', { name: `Usage ${view}` }).locator('tbody tr');
  const shown = (view: string) =>
    rows(view).evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td.number')].map((cell) => cell.textContent)),
    );
  await expect
    .poll(() => shown('by tool'))
    .toEqual([
      ['memory_quick', '14', '0'],
      ['everything_slow', '10', '0'],
      ['memory_broken', '6', '3'],
    ]);
  await page.getByRole('tab', { name: 'By agent' }).click();
  await expect.poll(() => shown('by agent')).toEqual([['My agentClient endpoint of Research', '17', '3']]);
  await page.getByRole('tab', { name: 'By person' }).click();
  await expect
    .poll(() => shown('by person'))
    .toEqual([
      ['annEnd user', '14', '0'],
      ['bobEnd user', '3', '3'],
    ]);
  const bars = rows('by person')
    .first()
    .getByRole('img', { name: /^Calls over time, at most \d+ calls from / });
  await expect.poll(() => bars.count()).toBe(1);
  await page.locator('.activity__usage').scrollIntoViewIfNeeded();
  await shoot(page, 'activity-usage');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
  await shoot(page, 'activity-usage-phone');
  await page.getByRole('tab', { name: 'By tool' }).click();
  await rows('by tool').first().getByRole('link', { name: 'memory_quick' }).click();
  await page.waitForURL((url) => url.searchParams.get('tool') === 'memory_quick');
  await page.getByRole('tab', { name: 'By tool' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

const localText = (page: Page, hours: number): Promise<string> =>
  page.evaluate(
    (ms) => {
      const at = new Date(ms);
      return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    },
    NOW.getTime() - hours * 3_600_000,
  );

async function fillRange(page: Page, from: number, to: number): Promise<void> {
  await page.getByLabel('From', { exact: true }).fill(await localText(page, from));
  await page.getByLabel('To', { exact: true }).fill(await localText(page, to));
  await page.getByRole('button', { name: 'Apply' }).click();
}

it('shows a custom range in the reader’s time zone, with a URL that works in every time zone', async () => {
  const kolkata = { timezone: 'Asia/Kolkata' };
  const { page, context, complaints, close } = await newVisitor(world.browser, world.running.url, kolkata);
  await signIn(page);
  await page.goto('/activity');
  await page.getByLabel('Time', { exact: true }).selectOption('custom');
  await page.getByText('Times are in Asia/Calcutta').or(page.getByText('Asia/Kolkata')).waitFor();
  await fillRange(page, DAY, 2 * DAY);
  await page.getByText('The end must be after the start.').waitFor();
  await fillRange(page, 33 * DAY, 1);
  await page.getByText('The maximum is 31 days').waitFor();
  await fillRange(page, 6 * DAY, 2.5 * DAY);
  await expect.poll(() => figures(page, 'Calls')).toEqual(['20', 'none in the previous 3 days 12 hours']);
  await shoot(page, 'activity-range');
  const address = new URL(page.url());
  const from = new Date(NOW.getTime() - 6 * DAY * 3_600_000);
  from.setSeconds(0, 0);
  expect(address.searchParams.get('from')).toBe(from.toISOString());
  const elsewhere = await world.browser.newContext({
    ...{ baseURL: world.running.url, timezoneId: 'America/New_York' },
    storageState: await context.storageState(),
  });
  const other = await elsewhere.newPage();
  await other.goto(address.href);
  await expect.poll(() => figures(other, 'Calls')).toEqual(['20', 'none in the previous 3 days 12 hours']);
  await expect.poll(() => other.getByLabel('From', { exact: true }).inputValue()).toBe(await localText(other, 6 * DAY));
  await expect
    .poll(() => other.getByLabel('From', { exact: true }).inputValue())
    .not.toBe(await localText(page, 6 * DAY));
  await page.goto('/activity?from=yesterday&to=today');
  await page.getByText('Enter a date and a time.').first().waitFor();
  expect(complaints).toEqual([]);
  await elsewhere.close();
  await close();
});

it('compares a stack’s usage with the previous period on the stack’s page', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(`/stacks/${world.seeded.stackId}/usage?days=7`);
  await expect.poll(() => figures(page, 'Calls')).toEqual(['30', '50% more than the previous 7 days']);
  await page.getByRole('link', { name: 'Last 24 hours' }).click();
  await page.getByText('No calls in this period').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('draws a stack’s calls over time, as a chart and a table, and each tool leads to its calls', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(`/stacks/${world.seeded.stackId}/usage?days=7`);
  await page.getByText('Calls per 7 hours as a table').click();
  const rows = page.getByRole('region', { name: 'Calls per 7 hours, values' }).locator('tbody tr');
  const columns = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
  );
  const sumOf = (at: number) => columns.reduce((sum, values) => sum + (values[at] ?? 0), 0);
  expect([sumOf(0), sumOf(1)]).toEqual([30, 3]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('region', { name: 'Calls by tool' }).getByRole('link', { name: 'memory_broken' }).click();
  await page.waitForURL(/\/activity\?.*tool=memory_broken/);
  await expect.poll(() => figures(page, 'Calls')).toEqual(['6', expect.any(String)]);
  expect(complaints).toEqual([]);
  await close();
});

it('leads from the agents and people of a stack’s usage to their calls, and filters by caller', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  const list = page.getByRole('region', { name: 'Calls, newest first' }).locator('tbody tr');
  const caller = page.getByRole('combobox', { name: 'Caller' });
  await page.goto(`/stacks/${world.seeded.stackId}/usage?days=7`);
  await page.getByRole('tab', { name: 'By agent' }).click();
  await shoot(page, 'stack-usage-agents');
  await page.getByRole('link', { name: 'My agent' }).click();
  await page.waitForURL(/\/activity\?.*caller=endpoint_/);
  await expect.poll(() => caller.inputValue()).toBe('My agent');
  await expect.poll(() => list.count()).toBe(17);

  await page.goBack();
  await page.getByRole('tab', { name: 'By person' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'bob' }).click();
  await page.waitForURL(/endUser=bob/);
  await expect.poll(() => list.count()).toBe(3);
  await shoot(page, 'activity-caller-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await caller.fill('an');
  await page.getByRole('option', { name: 'ann, End user' }).click();
  await expect.poll(() => list.count()).toBe(14);
  await list.first().getByRole('link', { name: 'My agent' }).click();
  await expect.poll(() => list.count()).toBe(17);
  await list.first().getByRole('button', { name: 'Details' }).click();
  await page
    .getByRole('definition')
    .getByRole('link', { name: /^(ann|bob)$/ })
    .click();
  await page.waitForURL(/endUser=/);
  await shoot(page, 'activity-caller');
  expect(await seriousViolations(page)).toEqual([]);
  await caller.click();
  await page.getByRole('option', { name: 'All callers' }).click();
  await expect.poll(() => list.count()).toBe(30);
  expect(complaints).toEqual([]);
  await close();
});

it('draws a stack as agents, endpoint, servers and credentials', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(`/stacks/${world.seeded.stackId}/map`);
  const ways = page.getByRole('region', { name: 'Map' }).locator('.map__way');
  await expect.poll(() => ways.count()).toBe(4);
  await expect.poll(() => ways.first().textContent()).toMatch(/Nightly job.*My agent/);
  const texts = await ways.allTextContents();
  expect(texts.filter((text) => /GitHub.*Credentials missing/.test(text))).toHaveLength(1);
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shoot(page, `map-${width}`);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('link', { name: 'Credentials missing' }).click();
  await page.waitForURL(/\/credentials\?server=github$/);
  expect(complaints).toEqual([]);
  await close();
});

it('shows the connection state only if new rows appear at the top, not in oldest-first order', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  const follow = page.getByRole('switch', { name: 'Live updates' });
  const state = page.locator('.row', { has: follow }).getByRole('status');
  const order = page.getByLabel('Order', { exact: true });
  await signIn(page);
  await page.goto('/activity?range=week');
  await expect.poll(() => state.textContent()).toBe('Live');
  await order.selectOption('oldest');
  await page.getByRole('region', { name: 'Calls, oldest first' }).waitFor();
  await expect.poll(() => state.textContent()).toBe('');
  await follow.click();
  await expect.poll(() => state.textContent()).toBe('Paused');
  await page.goto('/audit');
  await expect.poll(() => state.textContent()).toBe('Live');
  await order.selectOption('oldest');
  await page.getByRole('region', { name: 'Events, oldest first' }).waitFor();
  await expect.poll(() => follow.count()).toBe(0);
  await order.selectOption('');
  await expect.poll(() => state.textContent()).toBe('Live');
  expect(complaints).toEqual([]);
  await close();
});
