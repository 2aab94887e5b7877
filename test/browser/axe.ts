import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    readonly axe: typeof axeCore;
  }
}

/** The rules of `TAGS` whose outcome depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The page's serious or critical axe violations, one per line; `except` excludes a selector. */
export const seriousViolations = (page: Page, except: string | null = null): Promise<readonly string[]> =>
  violationsOf(page, { type: 'tag', values: TAGS }, except);

/** Violations that depend on the theme. For a page's second theme, no other checks are needed. */
export const colourViolations = (page: Page): Promise<readonly string[]> =>
  violationsOf(page, { type: 'rule', values: COLOUR_RULES }, null);

async function violationsOf(page: Page, runOnly: axeCore.RunOnly, except: string | null): Promise<readonly string[]> {
  // Evaluated over the debugger, which the page's content security policy doesn't restrict.
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    ({ only, exclude }) => window.axe.run({ include: ['html'], exclude }, { runOnly: only }),
    { only: runOnly, exclude: except === null ? [] : [except] },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    );
}

/** How far the page scrolls sideways, in CSS pixels; below 0 if room is reserved for the scroll bar. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
