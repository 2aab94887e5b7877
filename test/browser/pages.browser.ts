import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourViolations, seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { seedControl } from './control.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { APPEARANCES, PAGES, STATES, type Theme, type WidthName } from './screens.ts';
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
  await seedControl(running.url, running.apiKey, seeded);
  return world.close;
});

/** Switches the theme and waits for the transition to end. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(() =>
    Promise.all(document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : []))),
  );
}

/** The problems of the current page in both themes: all checks in the first, only colour checks in the second. */
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

/** Time for about fifty pages, each in two themes. */
const ALL_MS_MAX = 1_800_000;

describe.each<WidthName>(['wide', 'narrow'])('on a %s screen', (width) => {
  it(
    'shows every page accessibly, without overflow or errors',
    async () => {
      const { page, complaints, close } = await newVisitor(browser, running.url, { width });
      await signIn(page);
      const allProblems: Record<string, readonly string[]> = {};
      for (const [name, path, act] of [...PAGES, ...STATES]) {
        await page.goto(path.replace('{stack}', seeded.stackId).replace('{empty}', seeded.emptyStackId));
        await page.locator('main h1, main h2').first().waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await act?.(page);
        const problems = await problemsOn(page, name, width);
        if (problems.length > 0) allProblems[name] = problems;
      }
      expect(allProblems).toEqual({});
      expect(complaints).toEqual([]);
      await close();
    },
    ALL_MS_MAX,
  );
});

const CHANGES = /^(New|Add|Delete|Rename|Remove|Revoke|Enable|Disable|Save|Accept|Refuse|Import|Test)\b/;
const CHANGING = ['/stacks', '/stacks/{stack}', '/stacks/{stack}/credentials', '/stacks/{stack}/connect'];
const VISITED = [...CHANGING, '/stacks/{stack}/settings', '/marketplace', '/marketplace/everything', '/rules'];

it('shows a read-only person no button that would be refused, and says why a page is unavailable', async () => {
  const { page, complaints, close } = await comeInAs(browser, running, { role: 'AUDITOR' });
  await page.getByText('Auditor', { exact: true }).first().waitFor();
  const offered: Record<string, readonly string[]> = {};
  for (const path of VISITED) {
    await page.goto(path.replace('{stack}', seeded.stackId));
    await page.locator('main h1, main h2').first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await shoot(page, `auditor${path.replaceAll(/\W+/g, '-')}`);
    const buttons = page.locator('main').getByRole('button', { name: CHANGES, disabled: false });
    const names = await buttons.allTextContents();
    if (names.length > 0) offered[path] = names;
  }
  expect(offered).toEqual({});
  for (const [path, action] of [
    ['/playground', 'call tools'],
    ['/import', 'import servers'],
    ['/inbox/approvals', 'approve calls'],
  ] as const) {
    await page.goto(path);
    await page.getByText(`Your role doesn’t let you ${action}`).waitFor();
  }
  await shoot(page, 'auditor-refused');
  expect(complaints).toEqual([]);
  await close();
});

describe.each(APPEARANCES)('before signing in, in %s, %s', (theme, width) => {
  it.each(['/signin', '/welcome', '/welcome#inv_x'])('%s is accessible', async (path) => {
    const { page, close } = await newVisitor(browser, running.url, { theme, width });
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await shoot(page, `front${path.replaceAll(/\W/g, '-')}-${theme}-${width}`);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await close();
  });
});
