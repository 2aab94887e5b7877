import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;
/** The scopes that the service requested, one entry per sign-in. */
let scopes: (string | null)[] = [];

const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const ADD = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';
const SCOPES = ['files.read', 'files.write', 'profile'];

const documentAt = (url: string) => ({
  id: 'files',
  name: 'Files',
  credentials: [
    {
      id: 'files_token',
      name: 'Sign-in to Files',
      required: true,
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {files_token}' },
      oauth2: {
        authorizationUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        scopes: SCOPES,
        clientId: { value: 'toolyard' },
      },
    },
  ],
  connector: { kind: 'http', baseUrl: url },
  tools: ['list', 'profile'].map((name) => ({
    name,
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    request: { kind: 'template', method: 'GET', path: `/${name}` },
  })),
});

beforeAll(async () => {
  scopes = [];
  const service = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://files.example');
    if (pathname === '/authorize') scopes.push(searchParams.get('scope'));
    const [type, body] =
      pathname === '/authorize'
        ? ['text/html', '<!doctype html><title>Files</title><h1>Sign in to Files</h1>']
        : ['application/json', '{}'];
    response.setHeader('content-type', type).end(body);
  });
  const port = await listenOnLoopback(service);
  const world = await openOwnedWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${port}` });
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
  await change(IMPORT, { document: documentAt(`http://127.0.0.1:${port}`) });
  await change(ADD, { stackId: seeded.stackId, serverId: 'files', hasAllTools: true });
  return async () => {
    await world.close();
    service.close();
  };
});

it('lists the requested scopes before sign-in, and lets people deselect some', async () => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/credentials?server=files`);
  const card = page.getByRole('region', { name: 'Credentials of Files' });
  const connect = card.getByRole('button', { name: /^Connect/ });
  const tab = async () => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), connect.click()]);
    await opened.getByRole('button', { name: 'Continue to sign in' }).click();
    await opened.getByRole('heading', { name: 'Sign in to Files' }).waitFor();
    await opened.close();
  };
  await tab();
  await card.getByText('Requests all 3 scopes').click();
  for (const scope of SCOPES) await card.getByLabel(scope).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await shoot(page, 'scopes');
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await card.getByLabel('files.write').uncheck();
  await card.getByText('Requests 2 of 3 scopes').waitFor();
  await tab();
  for (const scope of ['files.read', 'profile']) await card.getByLabel(scope).uncheck();
  await card.getByRole('alert').getByText('Select at least one scope for Sign-in to Files.').waitFor();
  await expect.poll(() => connect.isDisabled()).toBe(true);
  expect(scopes).toEqual(['files.read files.write profile', 'files.read profile']);
  await close();
});

it('tests a connection with a chosen read-only tool', async () => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/credentials?server=files`);
  const card = page.getByRole('region', { name: 'Credentials of Files' });
  await card.getByRole('button', { name: 'Paste a token instead' }).click();
  await card.getByLabel('Sign-in to Files', { exact: true }).fill('a-token');
  await card.getByRole('button', { name: 'Save credentials' }).click();
  await card.getByText('Added').first().waitFor();
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card.getByText('answered files_profile').waitFor();
  await card.getByLabel('Tool to test with').selectOption('files_list');
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card.getByText('answered files_list').waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
  await close();
});
