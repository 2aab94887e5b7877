import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

const SCRIPT_BYTES_MAX = 250 * 1024;
/** The page, its scripts, styles and font, and its queries. */
const REQUESTS_MAX = 90;

/** Above this value, people notice layout shifts (https://web.dev/articles/cls). */
const LAYOUT_SHIFT_MAX = 0.1;

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

/** Waits until the page shows its data. */
async function isShown(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** The gzipped bytes of all scripts that a page loads until it is shown, and the number of its requests. */
async function costOf(page: Page, path: string) {
  const scripts: Promise<Buffer>[] = [];
  let requests = 0;
  page.on('response', (response) => {
    requests += 1;
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(path);
  await isShown(page);
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return { bytes, requests };
}

const PAGES = [
  '/',
  '/stacks',
  '/marketplace',
  '/import',
  '/playground',
  '/activity',
  '/jobs',
  '/rules',
  '/inbox',
  '/inbox/approvals',
  '/inbox/reviews',
  '/inbox/notifications',
  '/audit',
  '/keys',
  '/people',
  '/settings',
];

it.for(['/signin', ...PAGES])(
  `%s loads at most ${SCRIPT_BYTES_MAX} bytes of compressed script in ${REQUESTS_MAX} requests`,
  async (path, { annotate }) => {
    const { page, close } = await newVisitor(browser, running.url);
    if (path !== '/signin') await signIn(page);
    const { bytes, requests } = await costOf(page, path);
    await annotate(`${bytes} bytes of script as gzip, ${requests} requests`);
    process.stdout.write(`${path}: ${bytes} bytes of script as gzip, ${requests} requests\n`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);
    await close();
  },
);

/** The limit until the user searches or tries a request, because these pages show their content without scripts. */
const READING_BYTES_MAX = 10 * 1024;

it.for(['/docs/agents', '/reference/stacks'])(
  `%s loads at most ${READING_BYTES_MAX} bytes of compressed script`,
  async (path, { annotate }) => {
    const { page, close } = await newVisitor(browser, running.url);
    const { bytes } = await costOf(page, path);
    await annotate(`${bytes} bytes of script as gzip`);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(READING_BYTES_MAX);
    await close();
  },
);

/** Boundary: the browser’s own layout-shift entries, which the DOM types do not cover. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { readonly value: number })[];
          resolve(entries.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Without any entry, the observer never runs.
        requestIdleCallback(() => resolve(0), { timeout: 500 });
      }),
  );

it.each(PAGES)('%s has no layout shifts', async (path) => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(path);
  await isShown(page);
  expect(await shiftOf(page)).toBeLessThan(LAYOUT_SHIFT_MAX);
  await close();
});
