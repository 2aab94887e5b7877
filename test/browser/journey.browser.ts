import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, shoot, type Visitor } from './browser.ts';
import { acceptInvitation } from './people.ts';
import type { Running } from './service.ts';
import { startWeather, WEATHER_TOKEN } from './weather.ts';
import { openWorld } from './world.ts';

let weather: Awaited<ReturnType<typeof startWeather>>;
let running: Running;
let visitor: Visitor;

beforeAll(async () => {
  weather = await startWeather();
  const world = await openWorld({
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${weather.port}`,
    // The dashboard sends only documents that the service knows, byte for byte.
    TOOLYARD_GRAPHQL_DOCUMENTS_ONLY: 'true',
  });
  running = world.running;
  visitor = await newVisitor(world.browser, running.url);
  return async () => {
    await world.close();
    weather.close();
  };
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const operationOf = (request: Request) => /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1];

/**
 * Expects that an action sends exactly these operations until they complete, not counting the page's background
 * requests.
 */
async function expectOperations(page: Page, expected: readonly string[], act: () => Promise<void>): Promise<void> {
  // Waits until the page has loaded its visible data.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const sent: Request[] = [];
  const names = () => sent.map(operationOf).toSorted();
  const listen = (request: Request) => {
    const name = operationOf(request);
    if (name !== undefined && name !== 'ShellMe') sent.push(request);
  };
  page.on('request', listen);
  await act();
  await expect.poll(names).toEqual(expected.toSorted());
  await Promise.all(sent.map((request) => request.response()));
  page.off('request', listen);
  expect(names()).toEqual(expected.toSorted());
}

async function makeKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'API keys' }).click();
  await press(page, 'New API key');
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  // The list, and its totals in another part of the page.
  const operations = ['AccountCreateKey', 'AccountKeyTotals', 'AccountKeys'];
  await expectOperations(page, operations, () => press(page, 'Create key'));
  const key = await page.getByRole('region', { name: 'API key', exact: true }).textContent();
  await press(page, 'I’ve saved it');
  return key ?? '';
}

async function makeStack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Stacks', exact: true }).click();
  await press(page, 'New stack');
  await page.getByLabel('Name', { exact: true }).fill('Forecasts');
  await press(page, 'Create stack');
  await page.getByRole('heading', { name: 'Forecasts', level: 1 }).waitFor();
}

async function importWeather(page: Page): Promise<void> {
  await page.goto('/import');
  await page.getByLabel('Paste').check();
  await page.getByLabel('OpenAPI document text').fill(weather.document);
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Tools (1)' }).waitFor();
  await shoot(page, 'journey-import-preview');
  await press(page, 'Save server');
  await page.getByText('is saved with 1 tool').waitFor();
  await page.getByLabel('Stack', { exact: true }).selectOption({ label: 'Forecasts' });
  await press(page, 'Add to stack');
  await page.getByRole('link', { name: 'Add credentials' }).click();
}

async function fillCredentials(page: Page): Promise<void> {
  await page.locator('input[type="password"]').first().fill(WEATHER_TOKEN);
  await expectOperations(page, ['StacksSetCredentials', 'StacksServers'], () => press(page, 'Save credentials'));
  await page.getByText('Added', { exact: false }).first().waitFor();
}

async function callTool(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Try tools' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  await page.getByTitle(/get_sky/).click();
  await page.getByLabel(/city/i).fill('Lisbon');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('clear').first().waitFor();
  await shoot(page, 'journey-playground');
}

async function seeActivity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'weather_get_sky' }).first().waitFor();
  await page.locator('canvas').first().waitFor();
  await shoot(page, 'journey-activity');
}

async function connectAgent(page: Page): Promise<{ url: string; token: string }> {
  await page.getByRole('link', { name: 'Stacks', exact: true }).click();
  await page.getByRole('link', { name: 'Forecasts' }).click();
  await page.getByRole('link', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'New client endpoint' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('My agent');
  await press(page, 'Create endpoint');
  const token = await page.getByRole('region', { name: 'token of My agent', exact: true }).textContent();
  const endpoint = page.getByRole('region', { name: 'Endpoint My agent', exact: true });
  const url = await endpoint.getByText(/\/list_tools$/).textContent();
  await shoot(page, 'journey-token');
  await press(page, 'I’ve saved it');
  return { url: url ?? '', token: token ?? '' };
}

const statusWith = async (url: string, token: string): Promise<number> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;

it('leads a person from the printed link to a call of their own API, and lets them revoke a token', async () => {
  const { page, complaints } = visitor;
  await acceptInvitation(page, running.welcomeUrl);
  await shoot(page, 'journey-home');
  const key = await makeKey(page);
  expect(await statusWith(`${running.url}/v1/stacks`, key)).toBe(200);
  await makeStack(page);
  await importWeather(page);
  await fillCredentials(page);
  await callTool(page);
  await seeActivity(page);
  const { url, token } = await connectAgent(page);
  expect(await statusWith(url, token)).toBe(200);
  await page.getByRole('button', { name: 'Revoke token My agent' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /revoke/i })
    .click();
  await page.getByText('Token My agent is revoked').waitFor();
  expect(await statusWith(url, token)).toBe(401);
  expect(complaints).toEqual([]);
});
