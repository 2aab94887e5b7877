import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { silentLog } from '../harness/log.ts';
import { newVisitor } from './browser.ts';
import { holdAfter } from './late.ts';
import { MANY, seedMany } from './many.ts';
import { signIn } from './people.ts';
import type { Running } from './service.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

// A page's statement about the whole account must not depend on the first page of a list.

const OLDEST_KEY = 'key_00000000-0000-7000-8000-000000000001';

let world: BrowserWorld;
beforeAll(async () => {
  world = await openOwnedWorld();
  await seedMany(world.running);
  await changeSomething(world.running);
  return world.close;
});

/** A change by the oldest API key. It breaks the audit chain, but the page doesn't show that. */
async function changeSomething({ dataDir }: Running): Promise<void> {
  const embedded = await openEmbedded({ dataDir, log: silentLog });
  const db = clientAt(embedded.url);
  await db.connect();
  await db.query(
    `INSERT INTO audit_event (id, chain, seq, at, actor_kind, actor_id, action, target_kind, target_id, details, prev_hash, hash)
     SELECT 'event_' || uuidv7(), id, 1000000, now(), 'api_key', '${OLDEST_KEY}', 'stack.create', 'stack', 'stack_1', '{}', '', ''
     FROM account`,
  );
  await db.end();
  await embedded.close();
}

async function visit(path: string): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  const closeClean = async () => {
    expect(complaints).toEqual([]);
    await close();
  };
  return { page, close: closeClean };
}

it('counts all stacks that don’t record calls, even after a hundred that do', async () => {
  const { page, close } = await visit('/activity');
  await page.getByText(`${MANY.silent} stacks don’t record calls.`).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Record calls of Project 07/ }).count()).toBe(5);
  await page.getByText(`and ${MANY.silent - 5} more, in the settings of each`).waitFor();
  await page.getByRole('button', { name: 'Record calls of Project 0701' }).click();
  await page.getByText(`${MANY.silent - 1} stacks don’t record calls.`).waitFor();
  await close();
});

it('finds every called server and tool, even after fifty that were called more', async () => {
  const { page, close } = await visit('/activity');
  const server = page.getByRole('combobox', { name: 'Server', exact: true });
  const tool = page.getByRole('combobox', { name: 'Tool', exact: true });
  // While the count is unknown, the field is a select.
  await tool.and(page.locator('input')).click();
  await page.getByText('There may be more. Type part of the name.').waitFor();
  await tool.fill('OWN97_');
  await page.getByRole('option', { name: 'own97_tool3', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await server.click();
  await server.fill('own97');
  await page.getByRole('option', { name: 'own97', exact: true }).waitFor();
  await page.getByRole('listbox').getByRole('option').nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/server=own97/);
  // The list of one server is complete.
  await tool.and(page.locator('select')).selectOption('own97_tool3');
  await page.waitForURL(/tool=own97_tool3/);
  await close();
});

it('names the author of a change, even after a hundred newer keys', async () => {
  const { page, close } = await visit('/audit');
  await page
    .getByRole('cell', { name: `Program 0001 ${OLDEST_KEY}` })
    .first()
    .waitFor();
  await close();
});

it('shows the account’s state, even if the stacks listed first lack credentials', async () => {
  const { page, close } = await visit('/');
  await page.getByRole('link', { name: 'the stacks that need attention' }).click();
  await page.getByRole('status').filter({ hasText: '52 of 1,000 stacks' }).waitFor();
  await close();
});

it('loads more rows during a refetch after a change, and shows the change', async () => {
  const { page, close } = await visit('/rules');
  const deleted = page.getByRole('button', { name: 'Delete Rule 0001', exact: true });
  await deleted.click();
  const { requested, letCome } = await holdAfter(page, 'RulesDelete', 'RulesList');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await requested;
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Show more' }).click();
  letCome();
  await page.getByRole('button', { name: 'Delete Rule 0090', exact: true }).waitFor();
  await deleted.waitFor({ state: 'detached' });
  await close();
});

it('shows for every stack whether it already has a server', async () => {
  const { page, close } = await visit('/marketplace/own2');
  await page.getByRole('button', { name: 'Add to a stack' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Stack', exact: true });
  await field.click();
  await field.fill('project 0942');
  await page.getByRole('option', { name: 'Project 0942 (already has it)', exact: true }).waitFor();
  await close();
});
