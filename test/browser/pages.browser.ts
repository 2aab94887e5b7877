import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { LOOKS, PAGES, STATES } from './screens.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return world.close;
});

describe.each(LOOKS)('in %s, %s', (theme, width) => {
  it('every page can be used by everybody, fits the screen and complains of nothing', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { theme, width });
    await signIn(page);
    const found: Record<string, readonly string[]> = {};
    for (const [name, path, act] of [...PAGES, ...STATES]) {
      await page.goto(path.replace('{stack}', seeded.stackId).replace('{empty}', seeded.emptyStackId));
      await page.locator('main h1, main h2').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await act?.(page);
      await shoot(page, `${name}-${theme}-${width}`);
      const sideways = await sidewaysScroll(page);
      const problems = [...(await seriousViolations(page)), ...(sideways > 0 ? [`${sideways}px too wide`] : [])];
      if (problems.length > 0) found[name] = problems;
    }
    expect(found).toEqual({});
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each(LOOKS)('before signing in, in %s, %s', (theme, width) => {
  it.each(['/signin', '/welcome', '/welcome#inv_x'])('%s is for everybody', async (path) => {
    const { page, close } = await newVisitor(browser, running.url, { theme, width });
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await shoot(page, `front${path.replaceAll(/\W/g, '-')}-${theme}-${width}`);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await close();
  });
});
