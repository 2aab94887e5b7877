import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { SEEDED_CALLS, type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

const INVOKE = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
const COUNT = 'query ($stackId: ID!) { callCount(filter: { stackId: $stackId }) { count } }';

let world: BrowserWorld;
let seeded: Seeded;
beforeAll(async () => {
  world = await openOwnedWorld();
  seeded = await seed(world.running.url, world.running.apiKey);
  return world.close;
});

const asAccount = (query: string, variables: object) =>
  dataOf(ask(world.running.url, world.running.apiKey, query, variables));

/** Waits until this many calls are recorded. */
const recorded = (count: number) =>
  expect.poll(async () => asAccount(COUNT, { stackId: seeded.stackId })).toEqual({ callCount: { count } });

/** Holds back a page's event streams; returns a function that releases them. */
async function holdStreams(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route('**/graphql', async (route) => {
    const isHeld = !isReleased && route.request().headers()['accept']?.includes('text/event-stream');
    if (isHeld) held.push(route);
    else await route.fallback();
  });
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isReleased = true;
    // Ignores the error for a stream that the page already closed.
    for (const route of held) await route.continue().catch(() => undefined);
  };
}

it('shows a call recorded after the list was fetched and before the stream opened', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await recorded(SEEDED_CALLS.length);
  const release = await holdStreams(page);
  await page.goto('/activity');
  const rows = page.locator('.activity__call');
  await rows.nth(SEEDED_CALLS.length - 1).waitFor();
  const input = { stackId: seeded.stackId, toolId: 'everything_echo', toolInput: { message: 'between' } };
  await asAccount(INVOKE, { input });
  await recorded(SEEDED_CALLS.length + 1);
  await release();
  await rows.first().getByText('everything_echo').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});
