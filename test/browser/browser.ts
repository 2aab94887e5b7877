import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { answerLate } from './late.ts';
import { SCREENSHOTS_DIR, type Theme, WIDTHS, type WidthName } from './screens.ts';

/** Far longer than any operation takes, so that a slow step on a busy machine doesn't count as a failure. */
const WAIT_MS_MAX = 120_000;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Debian's own Chromium.
 * @throws if it is missing
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('These tests need Chromium: apt-get install chromium');
  // Chromium's own sandbox refuses to run as root, which containers often use.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Hidden failures: console errors, uncaught errors, requests that left the origin. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

export type VisitorOptions = {
  readonly theme?: Theme;
  readonly width?: WidthName;
  /** The browser's time zone, such as `Asia/Kolkata`; the machine's own by default. */
  readonly timezone?: string;
};

/** A user with a separate browser context: no cookies, empty cache. */
export async function newVisitor(browser: Browser, origin: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { theme = 'light', width = 'wide', timezone } = options;
  const context = await browser.newContext({
    ...{ baseURL: origin, viewport: WIDTHS[width], colorScheme: theme },
    ...(timezone !== undefined && { timezoneId: timezone }),
  });
  context.setDefaultTimeout(WAIT_MS_MAX);
  await answerLate(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()} ${url}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = url.origin === origin || url.protocol === 'blob:' || url.protocol === 'data:';
    if (!isLocal) complaints.push(`left the origin: ${url.href}`);
  });
  const close = async (): Promise<void> => {
    await Promise.all(context.pages().map(closePage));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, context, complaints, close };
}

/** Closes a page. Requests that its routes still hold would otherwise fail in their handlers, after the test. */
export async function closePage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

/** Saves a screenshot of the whole page for people to view. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS_DIR, `${name}.png`), fullPage: true });
}
