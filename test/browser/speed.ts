/**
 * Measures how long people wait for pages of a full account (`MANY`): the first load with an empty cache, and
 * navigation in the dashboard. Figures only, because they depend on the machine. Run it with `npm run bench:pages`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { MANY, seedMany } from './many.ts';
import { signIn } from './people.ts';
import { WIDTHS } from './screens.ts';
import { openOwnedWorld } from './world.ts';

const PATHS = ['/', '/stacks', '/marketplace', '/activity', '/inbox', '/rules', '/keys', '/people', '/jobs', '/audit'];
const ROUNDS = 5;

/** Until the page shows its data. Looked at in each frame: a locator waits up to half a second between two looks. */
async function settled(page: Page): Promise<void> {
  const isSettled = () =>
    document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"]') === null;
  await page.waitForFunction(isSettled, null, { polling: 'raf' });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const printed = (path: string, times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => String(Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)).padStart(7);
  return `${path.padEnd(14)}${at(0.5)}${at(0.95)}\n`;
};

function report(title: string, times: ReadonlyMap<string, readonly number[]>): void {
  process.stdout.write(`${title.padEnd(14)}${'p50 ms'.padStart(7)}${'p95 ms'.padStart(7)}\n`);
  for (const [path, each] of times) process.stdout.write(printed(path, each));
  process.stdout.write(printed('all', [...times.values()].flat()));
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Each load is that of a new browser, with an empty cache. */
async function loads(browser: Browser, baseURL: string, storageState: SignedIn) {
  const times = new Map(PATHS.map((path): [string, number[]] => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [path, each] of times) {
      const context = await browser.newContext({ baseURL, storageState, viewport: WIDTHS.wide });
      const page = await context.newPage();
      each.push(await timed(() => page.goto(path).then(() => settled(page))));
      await context.close();
    }
  return times;
}

/** Opens each page from the menu, after all pages were open once. */
async function navigations(page: Page) {
  const times = new Map(PATHS.map((path): [string, number[]] => [path, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [path, each] of times) {
      const before = new URL(page.url()).pathname;
      const open = async () => {
        await page.locator(`.shell__side a[href="${path}"]`).first().click();
        await page.waitForURL((url) => url.pathname !== before);
        await settled(page);
      };
      const ms = await timed(open);
      if (round > 0) each.push(ms);
    }
  return times;
}

const world = await openOwnedWorld();
try {
  await seedMany(world.running);
  const context = await world.browser.newContext({ baseURL: world.running.url, viewport: WIDTHS.wide });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/settings');
  await settled(page);
  process.stdout.write(`${MANY.stacks} stacks, ${MANY.servers} private servers with ${3 * MANY.servers} tools\n`);
  report('Navigation', await navigations(page));
  report('First load', await loads(world.browser, world.running.url, await context.storageState()));
} finally {
  await world.close();
}
