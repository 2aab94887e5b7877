import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { KEY, LIBRARY, startLibrary } from '../connectors/graphqlApi/library.ts';
import { seriousViolations } from './axe.ts';
import { newVisitor, shoot, type Visitor } from './browser.ts';
import { acceptInvitation } from './people.ts';
import { serveThings, THINGS, THINGS_DOCUMENT } from './things.ts';
import { openWorld } from './world.ts';

let things: Awaited<ReturnType<typeof serveThings>>;
let library: Awaited<ReturnType<typeof startLibrary>>;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  things = await serveThings();
  library = await startLibrary();
  const allowed = `127.0.0.1:${things.port},${new URL(library.url).host}`;
  const world = await openWorld({ TOOLYARD_EGRESS_ALLOW: allowed });
  visitor = await newVisitor(world.browser, world.running.url);
  page = visitor.page;
  await acceptInvitation(page, world.running.welcomeUrl);
  return async () => {
    await world.close();
    things.close();
    library.close();
  };
});

beforeEach(() => page.goto('/'));

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const textField = () => page.getByLabel('OpenAPI document text');
const atStep = (title: string) => page.locator('[aria-current="step"]').filter({ hasText: title }).waitFor();

async function readPasted(text: string): Promise<void> {
  await page.goto('/import');
  await page.getByLabel('Paste').check();
  await textField().fill(text);
  await press('Continue');
}

/** If there are many operations, the page preselects some. */
async function chooseAll(): Promise<void> {
  await page.getByText('40 selected.').waitFor();
  await press('Select shown');
  await press(`Continue with ${THINGS} operations`);
}

async function importDocument(): Promise<void> {
  await readPasted(THINGS_DOCUMENT);
  await chooseAll();
  await page.getByRole('heading', { name: `Tools (${THINGS})` }).waitFor();
  await page.getByRole('button', { name: /^(Save|Replace) server$/ }).click();
  await page.getByText(`is saved with ${THINGS} tools`).waitFor();
}

/** A YAML document with a line for each part, which takes several requests to send. */
const longYaml = (bytes: number): string => {
  const lines = ['openapi: 3.1.0', 'info:', '  title: Long', '  version: "1"', 'paths:'];
  for (let nr = 0, length = 0; length < bytes; nr += 1) {
    const path = [
      `  /things${nr}:`,
      '    get:',
      `      operationId: getThing${nr}`,
      `      summary: ${'x'.repeat(150)}`,
    ];
    lines.push(...path);
    length += path.join('\n').length + 1;
  }
  return lines.join('\n');
};

// Playwright's `fill` inserts text line by line, which takes minutes in any text area of Chromium; Ctrl+V doesn't.
it('reads a pasted YAML document that is too long for one request', async () => {
  const text = longYaml(290_000);
  await page.goto('/import');
  await page.getByLabel('Paste').check();
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await textField().focus();
  await page.keyboard.press('Control+V');
  await expect.poll(() => textField().inputValue()).toBe(text);
  await press('Continue');
  await page.getByText('40 selected.').waitFor();
});

it('goes back to the input, forward to the preview, and keeps its step after a reload', async () => {
  await readPasted(THINGS_DOCUMENT);
  await chooseAll();
  await page.getByRole('heading', { name: `Tools (${THINGS})` }).waitFor();
  await shoot(page, 'import-preview');
  await page.goBack();
  await page.getByText(`${THINGS} selected.`).waitFor();
  await page.goBack();
  await atStep('Choose the source');
  await expect.poll(() => textField().inputValue()).toBe(THINGS_DOCUMENT);
  await page.goForward();
  await atStep('Review');
  await press('Back');
  await textField().waitFor();
  await page.goForward();
  await page.goForward();
  await press('Save server');
  await atStep('Add to a stack');
  await page.reload();
  await page.getByText(`is saved with ${THINGS} tools`).waitFor();
  await atStep('Add to a stack');
});

