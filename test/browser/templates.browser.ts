import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { APPEARANCES } from './screens.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
beforeAll(async () => {
  world = await openOwnedWorld();
  return world.close;
});

async function openDialog(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/stacks');
  await page.getByRole('button', { name: 'New stack' }).click();
  await page.getByRole('dialog').getByLabel('Support inbox').waitFor();
}

it('creates a stack from a template, and leads to its missing credentials', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Empty stack').isChecked()).toBe(true);
  await dialog.getByLabel('Calendar assistant').check();
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Calendar assistant');
  await dialog.getByLabel('Support inbox').check();
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Support inbox');
  await dialog.getByText('14 tools of 3 servers enabled. A person approves each mail.').waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Gmail: /),
      expect.stringMatching(/^Notion: /),
      expect.stringMatching(/^Linear: /),
    ]);
  await dialog.getByLabel('Name').fill('Our inbox');
  await dialog.getByLabel('Support inbox').check();
  await dialog.getByRole('button', { name: 'Create stack' }).click();
  await page.waitForURL(/\/stacks\/stack_[^/]+\/credentials$/);
  for (const server of ['Gmail', 'Notion', 'Linear']) await page.getByRole('heading', { name: server }).waitFor();
  await page.getByRole('heading', { name: 'Our inbox', level: 1 }).waitFor();
  await shoot(page, 'template-credentials');
  await page.goto('/rules');
  await page.getByText('A person approves each mail').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('leads to the stack if no credential is missing, and still creates empty ones', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await openDialog(page);
  await page.getByRole('dialog').getByLabel('Name').fill('Empty one');
  await page.getByRole('button', { name: 'Create stack' }).click();
  await page.waitForURL(/\/stacks\/stack_[^/]+$/);
  await page.getByRole('heading', { name: 'Empty one', level: 1 }).waitFor();
  await close();
});

it('disables templates with rules for people who can’t create rules', async () => {
  const { page, close } = await comeInAs(world.browser, world.running, { role: 'DEVELOPER' });
  await page.goto('/stacks');
  await page.getByRole('button', { name: 'New stack' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Web research').waitFor();
  await expect.poll(() => dialog.getByLabel('Support inbox').isDisabled()).toBe(true);
  await dialog.getByText('Creates rules, so only an administrator can use it.').first().waitFor();
  await dialog.getByLabel('Web research').check();
  await dialog.getByRole('button', { name: 'Create stack' }).click();
  await page.waitForURL(/\/stacks\/stack_[^/]+\/credentials$/);
  await close();
});

it.each(APPEARANCES)('shows the templates in %s and %s', async (theme, width) => {
  const { page, close } = await newVisitor(world.browser, world.running.url, { theme, width });
  await openDialog(page);
  await page.getByLabel('Support inbox').check();
  await page.getByText('You’ll add these credentials next:').waitFor();
  await page.screenshot({ path: `test/browser/screenshots/templates-${theme}-${width}.png` });
  await page.getByRole('button', { name: 'Create stack' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: `test/browser/screenshots/templates-end-${theme}-${width}.png` });
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await close();
});
