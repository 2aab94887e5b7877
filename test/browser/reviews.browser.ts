import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let stackId: string;

const IMPORT = `mutation ($input: ImportServerInput!) { importServer(input: $input) {
  __typename ... on UserError { code message } } }`;
const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } } }`;
const ADD_SERVER = `mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }`;

const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));

/** Imports the private server with these descriptions, by tool name. */
const importTools = (descriptions: Readonly<Record<string, string>>) =>
  change(IMPORT, {
    document: {
      id: 'invoices',
      name: 'Invoices',
      connector: { kind: 'http', baseUrl: 'https://invoices.test' },
      tools: Object.entries(descriptions).map(([name, description]) => ({
        ...{ name, description, inputSchema: { type: 'object' } },
        request: { kind: 'template', method: 'GET', path: `/${name}` },
      })),
    },
  });

/** The description that an agent gets for each tool. */
async function shownTexts(): Promise<Record<string, string>> {
  const response = await fetch(`${running.url}/v1/stacks/${stackId}/tools`, {
    headers: { authorization: `Bearer ${running.apiKey}` },
  });
  const { tools } = await response.json();
  return Object.fromEntries(tools.map((tool: { name: string; description: string }) => [tool.name, tool.description]));
}

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  await importTools({ list: 'Lists invoices.', pay: 'Pays an invoice.', drop: 'Drops an invoice.' });
  stackId = at(await change(CREATE_STACK, { name: 'Books' }), 'createStack', 'stack', 'id');
  await change(ADD_SERVER, { stackId, serverId: 'invoices', hasAllTools: true });
  return world.close;
});

const cardOf = (page: Page, tool: string) => page.getByRole('article', { name: `invoices_${tool}` });

it('accepts, refuses and releases changes of a server, each by its button', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await importTools({ list: 'Lists invoices of all years.', pay: 'Pays an invoice twice.' });
  await signIn(page);
  await page.goto('/inbox/reviews');
  await cardOf(page, 'list').getByText('Lists invoices of all years.').waitFor();
  await cardOf(page, 'drop').getByText('the server no longer has this tool').first().waitFor();

  await cardOf(page, 'list').getByRole('button', { name: 'Accept this tool' }).click();
  await cardOf(page, 'list').waitFor({ state: 'detached' });
  await cardOf(page, 'pay').getByRole('button', { name: 'Refuse this tool' }).click();
  await cardOf(page, 'pay').getByText('Refused', { exact: true }).waitFor();
  await expect.poll(() => cardOf(page, 'pay').getByRole('button', { name: 'Refuse' }).count()).toBe(0);
  await cardOf(page, 'drop').getByRole('button', { name: 'Accept the removal' }).click();
  await cardOf(page, 'drop').waitFor({ state: 'detached' });

  expect(await shownTexts()).toEqual({
    invoices_list: 'Lists invoices of all years.',
    invoices_pay: expect.stringMatching(/^Not available: .* Pays an invoice\.$/),
  });
  expect(complaints).toEqual([]);
  await close();
});
