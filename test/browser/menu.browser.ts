import { beforeAll, expect, it } from 'vitest';
import { expectAppearance } from './appearance.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
let seeded: Seeded;

beforeAll(async () => {
  world = await openOwnedWorld();
  seeded = await seed(world.running.url, world.running.apiKey);
  return world.close;
});

it('groups the pages of the menu, and each link opens its page', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const groups = { Build: 3, Observe: 4, Govern: 3 };
  for (const [name, count] of Object.entries(groups)) {
    const links = menu.getByRole('list', { name }).getByRole('link');
    await expect.poll(() => links.count()).toBe(count);
    for (const text of await links.allTextContents()) {
      await links.filter({ hasText: text }).click();
      await page.getByRole('heading', { name: text, level: 1 }).waitFor();
    }
  }
  expect(complaints).toEqual([]);
  await close();
});

it('switches to the same tab of another stack', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/settings`);
  await page.getByRole('heading', { name: 'Research', level: 1 }).waitFor();
  await page.getByLabel('Switch stack').selectOption(seeded.emptyStackId);
  await page.getByRole('heading', { name: 'A stack with nothing in it', level: 1 }).waitFor();
  await page.waitForURL(`**/stacks/${seeded.emptyStackId}/settings`);
  await page.getByLabel('Switch stack').selectOption(seeded.stackId);
  await page.getByRole('heading', { name: 'Research', level: 1 }).waitFor();
  await expectAppearance(page, 'stack-switcher');
  expect(complaints).toEqual([]);
  await close();
});
