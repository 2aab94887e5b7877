import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { LOOKS, WIDTHS } from './screens.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

const operationOf = (page: Page) => page.locator('.graphiql-query-editor');
const answerOf = (page: Page) => page.locator('.graphiql-response');

async function openGraphiql(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/graphiql');
  await page.getByText('Signed in: owner@example.com').waitFor();
  await operationOf(page).getByText('FirstLook').waitFor();
  await answerOf(page).locator('.monaco-editor').first().waitFor();
}

/** Space for one line of a response. */
const ANSWER_PX_MIN = 240;
const STARTER = '{ stacks(first: 1) { nodes { id } } }';
const INVOKE = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';

/** Calls a tool of the starter stack, like a program of the account. */
async function callTool(): Promise<void> {
  const { text } = await ask(running.url, running.apiKey, STARTER);
  const [stackId] = /stack_[\da-f-]+/.exec(text) ?? [];
  const input = { stackId, toolId: 'everything_echo', toolInput: { message: 'Hello' } };
  await dataOf(ask(running.url, running.apiKey, INVOKE, { input }));
}

describe('GraphiQL', () => {
  it('runs its first example for a signed-in person, and shows calls live', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url);
    await openGraphiql(page);
    await page.getByRole('button', { name: /^Execute/ }).click();
    await answerOf(page).getByText('"totalCount"').first().waitFor();
    await page.getByRole('tab', { name: 'WatchCalls' }).click();
    await operationOf(page).getByText('WatchCalls').waitFor();
    const isOpen = page.waitForResponse(
      (answer) => answer.headers()['content-type']?.startsWith('text/event-stream') ?? false,
    );
    await page.getByRole('button', { name: /^Execute/ }).click();
    await isOpen;
    await callTool();
    await answerOf(page).getByText('"everything_echo"').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(LOOKS)('fits the screen, in %s and %s', async (theme, width) => {
    const { page, close } = await newVisitor(browser, running.url, { theme, width });
    await openGraphiql(page);
    await page.getByRole('button', { name: /^Execute/ }).click();
    // Near its top: the editor renders only the visible part.
    await answerOf(page).getByText('"viewer"').first().waitFor();
    const { x = 0, width: across = 0 } = (await answerOf(page).boundingBox()) ?? {};
    expect(across).toBeGreaterThan(ANSWER_PX_MIN);
    expect(x + across).toBeLessThanOrEqual(WIDTHS[width].width);
    await shoot(page, `graphiql-${theme}-${width}`);
    // GraphiQL's own markup is out of scope.
    expect(await seriousViolations(page, '.graphiql-container')).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await close();
  });
});
