import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { colourViolations, seriousViolations, sidewaysScroll } from './axe.ts';
import { shoot } from './browser.ts';
import { WIDTHS } from './screens.ts';

/** Checks the appearance of each state in both themes and at three widths, and its accessibility. */
export async function expectAppearance(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries({ ...WIDTHS, middle: { width: 768, height: 900 } })) {
    await page.setViewportSize(viewport);
    await shoot(page, `${name}-light-${width}`);
    expect(await seriousViolations(page), `${name}, ${width}`).toEqual([]);
    expect(await sidewaysScroll(page), `${name}, ${width}`).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, `${name}-dark-${width}`);
    expect(await colourViolations(page), `${name}, ${width}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(WIDTHS.wide);
}
