import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';

/** Maximum delay of an API response; none by default. */
const LATE_MS_MAX = Number(process.env['TOOLYARD_TEST_LATE_MS'] ?? 0);

const API = '**/graphql';

const isStream = (request: Request): boolean => request.headers()['accept']?.includes('event-stream') ?? false;

/** The operation of a call, whose end the service must learn when the page no longer waits. */
const CALL = 'PlaygroundInvoke';

const isOf = (request: Request, operation: string): boolean =>
  new RegExp(`(query|mutation|subscription) ${operation}\\b`).test(request.postData() ?? '');

/** A page that was left has taken its request with it. */
async function pass(route: Route, wait: () => Promise<unknown>): Promise<void> {
  try {
    const response = await route.fetch();
    await wait();
    await route.fulfill({ response });
  } catch {
    await route.abort().catch(() => {});
  }
}

const someTime = (): Promise<void> => delay(Math.random() * LATE_MS_MAX);

/** Has requests arrive, and answers come back, late and out of order: `npm run test:late`. */
export async function answerLate(context: BrowserContext): Promise<void> {
  if (LATE_MS_MAX === 0) return;
  await context.route(API, async (route) => {
    if (isStream(route.request())) return route.fallback();
    await someTime();
    if (isOf(route.request(), CALL)) return route.continue();
    await pass(route, someTime);
  });
}

/** Has requests with this in their text arrive only once the function that it gives is called. */
export async function holdRequests(page: Page, text: RegExp): Promise<() => void> {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(API, async (route) => {
    if (text.test(route.request().postData() ?? '')) await isFree;
    await route.fallback();
  });
  return letGo;
}

/** Holds back the first answer to the operation `name`, once it is made, until the operation `until` was answered. */
export async function holdBack(page: Page, name: string, until: string): Promise<void> {
  let isHeld = false;
  const released = page.waitForResponse((response) => isOf(response.request(), until));
  await page.route(API, async (route) => {
    if (isHeld || !isOf(route.request(), name)) return route.fallback();
    isHeld = true;
    await pass(route, () => released);
  });
}

/**
 * Holds back the responses to the operation `name` that are requested after the operation `change` completed. Resolves
 * `asked` on the first of them; `letCome` releases all.
 */
export async function holdAfter(page: Page, change: string, name: string) {
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isChanged = false;
  page.on('response', (response) => {
    if (isOf(response.request(), change)) isChanged = true;
  });
  await page.route(API, async (route) => {
    if (!isChanged || !isOf(route.request(), name)) return route.fallback();
    asked.resolve();
    await pass(route, () => held.promise);
  });
  return { asked: asked.promise, letCome: () => held.resolve() };
}

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Holds back the response to the operation `until` until the page was refused a request and had time to react.
 * Requests for `operation` are sent on only once that response exists.
 */
export async function refuseMeanwhile(page: Page, operation: string | null, until: string): Promise<void> {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  await page.route(API, async (route) => {
    if (operation !== null && isOf(route.request(), operation)) await isDone;
    if (!isOf(route.request(), until)) return route.fallback();
    await pass(route, async () => {
      const refused = page.waitForResponse((response) => response.status() === 401);
      done();
      await refused;
      await drawn(page);
    });
  });
}
