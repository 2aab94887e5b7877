import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { eventually } from '../harness/eventually.ts';
import { at } from './at.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { startBench } from './bench.ts';
import { newVisitor, shoot, type Visitor } from './browser.ts';
import { signIn } from './people.ts';
import { openOwnedWorld } from './world.ts';

let bench: Awaited<ReturnType<typeof startBench>>;
let visitor: Visitor;
let page: Page;
let stackId: string;
let asAccount: (query: string, variables: object) => Promise<Record<string, unknown>>;
const change = (query: string, input: object) => asAccount(query, { input });

const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } }
}`;
const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const KEEP = 'mutation ($input: UpdateCallContentsInput!) { updateCallContents(input: $input) { __typename } }';
const SET_KEY = 'mutation ($input: SetCredentialsInput!) { setCredentials(input: $input) { __typename } }';
const CREATE_RULE = 'mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { __typename } }';
const ADD_SERVER = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';

beforeAll(async () => {
  bench = await startBench();
  const { running, browser, close } = await openOwnedWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${bench.port}` });
  asAccount = (query, variables) => dataOf(ask(running.url, running.apiKey, query, variables));
  const configuration = { isRecorded: true };
  stackId = at(await change(CREATE_STACK, { name: 'Bench', configuration }), 'createStack', 'stack', 'id');
  await change(IMPORT, { id: 'bench', source: { openApi: { text: bench.document } } });
  await change(KEEP, { stackId, days: 1 });
  await change(ADD_SERVER, { stackId, serverId: 'bench', hasAllTools: true });
  await change(SET_KEY, {
    stackId,
    serverId: 'bench',
    credentialValues: [{ fieldId: 'bench_key', value: 'of-the-bench' }],
  });
  visitor = await newVisitor(browser, running.url);
  page = visitor.page;
  await signIn(page);
  return async () => {
    await close();
    bench.close();
  };
});

