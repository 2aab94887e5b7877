import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';
import { seriousViolations } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { holdRequests } from './late.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

/** Acts like a keyboard user: focuses the element and presses Enter. */
const enter = (page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> =>
  page.getByRole(role, { name, exact: true }).first().press('Enter');

/** Waits until the element that matches `selector` and contains `text` has focus. */
const focusOn = (page: Page, selector: string, text: string) =>
  page.locator(`${selector}:focus`).filter({ hasText: text }).waitFor();

async function makeStack(page: Page, name: string): Promise<void> {
  await enter(page, 'link', 'Stacks');
  await focusOn(page, 'h1', 'Stacks');
  await enter(page, 'button', 'New stack');
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

async function addServers(page: Page): Promise<void> {
  await enter(page, 'button', 'Add a server');
  await page.getByLabel('Search servers').and(page.locator(':focus')).waitFor();
  await enter(page, 'button', 'Add Everything');
  await focusOn(page, 'h2', 'Everything');
  await enter(page, 'button', 'Add a server');
  await enter(page, 'button', 'Add GitHub');
  await focusOn(page, 'button', 'Add a server');
}

async function saveCredential(page: Page): Promise<void> {
  await enter(page, 'link', 'Credentials');
  await page.locator('input[type="password"]').first().fill('not a real one');
  await enter(page, 'button', 'Save credentials');
  await focusOn(page, 'h2', 'GitHub');
}

async function revokeToken(page: Page): Promise<void> {
  await enter(page, 'link', 'Connect');
  await enter(page, 'button', 'New client endpoint');
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Desk');
  await page.keyboard.press('Enter');
  await page.locator('[aria-label="New token of Desk"]:focus').waitFor();
  await enter(page, 'button', 'I’ve saved it');
  await enter(page, 'button', 'Revoke token Desk');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await enter(page, 'button', 'Revoke token');
  await focusOn(page, 'th', 'Desk');
}

async function chooseTool(page: Page): Promise<void> {
  await enter(page, 'link', 'Try tools');
  await enter(page, 'button', /Get Sum Tool/);
  await page.getByRole('heading', { name: 'Get Sum Tool', level: 2 }).waitFor();
  // The list stays, so that the arrow keys go on from here.
  await focusOn(page, 'button', 'Get Sum Tool');
}

it('never moves a keyboard user’s focus to the top of the page', async () => {
  const { page, complaints } = await comeInAs(browser, running, { role: 'ADMIN' });
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
  await makeStack(page, 'By keyboard');
  await addServers(page);
  await saveCredential(page);
  await revokeToken(page);
  await chooseTool(page);
  expect(complaints).toEqual([]);
});

async function makeKey(page: Page, name: string): Promise<void> {
  await enter(page, 'button', 'New API key');
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.locator('[aria-label="New API key"]:focus').waitFor();
}

it('asks before anyone leaves a page with a new secret', async () => {
  const { page, complaints } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/keys');
  await makeKey(page, 'My laptop');
  await enter(page, 'link', 'Stacks');
  const warning = page.getByRole('dialog', { name: 'Leave without the API key?' });
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await warning.waitFor({ state: 'detached' });
  await makeKey(page, 'My phone');
  await expect.poll(() => page.getByRole('region', { name: 'API key', exact: true }).count()).toBe(2);
  await enter(page, 'button', 'I’ve saved it');
  await enter(page, 'link', 'Stacks');
  await warning.getByRole('button', { name: 'Leave without it' }).click();
  await page.getByRole('heading', { name: 'Stacks', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } }
}`;
const ADD_SERVER = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';

/** Creates a stack that has all tools of one server. */
async function newStack(name: string): Promise<void> {
  const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
  const stackId = at(await change(CREATE_STACK, { name }), 'createStack', 'stack', 'id');
  await change(ADD_SERVER, { stackId, serverId: 'everything', hasAllTools: true });
}

it('opens no result of an earlier search text', async () => {
  await newStack('Left behind');
  const { page } = await newVisitor(browser, running.url);
  await signIn(page);
  const letGo = await holdRequests(page, /qqzzxx/);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search pages/ });
  const behind = page.getByRole('option', { name: /Left behind/ });
  await field.fill('ft behi');
  await behind.waitFor();
  await field.fill('qqzzxx');
  await behind.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  letGo();
  await page.getByText('No results.').waitFor();
});

it('opens pages, stacks, tools and documents by a few letters, and announces the choice', async () => {
  await newStack('To be found');
  const { page, complaints } = await newVisitor(browser, running.url);
  await signIn(page);
  const field = page.getByRole('combobox', { name: /^Search pages/ });
  const chosen = () =>
    field.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent);
  const openAt = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
  };
  await openAt('audit');
  expect(await seriousViolations(page)).toEqual([]);
  await shoot(page, 'palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await openAt('be fou');
  await page.getByRole('option', { name: /To be found/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'To be found', level: 1 }).waitFor();
  await openAt('get-sum');
  await page.getByRole('option', { name: /Get Sum Tool/ }).waitFor();
  // The service's search results arrive later, and appear below.
  await page.getByRole('group', { name: 'Servers' }).waitFor();
  await expect.poll(chosen).toContain('Get Sum Tool');
  await page.keyboard.press('ArrowDown');
  await expect.poll(chosen).not.toContain('Get Sum Tool');
  await page.keyboard.press('ArrowUp');
  await expect.poll(chosen).toContain('Get Sum Tool');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Get Sum Tool' }).waitFor();
  await openAt('qqxzzq');
  await page.getByText('No results.').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await openAt('credentials of end users');
  await page.getByRole('group', { name: 'Documentation' }).getByRole('option').first().click();
  await page.waitForURL(/\/docs\/credentials#credentials-of-end-users$/);
  expect(complaints).toEqual([]);
});
