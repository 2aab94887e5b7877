import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
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

const WIDTHS = [390, 768, 1440];

it('shows client setup before the URLs: two clients by one click, any other with its configuration', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/connect`);
  const card = page.getByRole('region', { name: /^Endpoint / }).first();
  await card.waitFor();
  await expect.poll(() => card.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')).toMatch(/^cursor:/);
  await expect.poll(() => card.getByRole('link', { name: 'Add to VS Code' }).getAttribute('href')).toMatch(/^vscode:/);
  await expect.poll(() => card.getByRole('radio').count()).toBeGreaterThan(10);
  await card.getByText('Codex', { exact: true }).click();
  await card.getByRole('heading', { name: 'Set up Codex' }).waitFor();
  await card.getByText('[mcp_servers.').waitFor();
  const [clients, addresses] = await Promise.all([
    card.getByText('Choose your client').boundingBox(),
    card.getByText('REST, list').boundingBox(),
  ]);
  expect(clients?.y).toBeLessThan(addresses?.y ?? 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await shoot(page, `connect-${theme}-${width}`);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(complaints).toEqual([]);
  await close();
});
