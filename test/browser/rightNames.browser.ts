import { beforeAll, expect, it } from 'vitest';
import { newVisitor } from './browser.ts';
import { holdRequests } from './late.ts';
import { signIn } from './people.ts';
import { sends } from './pressed.ts';
import { type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
let seeded: Seeded;
const EMPTY = 'A stack with nothing in it yet and a rather long name';

beforeAll(async () => {
  world = await openOwnedWorld();
  seeded = await seed(world.running.url, world.running.apiKey);
  return world.close;
});

it('names the stack that a server was added to, even if its data comes later than the press', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto('/marketplace/linear');
  await page.getByRole('button', { name: 'Add to a stack' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Stack', { exact: true }).selectOption({ label: 'Research' });
  await dialog.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const letGo = await holdRequests(page, /query MarketplaceStack\b/);
  await dialog.getByLabel('Stack', { exact: true }).selectOption({ label: EMPTY });
  const added = page.waitForResponse((response) => sends('addServerToStack', response.request()));
  await dialog.getByRole('button', { name: 'Add to stack' }).click();
  await added;
  letGo();
  await page.getByRole('heading', { name: `Added Linear to ${EMPTY}` }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('adds a server to the stack of the address, not to the one shown before', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(`/marketplace?stack=${seeded.stackId}&q=slack`);
  await page.getByText('Adding to the stack Research').waitFor();
  const letGo = await holdRequests(page, /query MarketplaceStack\b/);
  await page.evaluate((id) => {
    history.pushState({}, '', `/marketplace?stack=${id}&q=slack`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, seeded.emptyStackId);
  await expect.poll(() => page.getByText('Adding to the stack Research').count()).toBe(0);
  letGo();
  await page.getByText(`Adding to the stack ${EMPTY}`).waitFor();
  await page.getByRole('button', { name: 'Add Slack', exact: true }).click();
  await page.getByText(`Slack is now in ${EMPTY}.`).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
