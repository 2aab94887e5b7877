import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { expectAppearance } from './appearance.ts';
import { at } from './at.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { sends } from './pressed.ts';
import { comeInAs } from './roles.ts';
import type { Running } from './service.ts';
import { THINGS_DOCUMENT } from './things.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let stackId: string;

const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } } }`;
const ADD_SERVER = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';
const DOCUMENT = 'query ($id: ID!) { server(id: $id) { document } }';

const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
const importThings = () => change(IMPORT, { source: { openApi: { text: THINGS_DOCUMENT } }, id: 'things' });

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  await importThings();
  stackId = at(await change(CREATE_STACK, { name: 'Things' }), 'createStack', 'stack', 'id');
  await change(ADD_SERVER, { stackId, serverId: 'things', hasAllTools: true });
  return world.close;
});

/** Which of two tools the stack enables; one of them is renamed. */
async function enabled(): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${running.apiKey}` };
  const tools = await (await fetch(`${running.url}/v1/stacks/${stackId}/tools`, { headers })).text();
  return ['things_thing1', 'things_thing11'].filter((name) => tools.includes(`"${name}"`));
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const changes = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true });

/** Renames all tools that a search finds. */
async function rename(page: Page, searched: string, prefix: string): Promise<void> {
  await page.getByLabel('Search tools to rename').fill(searched);
  await press(page, 'Select shown');
  await page.getByLabel('Prefix', { exact: true }).fill(prefix);
  await press(page, 'Add prefix');
}

const documentOf = async () =>
  JSON.stringify(await dataOf(ask(running.url, running.apiKey, DOCUMENT, { id: 'things' })));

it('renames and describes tools on a server’s page, shows the effect on stacks, and keeps the texts on the next import', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/things');
  await press(page, 'Rename and describe tools');
  await rename(page, 'thing11', 'look_at_');
  await page.getByLabel('Description of GET /thing11', { exact: true }).fill('Looks at the eleventh');
  await page.getByLabel('Search tools to rename').fill('');
  await page.getByLabel('Description of GET /thing2', { exact: true }).fill('Looks at the second');
  await page.getByText('11 selected, 12 changed').waitFor();
  await press(page, 'Apply 12 changes');
  for (const text of [
    'Changed descriptions: 1',
    'Names to remove, also from stacks: 11',
    'New names, disabled in every stack: 11',
  ]) {
    await changes(page).getByText(text, { exact: true }).waitFor();
  }
  expect(await documentOf()).not.toContain('look_at_');
  await expectAppearance(page, 'server-reword');
  await press(page, 'Save names and descriptions');
  await page.getByText('Saved the tools of Two ways in').waitFor();
  await changes(page).waitFor({ state: 'detached' });
  await page.getByLabel('Filter tools').fill('look_at_thing11');
  await page.getByText('Looks at the eleventh').waitFor();
  await expect.poll(enabled).toEqual(['things_thing1']);
  await importThings();
  for (const text of ['look_at_thing11', 'Looks at the eleventh', 'Looks at the second']) {
    expect(await documentOf()).toContain(text);
  }
  expect(complaints).toEqual([]);
  await close();
});

it('doesn’t save a preview that is older than the last edit', async () => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/things');
  await press(page, 'Rename and describe tools');
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/graphql', async (route) => {
    if (!sends('previewServer', route.request())) return route.fallback();
    const response = await route.fetch();
    requested.resolve();
    await held.promise;
    // The page may have cancelled it meanwhile.
    return route.fulfill({ response }).catch(() => undefined);
  });
  await rename(page, 'thing50', 'first_');
  await press(page, 'Apply 1 change');
  await requested.promise;
  await rename(page, 'thing50', 'then_');
  held.resolve();
  await press(page, 'Apply 1 change');
  await changes(page).getByText('New names, disabled in every stack: 1').click();
  await changes(page).getByText('things_then_first_thing50').waitFor();
  await rename(page, 'thing50', 'last_');
  await changes(page).waitFor({ state: 'detached' });
  await close();
});

it('is hidden for servers whose tool names can’t change, and for people who can’t edit servers', async () => {
  const auditor = await comeInAs(browser, running, { role: 'AUDITOR' });
  await auditor.page.goto('/marketplace/things');
  await auditor.page.getByRole('button', { name: 'Export document' }).waitFor();
  const offered = (page: Page) => page.getByRole('button', { name: 'Rename and describe tools' });
  await expect.poll(() => offered(auditor.page).count()).toBe(0);
  await auditor.close();
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/github');
  await page.getByRole('heading', { name: /^Tools/ }).waitFor();
  await expect.poll(() => offered(page).count()).toBe(0);
  await close();
});
