import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';

/** Maximum delay of an API response; no delay by default. */
const LATE_MS_MAX = Number(process.env['TOOLYARD_TEST_LATE_MS'] ?? 0);

const API = '**/graphql';

const isStream = (request: Request): boolean => request.headers()['accept']?.includes('event-stream') ?? false;

/** The operation that calls a tool. It's never delayed, because the service must notice when the page stops waiting. */
const CALL = 'PlaygroundInvoke';

const isOf = (request: Request, operation: string): boolean =>
  new RegExp(`(query|mutation|subscription) ${operation}\\b`).test(request.postData() ?? '');

/** Forwards the response after `wait`. Ignores errors, because a page cancels its requests when the user leaves it. */
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

/** Makes requests and responses arrive late and out of order: `npm run test:late`. */
export async function answerLate(context: BrowserContext): Promise<void> {
  if (LATE_MS_MAX === 0) return;
  await context.route(API, async (route) => {
    if (isStream(route.request())) return route.fallback();
    await someTime();
    if (isOf(route.request(), CALL)) return route.continue();
    await pass(route, someTime);
  });
}

/** Delays requests that contain this text, until the returned function is called. */
export async function holdRequests(page: Page, text: RegExp): Promise<() => void> {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(API, async (route) => {
    if (text.test(route.request().postData() ?? '')) await isFree;
    await route.fallback();
  });
  return letGo;
}

/** Holds back the first response to the operation `name`, until the operation `until` has its response. */
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
 * Holds back responses to the operation `name` that are requested after the operation `change` completed. Resolves
 * `asked` on the first of them; `letCome` releases all.
 */
export async function holdAfter(page: Page, change: string, name: string) {
  const [held, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isChanged = false;
  page.on('response', (response) => {
    if (isOf(response.request(), change)) isChanged = true;
  });
  await page.route(API, async (route) => {
    if (!isChanged || !isOf(route.request(), name)) return route.fallback();
    requested.resolve();
    await pass(route, () => held.promise);
  });
  return { requested: requested.promise, letCome: () => held.resolve() };
}

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Holds back the response to the operation `until` until a request of the page was refused and the page had time to
 * react. Forwards requests for `operation` only once that response exists.
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
