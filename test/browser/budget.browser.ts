import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

const SCRIPT_BYTES_MAX = 200 * 1024;
/** Above this value, people notice layout shifts (https://web.dev/articles/cls). */
const LAYOUT_SHIFT_MAX = 0.1;

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

/** The gzipped bytes of all scripts that a page loads until loading stops. */
async function scriptBytesOf(page: Page, path: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
}

it.for(['/signin', '/'])(
  `%s loads at most ${SCRIPT_BYTES_MAX} bytes of compressed script`,
  async (path, { annotate }) => {
    const { page, close } = await newVisitor(browser, running.url);
    if (path === '/') await signIn(page);
    const bytes = await scriptBytesOf(page, path);
    await annotate(`${bytes} bytes of script as gzip`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    await close();
  },
);

/** The limit until the user searches or tries a request, because these pages show their content without scripts. */
const READING_BYTES_MAX = 10 * 1024;

it.for(['/docs/agents', '/reference'])(
  `%s loads at most ${READING_BYTES_MAX} bytes of compressed script`,
  async (path, { annotate }) => {
    const { page, close } = await newVisitor(browser, running.url);
    const bytes = await scriptBytesOf(page, path);
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

it.each([
  '/',
  '/stacks',
  '/marketplace',
  '/playground',
  '/activity',
  '/rules',
  '/inbox',
  '/inbox/approvals',
  '/inbox/reviews',
  '/inbox/notifications',
  '/audit',
  '/keys',
  '/people',
  '/settings',
])('%s has no layout shifts', async (path) => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  expect(await shiftOf(page)).toBeLessThan(LAYOUT_SHIFT_MAX);
  await close();
});
