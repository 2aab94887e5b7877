import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

it('duplicates a server for another account, reports a taken id, and hides the action without an account', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/slack');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate Slack' });
  await dialog.getByLabel('ID of the copy').fill('gmail');
  await dialog.getByRole('button', { name: 'Duplicate server' }).click();
  await dialog.getByText('Server gmail already exists: choose another id').waitFor();
  await dialog.getByLabel('ID of the copy').fill('slack-work');
  await dialog.getByLabel('Name of the copy').fill('Slack (work)');
  await dialog.getByRole('button', { name: 'Duplicate server' }).click();
  await page.getByRole('heading', { name: 'Slack (work)' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/marketplace/slack-work');
  await page.getByText('slack-work_post_message').first().waitFor();
  await page.goto('/marketplace/everything');
  await page.getByRole('button', { name: 'Add to a stack' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Duplicate' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
