import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { launchBrowser, newVisitor, shoot } from './browser.ts';
import { acceptInvitation, signIn } from './people.ts';
import type { Theme, WidthName } from './screens.ts';
import { type Seeded, seed } from './seed.ts';
import { type Running, startFresh } from './service.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

beforeAll(async () => {
  [running, browser] = await Promise.all([startFresh(), launchBrowser()]);
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, running.welcomeUrl);
  await close();
  seeded = await seed(running.url, running.apiKey);
});

afterAll(async () => {
  await browser.close();
  await running.stop();
});

// Name of the picture, and where the page is; `{stack}` is a stack with servers, calls and an endpoint.
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['stacks', '/stacks'],
  ['stack-servers', '/stacks/{stack}'],
  ['stack-credentials', '/stacks/{stack}/credentials'],
  ['stack-connect', '/stacks/{stack}/connect'],
  ['stack-usage', '/stacks/{stack}/usage'],
  ['stack-settings', '/stacks/{stack}/settings'],
  ['stack-empty', '/stacks/{empty}'],
  ['marketplace', '/marketplace'],
  ['marketplace-search', '/marketplace?search=mail'],
  ['server', '/marketplace/everything'],
  ['import', '/import'],
  ['playground', '/playground?stack={stack}&tool=everything_get-sum'],
  ['activity', '/activity'],
  ['audit', '/audit'],
  ['account', '/account'],
  ['missing', '/stacks/stack_00000000-0000-0000-0000-000000000000'],
];

const LOOKS: readonly (readonly [Theme, WidthName])[] = [
  ['light', 'wide'],
  ['dark', 'wide'],
  ['light', 'narrow'],
  ['dark', 'narrow'],
];

describe.each(LOOKS)('in %s, %s', (theme, width) => {
  it('every page can be used by everybody, fits the screen and complains of nothing', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { theme, width });
    await signIn(page);
    const found: Record<string, readonly string[]> = {};
    for (const [name, path] of PAGES) {
      await page.goto(path.replace('{stack}', seeded.stackId).replace('{empty}', seeded.emptyStackId));
      await page.locator('main h1, main h2').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
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
