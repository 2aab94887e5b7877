import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourViolations, seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { LOOKS, PAGES, STATES, type Theme, type WidthName } from './screens.ts';
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

/** Once what fades from one theme to the other has faded. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(() =>
    Promise.all(document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : []))),
  );
}

/** What is wrong with the page that is shown, in both themes: all of it in one, in the other what colours decide. */
async function problemsOn(page: Page, name: string, width: WidthName): Promise<readonly string[]> {
  await shoot(page, `${name}-light-${width}`);
  const sideways = await sidewaysScroll(page);
  const inLight = await seriousViolations(page);
  await turn(page, 'dark');
  await shoot(page, `${name}-dark-${width}`);
  const inDark = await colourViolations(page);
  await turn(page, 'light');
  return [...inLight, ...inDark.map((text) => `dark: ${text}`), ...(sideways > 0 ? [`${sideways}px too wide`] : [])];
}

describe.each<WidthName>(['wide', 'narrow'])('on a %s screen', (width) => {
  it('every page can be used by everybody, fits the screen and complains of nothing', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { width });
    await signIn(page);
    const found: Record<string, readonly string[]> = {};
    for (const [name, path, act] of [...PAGES, ...STATES]) {
      await page.goto(path.replace('{stack}', seeded.stackId).replace('{empty}', seeded.emptyStackId));
      await page.locator('main h1, main h2').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await act?.(page);
      const problems = await problemsOn(page, name, width);
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