it('selects operations by group, by effect, by search and one by one', async () => {
  await readPasted(THINGS_DOCUMENT);
  await page.getByText('40 selected.').waitFor();
  await shoot(page, 'import-choose');
  await press('Deselect shown');
  await expect.poll(() => page.getByRole('button', { name: 'Continue with 0 operations' }).isDisabled()).toBe(true);
  await page.getByLabel('Search operations').fill('thing11');
  await page.getByText(`11 of ${THINGS} shown`).waitFor();
  await page.getByLabel('Group by').selectOption('By tag');
  await page.getByLabel('No tag').check();
  await page.getByText('11 selected.').waitFor();
  await page.getByLabel(/^thing110/).uncheck();
  await page.getByLabel('Access').selectOption('Writes');
  await page.getByText('No operations match').waitFor();
  await page.getByLabel('Access').selectOption('Read-only');
  await page.getByLabel('Group by').selectOption('By path');
  await page.getByLabel('Search operations').fill('');
  await press('Show selected');
  await page.getByText(`10 of ${THINGS} shown`).waitFor();
  await press('Continue with 10 operations');
  await page.getByRole('heading', { name: 'Tools (10)' }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

it('searches operations as agents search tools: also by synonyms, best first', async () => {
  await readPasted(THINGS_DOCUMENT);
  const agents = page.getByRole('button', { name: 'Preview agent search' });
  await expect.poll(() => agents.isDisabled()).toBe(true);
  await page.getByLabel('Search operations').fill('display thing7 please');
  await page.getByText('No operations match').waitFor();
  await agents.click();
  await page.getByText('Agent search results for “display thing7 please”, best first').waitFor();
  const first = page.locator('.import-operation').first();
  await expect.poll(() => first.textContent()).toContain('thing7');
  await first.getByRole('checkbox').setChecked(false);
  await page.getByText('39 selected.').waitFor();
  await page.getByLabel('Search operations').fill('thing7');
  await page.getByText('Agent search results').waitFor({ state: 'detached' });
  expect(visitor.complaints).toEqual([]);
});

it('shows the selection’s token share for each provider, and renames and describes many tools at once', async () => {
  await readPasted(THINGS_DOCUMENT);
  await page.getByText('Fits the budget of 20,000 tokens in every format.').waitFor();
  await page.getByLabel('Token budget').fill('1000');
  await page.getByText('Over the budget of 1,000 tokens for OpenAI, Anthropic, Gemini, MCP').waitFor();
  await chooseAll();
  await press('Rename and describe tools');
  await page.getByLabel('Search tools to rename').fill('thing11');
  await press('Select shown');
  await page.getByLabel('Prefix', { exact: true }).fill('look at ');
  await press('Add prefix');
  await page.getByText('11 selected, 11 changed, 11 with a problem').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Apply 11 changes' }).isDisabled()).toBe(true);
  await page.getByLabel('Replace', { exact: true }).fill(' ');
  await page.getByLabel('With', { exact: true }).fill('_');
  await press('Replace in names');
  await page.getByLabel('Description of GET /thing11', { exact: true }).fill('Looks at the eleventh');
  await shoot(page, 'import-wording');
  await press('Apply 11 changes');
  await page.getByText('two-ways-in_look_at_thing11', { exact: true }).waitFor();
  await page.getByText('Looks at the eleventh').last().waitFor();
  await page.getByText('11 selected, 11 changed').waitFor({ state: 'detached' });
  expect(visitor.complaints).toEqual([]);
});

it('gives a document whose title is in the catalogue another id, and says so before saving', async () => {
  const paths = { '/tasks': { get: { operationId: 'listTasks', responses: { 200: { description: 'They' } } } } };
  const servers = [{ url: 'https://api.example.com' }];
  await readPasted(JSON.stringify({ openapi: '3.1.0', info: { title: 'Asana', version: '1' }, servers, paths }));
  await page.getByText('has a server asana already: this one is called asana-2').waitFor();
  await expect.poll(() => page.getByLabel('Server ID').inputValue()).toBe('asana-2');
  await page.getByText('asana-2_listTasks').first().waitFor();
});

it('fills in the URL again after a reload', async () => {
  const address = () => page.getByLabel('OpenAPI document URL').inputValue();
  await page.goto('/import');
  await page.getByLabel('OpenAPI document URL').fill(things.url);
  await press('Continue');
  await atStep('Review');
  await page.reload();
  await atStep('Choose the source');
  await expect.poll(address).toBe(things.url);
  await press('Continue');
  await atStep('Review');
  await press('Back');
  await atStep('Choose the source');
  await expect.poll(address).toBe(things.url);
});

it('asks how to send a credential that the document doesn’t describe, then for its value', async () => {
  const paths = { '/me': { get: { operationId: 'get_me', responses: {} } } };
  const servers = [{ url: 'http://127.0.0.1:1' }];
  await readPasted(JSON.stringify({ openapi: '3.1.0', info: { title: 'Silent', version: '1' }, servers, paths }));
  await page.getByText('The document doesn’t describe one').waitFor();
  await press('Save server');
  await page.getByRole('alert').filter({ hasText: 'Choose how calls authenticate.' }).first().waitFor();
  await page.getByLabel('Credential type').selectOption('API key in a header');
  await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await page.getByLabel('Header name').fill('X-Silent Key');
  await press('Apply');
  await page.getByText('must be a header name').waitFor();
  await page.getByLabel('Header name').fill('X-Silent-Key');
  await press('Apply');
  await page.getByText('Sent as header X-Silent-Key.').waitFor();
  await shoot(page, 'import-scheme');
  await press('Save server');
  await press('Add to stack');
  await page.getByText('Its tools need credentials before they work').waitFor();
});

it('shows once that a web page isn’t a document', async () => {
  await readPasted('<!doctype html><html></html>');
  await page.getByText('This is a web page').waitFor();
  await shoot(page, 'import-web-page');
  await expect.poll(() => page.getByText('This is a web page').count()).toBe(1);
});

it('leads to alternative credentials, of which one is enough', async () => {
  await importDocument();
  await press('Add to stack');
  await page.getByText('Its tools need credentials before they work').waitFor();
  await shoot(page, 'import-added');
  await page.getByRole('link', { name: 'Add credentials' }).waitFor();
  await page.goto('/marketplace?show=own');
  await page.getByText('Some tools need credentials').waitFor();
  await shoot(page, 'import-marketplace');
  await page.getByText('No credentials needed', { exact: true }).click();
  await page.getByRole('link', { name: 'Everything' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Two ways in' }).count()).toBe(0);
});

it('suggests search mode for a stack with many tools, and shows their number', async () => {
  await importDocument();
  await page.getByLabel('Stack', { exact: true }).selectOption({ label: 'New stack…' });
  await page.getByLabel('New stack name').fill('Things');
  await press('Add to stack');
  await page.getByRole('link', { name: 'Open the stack' }).click();
  await page.getByRole('link', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'New client endpoint' }).click();
  await page.getByText(`This stack has ${THINGS} enabled tools`).waitFor();
  await shoot(page, 'import-endpoint');
  await expect.poll(() => page.getByLabel('Tools shown to agents').inputValue()).toBe('SEARCH');
});

it('shows the same tool count in the list as in the heading, also when filtered', async () => {
  await importDocument();
  await page.getByRole('link', { name: 'Open server page' }).click();
  await page.getByRole('heading', { name: `Tools (${THINGS})` }).waitFor();
  await page.getByText('two-ways-in_thing0', { exact: true }).waitFor();
  await page.getByText(`100 of ${THINGS} tools`).waitFor();
  await shoot(page, 'import-server');
  await page.getByLabel('Filter tools').fill('thing119');
  await page.getByText(`1 of ${THINGS} tools`).waitFor();
  expect(visitor.complaints).toEqual([]);
});

it.each(['URL', 'Upload a file', 'Paste'])('imports a GraphQL API: %s', async (place) => {
  await page.goto('/import?kind=graphql');
  await page.getByLabel(place, { exact: true }).check();
  if (place === 'Paste') await page.getByLabel('GraphQL schema text').fill(LIBRARY);
  if (place === 'Upload a file') {
    const file = { name: 'library.graphql', mimeType: 'text/plain', buffer: Buffer.from(LIBRARY) };
    await page.getByLabel('GraphQL schema file').setInputFiles(file);
  }
  await page.getByLabel('GraphQL API URL').fill(library.url);
  await press('Add a header');
  await page.getByLabel('Value').fill(`Bearer ${KEY}`);
  expect(await seriousViolations(page)).toEqual([]);
  await press('Continue');
  await page
    .getByText(/_addBook$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^(Save|Replace) server$/ }).click();
  await page.getByText(/is saved with \d+ tools/).waitFor();
});

it('shows the operator’s command for a stdio server, which a person can’t import', async () => {
  const document = {
    id: 'local',
    name: 'Local',
    connector: { kind: 'mcp-stdio', command: 'npx', args: ['x'] },
    tools: [],
  };
  await page.goto('/import?kind=document');
  await page.getByLabel('Upload a file').check();
  const file = { name: "it's.json", mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
  await page.getByLabel('Toolyard document file').setInputFiles(file);
  await press('Continue');
  const command = page.getByRole('region', { name: 'Command for the operator' });
  await expect.poll(() => command.textContent()).toBe(String.raw`toolyard server import 'it'\''s.json'`);
});