const openTool = async (tool: string, hash = '') => {
  await page.goto('about:blank');
  await page.goto(`/playground?stack=${stackId}&tool=bench_${tool}${hash}`);
  await page.getByRole('heading', { name: 'Arguments' }).waitFor();
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const lastOrder = () => bench.orders.at(-1);

async function runOrder(): Promise<unknown> {
  const before = bench.orders.length;
  await press('Run');
  await eventually('the order has come', () => bench.orders.length > before, 60_000);
  await page.getByText('Success', { exact: true }).first().waitFor();
  return lastOrder();
}

/** `{"item":"coffee"}`, encoded as in a link. */
const COFFEE = '#args=eyJpdGVtIjoiY29mZmVlIn0';

async function saveExample(name: string): Promise<void> {
  await press('Save as example');
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await press('Save example');
}

describe('the form of a tool', () => {
  beforeEach(() => openTool('place_order'));

  it('sends only entered values and constants, without empty optional objects or defaults', async () => {
    await page.getByLabel(/^item/).fill('tea');
    await page.getByLabel(/^number/).fill('4242');
    await shoot(page, 'playground-form-wide');
    expect(await runOrder()).toEqual({ item: 'tea', payment: { type: 'card', number: '4242' } });
  });

  it('adds an optional object with its constants, and removes it', async () => {
    await page.getByLabel(/^item/).fill('tea');
    await page.getByLabel(/^number/).fill('1');
    await page.getByText(/^Optional/).click();
    await press('Add shipping');
    await page.getByLabel(/^street/).fill('Main');
    expect(await runOrder()).toMatchObject({ shipping: { mode: 'post', street: 'Main' } });
    await press('Remove shipping');
    expect(await runOrder()).toEqual({ item: 'tea', payment: { type: 'card', number: '1' } });
  });

  it('sends and shows a number as written', async () => {
    await page.getByLabel(/^item/).fill('tea');
    await page.getByLabel(/^number/).fill('1');
    await page.getByText(/^Optional/).click();
    const limit = page.getByLabel(/^limit/);
    await limit.pressSequentially('12345678901234567890');
    await expect.poll(() => limit.inputValue()).toBe('12345678901234567890');
    await runOrder();
    expect(bench.texts.at(-1)).toContain('"limit":12345678901234567890');
    await page.getByText('12345678901234567890').first().waitFor();
  });

  it('uses the constants of the chosen alternative', async () => {
    await page.getByLabel(/^item/).fill('tea');
    await page.getByLabel('Type of payment').selectOption({ label: 'bank' });
    await page.getByLabel(/^iban/).fill('PT50');
    expect(await runOrder()).toEqual({ item: 'tea', payment: { type: 'bank', iban: 'PT50' } });
  });

  it('finds an argument among many, and has pickers for dates and files', async () => {
    await page.getByLabel(/^item/).fill('tea');
    await page.getByLabel(/^number/).fill('1');
    const search = page.getByRole('searchbox', { name: /Search \d+ arguments/ });
    await search.fill('extra_17');
    await page.getByLabel('extra_17').fill('found');
    await expect.poll(() => page.getByLabel('extra_3', { exact: true }).count()).toBe(0);
    await search.fill('');
    await page.getByText(/^Optional/).click();
    await page.locator('input[type="date"]').fill('2026-12-24');
    await page.locator('input[type="datetime-local"]').fill('2026-12-24T10:00');
    const file = { name: 'photo.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255, 7]) };
    await page.getByLabel('File for photo').setInputFiles(file);
    await page.getByText('photo.bin').waitFor();
    await shoot(page, 'playground-form-long');
    expect(await seriousViolations(page)).toEqual([]);
    const at = expect.stringMatching(/^2026-12-24T\d\d:00:00\.000Z$/);
    const picked = { due: '2026-12-24', at, photo: 'AP8H', extra_17: 'found' };
    expect(await runOrder()).toEqual({ item: 'tea', payment: { type: 'card', number: '1' }, ...picked });
  });

  it('uploads a long file, and also takes its handle', async () => {
    const buffer = Buffer.alloc(300_000, 'long');
    const sent = { item: 'tea', payment: { type: 'card', number: '1' }, photo: buffer.toString('base64') };
    const fill = async () => {
      await page.getByLabel(/^item/).fill('tea');
      await page.getByLabel(/^number/).fill('1');
      await page.getByText(/^Optional/).click();
    };
    await fill();
    await page.getByLabel('File for photo').setInputFiles({ name: 'long.bin', mimeType: 'image/x-long', buffer });
    await page.getByText('stored for a day').waitFor();
    await page.getByText('long.bin').waitFor();
    expect(await runOrder()).toEqual(sent);
    await page.getByLabel('Edit as JSON').click();
    const [handle = ''] = /toolyard:[^"]+/.exec(await page.getByLabel('Input as JSON').inputValue()) ?? [];
    await openTool('place_order');
    await fill();
    await page.getByPlaceholder('or paste base64 or a file handle').fill(handle);
    await page.getByText(handle).first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await runOrder()).toEqual(sent);
  });
});

describe('a sent input', () => {
  it('can be restored from history, a saved example and a link, never with its secret', async () => {
    await openTool('place_order', COFFEE);
    await page.getByLabel(/^number/).fill('1');
    await page.getByText(/^Optional/).click();
    await page.getByLabel(/^token/).fill('hidden-value');
    expect(await runOrder()).toMatchObject({ item: 'coffee', token: 'hidden-value' });
    await saveExample('Coffee by card');
    await press('Copy link');
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await shoot(page, 'playground-kept');
    expect(await seriousViolations(page)).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toContain('coffee');
    expect(stored + atob(new URL(link).hash.replace('#args=', ''))).not.toContain('hidden-value');
    for (const list of ['Saved examples', 'Calls in this tab, newest first']) {
      await openTool('place_order');
      await page.getByRole('list', { name: list }).getByRole('button').first().click();
      expect(await runOrder()).toEqual({ item: 'coffee', payment: { type: 'card', number: '1' } });
    }
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('These arguments came from the link').waitFor();
    expect(await runOrder()).toEqual({ item: 'coffee', payment: { type: 'card', number: '1' } });
  });

  const COUNT =
    'query ($stackId: ID!, $toolId: ID!) { callCount(filter: { stackId: $stackId, toolId: $toolId }) { count } }';

  it('can be repeated from Activity', async () => {
    await openTool('place_order', COFFEE);
    await page.getByLabel(/^number/).fill('1');
    await runOrder();
    // Waits for the call's record, which is stored after its response. Until then, an earlier call comes first.
    await expect
      .poll(() => asAccount(COUNT, { stackId, toolId: 'bench_place_order' }))
      .toEqual({ callCount: { count: bench.orders.length } });
    await page.goto(`/activity?stack=${stackId}&tool=bench_place_order`);
    await page.getByRole('button', { name: 'Details of the call to bench_place_order' }).first().click();
    await press('Show input and output');
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await page.getByRole('heading', { name: 'Arguments' }).waitFor();
    expect(await runOrder()).toEqual({ item: 'coffee', payment: { type: 'card', number: '1' } });
  });
});

describe('a result', () => {
  it('opens as a tree', async () => {
    await openTool('place_order', '#args=eyJpdGVtIjoidGVhIn0');
    await page.getByLabel(/^number/).fill('1');
    await runOrder();
    const tree = page.getByRole('region', { name: 'Result', exact: true });
    await tree.getByText('"tea"').waitFor();
    await tree.getByText('order:').click();
    await tree.getByText('"tea"').waitFor({ state: 'detached' });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });

  it('plays if it’s audio', async () => {
    await openTool('play_sound');
    await press('Run');
    const sound = page.locator('audio');
    await sound.waitFor();
    await sound.evaluate((audio: HTMLAudioElement) => audio.play());
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1, 2);
    await shoot(page, 'playground-sound');
  });

  it('shows the elapsed time if it’s slow, and can be cancelled', async () => {
    await openTool('wait_long');
    const { slow, left } = bench.calls;
    await press('Run');
    await page.getByRole('timer').waitFor();
    await expect.poll(() => bench.calls).toEqual({ slow: slow + 1, left });
    await shoot(page, 'playground-slow');
    await press('Cancel');
    await page.getByText('You cancelled the call').waitFor();
    await eventually('the API is left, too', () => bench.calls.left === left + 1, 60_000);
  });
});

describe('a dry run', () => {
  const dryRun = async () => {
    await press('Dry run');
    await page.getByText('Dry run: nothing was sent.').waitFor();
  };

  it('shows the request with masked secrets, and sends nothing', async () => {
    await openTool('place_order', COFFEE);
    await page.getByLabel(/^number/).fill('1');
    const savedCalls = page.getByRole('list', { name: 'Calls in this tab, newest first' }).getByRole('listitem');
    const [before, savedBefore] = [bench.orders.length, await savedCalls.count()];
    await dryRun();
    await page.getByText('Allowed', { exact: true }).waitFor();
    const request = page.getByRole('region', { name: 'Request of the dry run' });
    await expect.poll(() => request.textContent()).toContain(`POST http://127.0.0.1:${bench.port}/orders`);
    await expect.poll(() => request.textContent()).toContain('x-bench: MASKED_bench_key');
    await expect.poll(() => request.textContent()).toContain('"item":"coffee"');
    expect(bench.orders.length).toBe(before);
    await expect.poll(() => savedCalls.count()).toBe(savedBefore);
    await shoot(page, 'playground-dry-run');
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('shows the decision of the rules, and missing credentials', async () => {
    await change(CREATE_RULE, {
      name: 'no sounds',
      effect: 'DENY',
      tools: ['bench_play_sound'],
      message: 'Not here.',
    });
    await openTool('play_sound');
    await dryRun();
    await page.getByText('Denied', { exact: true }).waitFor();
    await page.getByText(/Not here\./).waitFor();
    await change(ADD_SERVER, { stackId, serverId: 'exa', hasAllTools: true });
    await page.goto(`/playground?stack=${stackId}&tool=exa_search`);
    await page.getByLabel(/^query/).fill('tea');
    await dryRun();
    await page.getByRole('link', { name: 'Open the stack’s credentials' }).waitFor();
  });
});

it('keeps only the tools in view in the page, and reaches all of them by keyboard and search', async () => {
  const many = at(await change(CREATE_STACK, { name: 'Many tools' }), 'createStack', 'stack', 'id');
  const operation = (name: string) => ({
    get: { operationId: name, summary: name, responses: { 200: { description: '' } } },
  });
  const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`/${n}`, operation(`look_${n}`)]));
  const servers = [{ url: `http://127.0.0.1:${bench.port}` }];
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, servers, paths });
  await change(IMPORT, { id: 'many', source: { openApi: { text } } });
  await change(ADD_SERVER, { stackId: many, serverId: 'many', hasAllTools: true });
  await page.goto(`/playground?stack=${many}&tool=many_look_700`);
  const list = page.getByRole('region', { name: 'Tools' });
  await list.getByRole('button', { name: 'look_700' }).waitFor();
  await expect.poll(() => list.getByRole('button').count()).toBeLessThan(50);
  const search = list.getByRole('searchbox', { name: 'Search tools' });
  await search.fill('look_99');
  await expect.poll(() => list.getByRole('status').textContent()).toBe('11 tools');
  await search.fill('');
  await search.focus();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await list
      .locator('button:focus')
      .getByText(new RegExp(`^look_${presses}\\b`))
      .first()
      .waitFor();
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'look_29', exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await list.waitFor({ state: 'hidden' });
  await press('Change tool');
  await list.getByRole('button').first().waitFor();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('keeps nothing of a person after they sign out', async () => {
  await openTool('place_order', COFFEE);
  await page.getByLabel(/^number/).fill('1');
  await runOrder();
  await saveExample('Mine alone');
  const ofCalls = /^toolyard\.(?:examples|calls|repeat)/;
  const storedKeys = async () => {
    const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    return names.filter((name) => ofCalls.test(name));
  };
  for (const kind of ['examples', 'calls'])
    await expect.poll(storedKeys).toContainEqual(expect.stringMatching(`^toolyard\\.${kind}`));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await expect.poll(storedKeys).toEqual([]);
});

it('reports no browser errors', () => {
  expect(visitor.complaints.filter((text) => !text.includes('ERR_ABORTED'))).toEqual([]);
});
