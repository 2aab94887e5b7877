import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { APPEARANCES } from './screens.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
beforeAll(async () => {
  world = await openOwnedWorld();
  return world.close;
});

const labelIn = (page: Page, of: string) =>
  page.getByRole('region', { name: 'Result labels table' }).getByRole('row').filter({ hasText: of });

async function setLabel(page: Page, typed: string, choice: string, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Label results' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Server or tool').fill(typed);
  await dialog.getByRole('option', { name: choice, exact: true }).click();
  await dialog.getByLabel('Label', { exact: true }).fill(label);
  await dialog.getByRole('button', { name: 'Set label' }).click();
}

async function labelOf(field: 'server' | 'tool', by: string): Promise<unknown> {
  const { url, apiKey } = world.running;
  const answer: unknown = await dataOf(ask(url, apiKey, `{ found: ${field}(by: { ${by} }) { resultLabel } }`));
  return Object(answer).found.resultLabel;
}

it('labels the results of a server and a tool by name, and removes a label', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/rules');
  await page.getByText('No labels yet').waitFor();
  await setLabel(page, 'everything', 'All tools of Everything (everything)', 'internal');
  await labelIn(page, 'everything_*').getByText('internal', { exact: true }).waitFor();
  await setLabel(page, 'read graph', 'Read Graph (memory_read_graph), Memory', 'not a label');
  await page.getByRole('dialog').getByText('1 to 64 letters, digits').first().waitFor();
  await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('confidential');
  await page.getByRole('dialog').getByRole('button', { name: 'Set label' }).click();
  await labelIn(page, 'memory_read_graph').getByText('confidential', { exact: true }).waitFor();
  expect(await labelOf('server', 'slug: "everything"')).toBe('internal');
  expect(await labelOf('tool', 'toolId: "memory_read_graph"')).toBe('confidential');

  await labelIn(page, 'memory_read_graph').getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove label' }).click();
  await labelIn(page, 'memory_read_graph').waitFor({ state: 'detached' });
  expect(await labelOf('tool', 'toolId: "memory_read_graph"')).toBeNull();
  expect(complaints).toEqual([]);
  await close();
});

it('creates a rule from the template for labelled results', async () => {
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('button', { name: 'Keep labelled results inside their service' }).click();
  await page.getByRole('button', { name: 'Create rule' }).click();
  const rule = page.getByRole('row').filter({ hasText: 'Confidential results stay in their service' });
  await rule.getByText('result.label == "confidential" && result.origin.server != tool.server').waitFor();
  await close();
});

it('shows labels to people who can’t change them', async () => {
  const { page, close } = await comeInAs(world.browser, world.running, { role: 'DEVELOPER' });
  await page.goto('/rules');
  await labelIn(page, 'everything_*').getByText('internal', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Label results' }).count()).toBe(0);
  await expect.poll(() => labelIn(page, 'everything_*').getByRole('button').count()).toBe(0);
  await close();
});

it.each(APPEARANCES)('shows labels and the dialog in %s and %s', async (theme, width) => {
  const { page, close } = await newVisitor(world.browser, world.running.url, { theme, width });
  await signIn(page);
  await page.goto('/rules');
  await labelIn(page, 'everything_*').waitFor();
  await page.screenshot({ path: `test/browser/screenshots/labels-${theme}-${width}.png`, fullPage: true });
  await page.getByRole('button', { name: 'Label results' }).click();
  await page.getByRole('dialog').getByLabel('Server or tool').fill('mem');
  await page.getByRole('option', { name: 'All tools of Memory (memory)' }).waitFor();
  await page.screenshot({ path: `test/browser/screenshots/label-dialog-${theme}-${width}.png` });
  await page.getByRole('option', { name: 'All tools of Memory (memory)' }).click();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await close();
});
