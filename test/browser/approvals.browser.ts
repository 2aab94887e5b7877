import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask } from '../graphql/ask.ts';
import { newVisitor } from './browser.ts';
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

const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) {
  ... on InvokeToolPayload { result } ... on UserError { code message } } }`;
/** Calls a tool that writes. Returns the response's text. */
const write = async (name: string): Promise<string> => {
  const toolInput = { entities: [{ name, entityType: 'person', observations: [] }] };
  const input = { stackId: seeded.stackId, toolId: 'memory_create_entities', toolInput };
  return (await ask(running.url, running.apiKey, INVOKE, { input })).text;
};
const WAITS = 'requires an approval';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const inDialog = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

it('creates a rule that requires approval, tests it, and answers calls: once, for the session, and denied', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/rules');
  await press(page, 'New rule');
  await inDialog(page, 'Name').fill('ask first');
  await inDialog(page, 'Effect').selectOption('ASK');
  await inDialog(page, 'Tools').fill('memory_create_entities');
  await inDialog(page, 'Message').fill('Say why.');
  await page.getByRole('button', { name: 'Remove memory_create_entities' }).waitFor();
  await page.getByText('Test this rule').click();
  await inDialog(page, 'Test stack').selectOption({ label: 'Research' });
  await inDialog(page, 'Test tool').fill('memory_create_entities');
  await press(page, 'Test rule');
  await page.getByText('ask first (Ask, this draft): matches').waitFor();
  expect(await write('before')).not.toContain(WAITS);
  await press(page, 'Create rule');
  await page.getByRole('row').filter({ hasText: 'ask first' }).waitFor();

  expect(await write('Ann')).toContain(WAITS);
  await page.goto('/inbox/approvals');
  const card = page.getByRole('article').filter({ hasText: 'memory_create_entities' }).first();
  for (const text of ['Create Entities', 'of Memory', 'the API key', 'Research', 'ask first', 'Say why.', '"Ann"'])
    await card.getByText(text).first().waitFor();
  await press(page, 'Approve once');
  await card.getByText('Approved', { exact: true }).waitFor();
  expect(await write('Ann')).not.toContain(WAITS);

  expect(await write('Bob')).toContain(WAITS);
  await page.goto('/inbox/approvals');
  await press(page, 'Deny');
  await inDialog(page, 'Message to the agent (optional)').fill('Not before Friday.');
  await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  await page.getByText(/Denied .* by owner@example\.com: “Not before Friday\.”/).waitFor();
  expect(await write('Bob')).toContain('Not before Friday.');

  const refusal = await write('Carol');
  const [id = ''] = /approval_[\w-]+/.exec(refusal) ?? [];
  await page.goto(`/approvals/${id}`);
  await press(page, 'Approve for this session');
  await page.getByText('in the requesting session').waitFor();
  expect(await write('Dora')).not.toContain(WAITS);
  expect(complaints).toEqual([]);
  await close();
});

it('does not take half a name for a pattern or a caller', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/rules');
  await press(page, 'New rule');
  const dialog = page.getByRole('dialog');
  await inDialog(page, 'Name').fill('half a name');
  const tools = dialog.getByRole('combobox', { name: 'Tools' });
  const chosen = dialog.getByRole('listitem');
  await tools.fill('memory_create_enti');
  await press(page, 'Create rule');
  await dialog.getByText('No tool is named “memory_create_enti”').waitFor();
  await expect.poll(() => chosen.count()).toBe(0);
  await tools.click();
  await dialog.getByRole('option', { name: 'Use “memory_create_enti” as a pattern' }).click();
  await chosen.filter({ hasText: 'memory_create_enti' }).waitFor();
  await tools.fill('no such tool');
  await dialog.getByRole('option', { name: 'No tool matches: use “no such tool” as a pattern' }).waitFor();
  await tools.fill('memory_delete_entities');
  await inDialog(page, 'Callers').fill('Firs');
  await chosen.filter({ hasText: 'memory_delete_entities' }).waitFor();
  await press(page, 'Create rule');
  await dialog.getByText('No caller is named “Firs”').waitFor();
  await inDialog(page, 'Callers').fill('');
  await press(page, 'Create rule');
  const row = page.getByRole('row').filter({ hasText: 'half a name' });
  await row.filter({ hasText: 'memory_delete_entities' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('picks the tools and callers of a rule by name, and starts from a template', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/rules');
  await press(page, 'New rule');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask before changes' }).click();
  await inDialog(page, 'Tools').fill('create entities');
  await dialog.getByRole('option', { name: 'Create Entities (memory_create_entities), Memory' }).click();
  // A wildcard and a whole tool ID count when the focus leaves the field.
  await inDialog(page, 'Tools').fill('crm_*');
  await inDialog(page, 'Callers').fill('First');
  await dialog.getByRole('option', { name: 'First key, API key' }).click();
  await dialog.getByRole('button', { name: 'Remove First key' }).waitFor();
  for (const [at, text] of ['memory_create_entities', 'crm_*', 'First key'].entries())
    await dialog.getByRole('listitem').nth(at).filter({ hasText: text }).waitFor();
  await dialog.getByRole('button', { name: 'Remove crm_*' }).click();
  await press(page, 'Create rule');
  const row = page.getByRole('row').filter({ hasText: 'Ask before changes' });
  await row.filter({ hasText: 'memory_create_entities' }).waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Remove First key' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
