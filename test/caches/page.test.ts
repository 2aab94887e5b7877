import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, removeServerFromStack } from '../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../graphql/documents.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { BLOCKS, buildPage, CLIENT_NAMES, type ClientName, VERSIONS, versionOf } from './page.ts';
import { launchBrowser, onOperation, servePage } from './visit.ts';

/*
 * The tutorial of docs/frontend.md: its blocks are built into a page, which Chromium opens on a separate origin
 * against the running service. The tests check the results that the document states for each step.
 */

const STACKS_A_MINUTE = 40;
/** The timeout for a page to show an update, on any machine. */
const SHOWN_MS = 60_000;
let world: World;
let browser: Browser;
const closers: (() => Promise<unknown>)[] = [];
const seen: (string | undefined)[] = [];
const weather = createServer((request, response) => {
  if (request.url !== '/openapi.json') seen.push(request.headers['x-weather-key']?.toString());
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(request.url === '/openapi.json' ? JSON.stringify(description()) : '{"celsius":21}');
});
let weatherUrl = '';
const description = () => ({
  openapi: '3.1.0',
  info: { title: 'Weather', version: '1.0.0' },
  servers: [{ url: weatherUrl }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Weather-Key' } } },
  paths: { '/now': { get: { operationId: 'now', summary: 'The weather', responses: { 200: { description: 'It' } } } } },
});

type Visit = {
  readonly page: Page;
  readonly account: WorldAccount;
  readonly stackIds: readonly [StackId, StackId, StackId];
};
const visits: Partial<Record<ClientName, Visit>> = {};
const visitOf = (name: ClientName): Visit => {
  const visit = visits[name];
  if (!visit) throw new Error(`The page of ${name} was not made`);
  return visit;
};

/** A stack with the shop, with one of its three tools enabled. */
async function newStack({ ctx }: WorldAccount, name: string): Promise<StackId> {
  const { id } = await createStack(ctx, { name, configuration: { isRecorded: true } });
  await addServerToStack(ctx, id, { serverId: 'shop', enabledTools: ['shop_find'] });
  return id;
}

beforeAll(async () => {
  const port = await listenOnLoopback(weather);
  weatherUrl = `http://127.0.0.1:${port}`;
  const folders = new Map<ClientName, string>();
  const served = await Promise.all(
    CLIENT_NAMES.map(async (name) => ({ name, ...(await servePage(() => folders.get(name) ?? '')) })),
  );
  const limits = { default: 600, stacks: STACKS_A_MINUTE, invoke: 600, list_tools: 600, call_tool: 600 };
  const others = { failed_auth: 60, sign_in: 10, sign_in_hourly: 1000, dashboard: 600, dashboard_calls: 20 };
  const config = { corsOrigins: served.map(({ origin }) => origin) };
  world = await startWorld({ egressAllow: `127.0.0.1:${port}`, limits: { ...limits, ...others }, config });
  browser = await launchBrowser();
  closers.push(
    () => browser.close(),
    () => world.close(),
    ...served.map(({ close }) => close),
  );
  await saveServer(world.operator, serverDocument('shop', { tools: ['find', 'buy', 'sell'] }));
  for (const { name, origin } of served) {
    const account = await world.newAccount(name);
    const stackIds = [
      await newStack(account, 'One'),
      await newStack(account, 'Two'),
      await newStack(account, 'Three'),
    ] as const;
    folders.set(name, await buildPage(name, world.url, account.apiKey));
    const page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`));
    await page.goto(origin);
    visits[name] = { page, account, stackIds };
  }
}, 300_000);
const complaints: string[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await new Promise((resolve) => weather.close(resolve));
});

const rows = (page: Page) => page.getByLabel('Stacks').getByRole('listitem');
const legend = (page: Page, name: string) => page.getByRole('group', { name }).locator('legend');
const alertOf = (page: Page) => page.getByRole('alert');
async function eventually(text: () => Promise<string | null>, expected: string | RegExp): Promise<void> {
  await expect.poll(text, { timeout: SHOWN_MS }).toMatch(expected);
}

const toolsChanged = (page: Page) =>
  page.waitForResponse((answer) => answer.request().postData()?.includes('updateServerTools') === true);

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
}

it('has code blocks for each client, and all are used', () => {
  const counts = CLIENT_NAMES.map((name) => BLOCKS.filter(({ clients }) => clients.includes(name)).length);
  process.stdout.write(`The tutorial has ${BLOCKS.length} blocks: ${CLIENT_NAMES.join(', ')} take ${counts}\n`);
  expect(Math.min(...counts)).toBeGreaterThan(10);
  expect(VERSIONS).toEqual(['@apollo/client', 'urql', '@urql/exchange-graphcache', 'react-relay'].map(versionOf));
});

describe.each(CLIENT_NAMES)('the page of %s', (name) => {
  it('lists stacks, page by page', async () => {
    const { page } = visitOf(name);
    await rows(page).nth(1).waitFor();
    expect(await rows(page).allTextContents()).toEqual(['One 1 tools', 'Two 1 tools']);
    await page.getByRole('button', { name: 'More' }).click();
    await rows(page).nth(2).waitFor();
    expect(await rows(page).allTextContents()).toEqual(['One 1 tools', 'Two 1 tools', 'Three 1 tools']);
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
    await eventually(() => page.locator('footer').textContent(), /cost [1-9]\d* of 20000 points/);
  });

  it('shows a tool as enabled everywhere at once, and reverts when the service refuses', async () => {
    const { page, account, stackIds } = visitOf(name);
    await page.getByRole('button', { name: 'One' }).click();
    await eventually(() => legend(page, 'The shop').textContent(), 'The shop: 1 of 3, credentials missing');
    await eventually(
      () => page.locator('footer').textContent(),
      name === 'Relay' ? /cost 2[01]\d\d of 20000/ : /cost 41\d\d of 20000/,
    );
    const held = Promise.withResolvers<void>();
    await onOperation(page, 'Enable', async (route) => {
      await held.promise;
      await route.continue();
    });
    const enabled = toolsChanged(page);
    await page.getByLabel('shop_buy').click();
    await eventually(() => legend(page, 'The shop').textContent(), '2 of 3');
    await eventually(() => rows(page).first().textContent(), 'One 2 tools');
    held.resolve();
    await enabled;
    await expect.poll(() => page.getByLabel('shop_buy').isChecked(), { timeout: SHOWN_MS }).toBe(true);
    await page.unrouteAll();

    await removeServerFromStack(account.ctx, stackIds[0], toServerId('shop'));
    await page.getByLabel('shop_sell').click();
    await eventually(() => alertOf(page).textContent(), /not/);
    await eventually(() => rows(page).first().textContent(), 'One 2 tools');
    await expect.poll(() => page.getByLabel('shop_sell').isChecked(), { timeout: SHOWN_MS }).toBe(false);
  });

  it('adds a previewed server with its credentials', async () => {
    const { page } = visitOf(name);
    await page.getByRole('button', { name: 'Two' }).click();
    await page.getByLabel('Address of an OpenAPI document').fill(`${weatherUrl}/openapi.json`);
    await page.getByRole('button', { name: 'Look' }).click();
    const form = page.getByRole('form', { name: 'Weather' });
    await eventually(() => form.locator('p').textContent(), 'Weather has weather_now');
    await form.getByRole('textbox').fill(CREDENTIAL);
    await form.getByRole('button', { name: 'Add' }).click();
    await eventually(() => legend(page, 'Weather').textContent(), /^Weather: 0 of 1$/);
    const enabled = toolsChanged(page);
    await page.getByLabel('weather_now').click();
    await enabled;
    await eventually(() => legend(page, 'Weather').textContent(), /^Weather: 1 of 1$/);
    await eventually(() => rows(page).nth(1).textContent(), 'Two 2 tools');
  });

  it('shows calls as they happen', async () => {
    const { page, account, stackIds } = visitOf(name);
    const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
    seen.length = 0;
    const url = `${world.url}/v1/stacks/${stackIds[1]}/tools/weather_now/invoke`;
    const answer = await fetch(url, { method: 'POST', headers, body: '{"tool_input":{}}' });
    expect({ status: answer.status, seen }).toEqual({ status: 200, seen: [CREDENTIAL] });
    await eventually(() => page.getByLabel('Calls').getByRole('listitem').first().textContent(), 'weather_now OK');
  });

  it('reads from the response why a stack was not created', async () => {
    const { page } = visitOf(name);
    await create(page, 'Two');
    await eventually(() => alertOf(page).textContent(), /Two/);
    await create(page, 'x'.repeat(101));
    await eventually(() => alertOf(page).textContent(), / \/name: /);
  });

  it('creates one stack when the response is lost and the request is retried', async () => {
    const { page, account } = visitOf(name);
    const keys: (string | undefined)[] = [];
    await onOperation(page, 'Create(?:Stack)?', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await create(page, 'Once');
    await expect.poll(() => keys.length, { timeout: SHOWN_MS }).toBe(2);
    expect(keys[0]).toBe(keys[1]);
    await expect.poll(() => alertOf(page).count(), { timeout: SHOWN_MS }).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    const headers = { authorization: `Bearer ${account.apiKey}` };
    const stacks = await (await fetch(`${world.url}/v1/stacks`, { headers })).json();
    expect(JSON.stringify(stacks).split('"Once"')).toHaveLength(2);
  });

  it('says when to retry after a rate limit', async () => {
    const { page } = visitOf(name);
    // The rate limit's minute may end meanwhile, and on a slow machine so may the next one.
    for (let tries = 0; tries <= 10 * STACKS_A_MINUTE; tries += 1) {
      const answered = page.waitForResponse('**/graphql');
      await create(page, 'Two');
      await answered;
      if (/Try again in \d+ s/.test((await alertOf(page).textContent()) ?? '')) break;
    }
    await eventually(() => alertOf(page).textContent(), /Try again in \d+ s/);
  });

  it('shows errors that concern the whole request', async () => {
    const { page, account } = visitOf(name);
    const { actor } = account.ctx;
    if (actor.kind !== 'apiKey') throw new Error('The account is asked with its key');
    await revokeApiKey(account.ctx, actor.keyId);
    await create(page, 'Late');
    await eventually(() => alertOf(page).first().textContent(), /Unauthorized/);
    await page.reload();
    await eventually(() => alertOf(page).first().textContent(), /Unauthorized/);
  });

  it('suggests the cause if its origin is not allowed', async () => {
    const { page } = visitOf(name);
    // Opens the same page under another host name, which makes it another origin.
    await page.goto(page.url().replace('127.0.0.1', 'localhost'));
    await eventually(() => alertOf(page).first().textContent(), /No answer .* TOOLYARD_CORS_ORIGINS/);
  });
});

it('throws no error on any page', () => {
  expect(complaints).toEqual([]);
});
