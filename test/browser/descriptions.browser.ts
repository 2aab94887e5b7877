import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

const SHOWN = `Finds **orders** by \`state\`.

# Filters

- one
- [the guide](https://example.com/guide)

| state | meaning |
| --- | --- |
| open | not yet paid |

\`\`\`
state=open
\`\`\`
`;
/** Links and images in each notation, to addresses that a page must not lead to or load from. */
const ADDRESSES = ['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example/x'];
const HOSTILE = [
  ...ADDRESSES.flatMap((to) => [
    `[a](${to})`,
    `[a](<${to}>)`,
    `<${to}>`,
    `[a][r]\n\n[r]: ${to}`,
    `<a href="${to}">a</a>`,
  ]),
  ...['https://evil.example/i.png', 'data:image/png;base64,AAAA'].flatMap((to) => [`![i](${to})`, `<img src="${to}">`]),
  '<script>alert(1)</script>',
  '<p onclick="alert(1)" style="position:fixed">x</p>',
  '>'.repeat(9_000),
  '1. '.repeat(3_000),
  `${'a '.repeat(6_000)}**b**`,
];

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { state: { type: 'string', description: 'One of `open`, `paid`' } } },
  request: { kind: 'template', method: 'GET', path: `/${name}` },
});
const serverNamed = (id: string, tools: readonly object[]) => ({
  id,
  name: id,
  description: 'Sells **things**. See [its site](https://example.com).',
  credentials: [
    { id: 'key', name: `Key of ${id}`, required: true, placement: { in: 'header', name: 'X-Key', template: '{key}' } },
  ],
  connector: { kind: 'http', baseUrl: 'https://example.com' },
  tools,
});
const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const ADD = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';
const SET = 'mutation ($input: SetCredentialsInput!) { setCredentials(input: $input) { __typename } }';

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
  const tools = [tool('shown', SHOWN), ...HOSTILE.map((text, at) => tool(`hostile${at}`, text))];
  await change(IMPORT, { document: serverNamed('shop', tools) });
  await change(IMPORT, { document: serverNamed('other', [tool('one', 'One')]) });
  const { stackId } = seeded;
  for (const serverId of ['shop', 'other']) await change(ADD, { stackId, serverId, hasAllTools: true });
  const credentialValues = [{ fieldId: 'key', value: 'abcdefgh' }];
  await change(SET, { stackId, serverId: 'shop', credentialValues });
  return world.close;
});

it('formats descriptions of servers, tools and inputs', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/shop?tool=shop_shown');
  await page.locator('.page__about strong', { hasText: 'things' }).waitFor();
  const body = page.locator('.server-tool__body').first();
  await body.locator('strong', { hasText: 'orders' }).waitFor();
  await body.locator('li a[href="https://example.com/guide"][target="_blank"]').waitFor();
  await body.getByRole('cell', { name: 'not yet paid' }).waitFor();
  await body.locator('pre', { hasText: 'state=open' }).waitFor();
  await body.locator('td code', { hasText: 'paid' }).waitFor();
  await shoot(page, 'description');
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.goto(`/playground?stack=${seeded.stackId}&tool=shop_shown`);
  await page.locator('.playground__description strong', { hasText: 'orders' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it(`links only to web addresses, and loads nothing, in ${HOSTILE.length} hostile descriptions`, async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace/shop');
  await page.getByText('shop_hostile0', { exact: true }).waitFor();
  for (const summary of await page.locator('.server-tool > summary').all()) await summary.click();
  await expect.poll(() => page.locator('.server-tool__body').count()).toBe(HOSTILE.length + 1);
  const hrefs = await page
    .locator('.server-tool__body a')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href')));
  expect([...new Set(hrefs)]).toEqual(['https://example.com/guide']);
  const foreign = page.locator('.server-tool__body').locator('img, script, iframe, [style], [onclick]');
  await expect.poll(() => foreign.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('folds the credentials of a long stack, except missing ones and those that the address names', async () => {
  const { page, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(`/stacks/${seeded.stackId}/credentials`);
  const shop = page.getByLabel('Key of shop', { exact: true });
  const other = page.getByLabel('Key of other', { exact: true });
  await other.waitFor();
  await expect.poll(() => shop.isVisible()).toBe(false);
  await shoot(page, 'credentials-folded');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('heading', { name: 'shop' }).click();
  await page
    .getByRole('region', { name: 'Credentials of shop' })
    .getByRole('button', { name: 'Save credentials' })
    .waitFor();
  await other.fill('abcdefgh');
  await page
    .getByRole('region', { name: 'Credentials of other' })
    .getByRole('button', { name: 'Save credentials' })
    .click();
  await page.getByText('Saved credentials of other').waitFor();
  // A save does not close the form.
  await page
    .getByRole('region', { name: 'Credentials of other' })
    .getByRole('button', { name: 'Save credentials' })
    .waitFor();
  await page.goto(`/stacks/${seeded.stackId}/credentials?server=shop`);
  await page
    .getByRole('region', { name: 'Credentials of shop' })
    .getByRole('button', { name: 'Save credentials' })
    .waitFor();
  await close();
});
