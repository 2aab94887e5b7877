import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { APPEARANCES, WIDTHS } from './screens.ts';
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

/** The minimum width of the response area, in CSS pixels: a typical line must fit. */
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

/** The pairs of visible controls that overlap. Ignores controls inside each other, and the buttons of a tab. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** The part of an element that the scrolling areas around it don't hide. */
    const seenPart = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflow === 'visible') continue;
        const edge = outer.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    const isCovered = (low: number, high: number, otherLow: number, otherHigh: number) =>
      Math.min(high, otherHigh) - Math.max(low, otherLow) > 1;
    const all = [...document.querySelectorAll('.explorer :is(button, a, input, h1, p, .graphiql-logo)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.monaco-editor'))
      .map((element) => ({ element, tab: element.closest('.graphiql-tab'), ...seenPart(element) }));
    return all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .filter((other) => !one.element.contains(other.element) && !other.element.contains(one.element))
        .filter((other) => one.tab === null || one.tab !== other.tab)
        .filter((other) => isCovered(one.left, one.right, other.left, other.right))
        .filter((other) => isCovered(one.top, one.bottom, other.top, other.bottom))
        .map((other) => `${one.element.outerHTML.slice(0, 200)} and ${other.element.outerHTML.slice(0, 200)}`),
    );
  });

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

  it('uses one key in all tabs, reads the schema at once, and forgets the key with the tab', async () => {
    const { page, context, close } = await newVisitor(browser, running.url);
    await page.goto('/graphiql');
    await page.getByText('Sign in or enter an API key').waitFor();
    const schema = page.waitForResponse(
      (answer) => answer.status() === 200 && (answer.request().postData() ?? '').includes('__schema'),
    );
    await page.getByLabel('API key').fill(` ${running.apiKey}`);
    await schema;
    for (const [tab, shown] of [
      ['FirstLook', '"totalCount"'],
      ['CreateStack', '"stack"'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await operationOf(page).getByText(tab).first().waitFor();
      await page.getByRole('button', { name: /^Execute/ }).click();
      await answerOf(page).getByText(shown).first().waitFor();
    }
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click();
    await page.keyboard.insertText(`{ "Authorization": "Bearer ${running.apiKey}" }`);
    await page.getByRole('button', { name: /^Execute/ }).click();
    await answerOf(page).getByText('ALREADY_EXISTS').first().waitFor();
    const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await stored()).not.toContain(running.apiKey);

    await page.reload();
    await page.getByText('Requests use the API key').waitFor();
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe(running.apiKey);
    await page.getByRole('tab', { name: 'FirstLook' }).click();
    await page.getByRole('button', { name: /^Execute/ }).click();
    await answerOf(page).getByText('"totalCount"').first().waitFor();
    expect(await stored()).not.toContain(running.apiKey);

    const other = await context.newPage();
    await other.goto('/graphiql');
    await other.getByText('Sign in or enter an API key').waitFor();
    await expect.poll(() => other.getByLabel('API key').inputValue()).toBe('');
    await close();
  });

  it.each(APPEARANCES)('fits the screen, in %s and %s', async (theme, width) => {
    const { page, close } = await newVisitor(browser, running.url, { theme, width });
    await openGraphiql(page);
    await page.getByRole('button', { name: /^Execute/ }).click();
    // Waits for text near the top of the response, because the editor renders only the visible part.
    await answerOf(page).getByText('"viewer"').first().waitFor();
    const { x = 0, width: across = 0 } = (await answerOf(page).boundingBox()) ?? {};
    expect(across).toBeGreaterThan(ANSWER_PX_MIN);
    expect(x + across).toBeLessThanOrEqual(WIDTHS[width].width);
    await shoot(page, `graphiql-${theme}-${width}`);
    expect(await overlaps(page)).toEqual([]);
    if (width === 'wide') {
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByText('Root Types').waitFor();
      await shoot(page, `graphiql-docs-${theme}-${width}`);
      expect(await overlaps(page)).toEqual([]);
    }
    // GraphiQL's own markup is out of scope.
    expect(await seriousViolations(page, '.graphiql-container')).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await close();
  });
});
