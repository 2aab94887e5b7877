import type { Locator, Page, Request, Response } from 'playwright-core';

/** Whether a request sends a mutation. */
export const sends = (mutation: string, request: Request): boolean =>
  new RegExp(`^\\s*${mutation}\\b(\\(input|\\s*\\{)`, 'm').test(queryOf(request));

/** The GraphQL document of a request, with its line breaks; empty for other requests. */
function queryOf(request: Request): string {
  const text = request.postData() ?? '';
  return text.startsWith('{') ? String(request.postDataJSON().query) : '';
}

/**
 * Presses a button in every frame while it exists, and for half a second after the first response. Returns how often
 * the mutation was sent.
 */
export async function pressAgainAndAgain(page: Page, pressed: Locator, mutation: string): Promise<number> {
  const [answered, end] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()];
  let count = 0;
  page.on('request', (request) => {
    if (sends(mutation, request)) count += 1;
  });
  page.on('response', (response) => sends(mutation, response.request()) && answered.resolve(response));
  // Navigation takes as long as the reader's network does.
  await page.route(/\/assets\/.*\.js$/, (route) => end.promise.then(() => route.continue()));
  const pressing = pressed.evaluate(async (element: HTMLElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (element.isConnected && element.dataset['left'] !== '0') {
      element.click();
      const { left } = element.dataset;
      if (left !== undefined) element.dataset['left'] = String(Number(left) - 1);
      await frame();
    }
  });
  await (await answered.promise).finished();
  await pressed.evaluateAll(([element]) => element?.setAttribute('data-left', '30'));
  await pressing;
  end.resolve();
  return count;
}
