import type { Page } from 'playwright-core';
import type { Api, Bringing, Call, Giving, Way } from './api.ts';
import { DESCRIPTION, type StandIn } from './standIn.ts';
import { type Steps, Walker } from './walker.ts';

/** Findings of a walk that a user should see, such as the result of the connection test. */
export type Walked = { readonly steps: Steps; readonly connection: string; readonly problems: readonly string[] };

type Place = { readonly page: Page; readonly api: Api; readonly standIn: StandIn; readonly document: string };

/** Walks from the marketplace to a call, like a new user. */
export async function walkCatalogue({
  page,
  api,
  way,
  standIn,
}: Omit<Place, 'document'> & { way: Way }): Promise<Walked> {
  const walker = new Walker(page);
  await walker.open('/marketplace');
  await walker.field('Search servers and tools', api.name);
  await walker.button(`Add ${api.name}`);
  await walker.choose('Stack', 'New stack…');
  await walker.field('New stack name', `My ${api.name}`);
  await walker.button('Add to stack');
  return giveAndCall(walker, api.name, way, { api, standIn });
}

/** Walks from an API's own description to a call. */
export async function walkOwn({ page, api, standIn, document }: Place): Promise<Walked> {
  const walker = new Walker(page);
  await walker.open('/import');
  await bring(walker, api, standIn, document);
  if (api.own.operations.length > 0) await choose(walker, api.own);
  if (api.own.scheme) {
    await walker.choose('Credential type', api.own.scheme);
    if (api.own.header) await walker.field('Header name', api.own.header);
    if (api.credential) {
      await walker.button('Apply');
      await walker.see('Required');
    }
  }
  await walker.button(/^(Save|Replace) server$/);
  if (api.catalogue === null) {
    await walker.choose('Stack', 'New stack…');
    await walker.field('New stack name', `My ${api.name}`);
  } else await walker.choose('Stack', `My ${api.name}`);
  await walker.button('Add to stack');
  const title = new RegExp(api.own.call.tool.split('_')[0] ?? '');
  return giveAndCall(walker, title, api.own, { api, standIn });
}

async function bring(walker: Walker, { own }: Api, standIn: StandIn, document: string): Promise<void> {
  if (own.place !== 'URL') await walker.press(walker.page.getByLabel(own.place, { exact: true }));
  if (own.place === 'URL') await walker.field('OpenAPI document URL', standIn.origin + DESCRIPTION);
  if (own.place === 'Paste') await walker.field('OpenAPI document text', document);
  if (own.place === 'Upload a file') {
    walker.steps.fields += 1;
    const buffer = Buffer.from(document);
    const input = walker.page.getByLabel('OpenAPI document file');
    await input.setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
  }
  await walker.button('Continue');
}

async function choose(walker: Walker, { search, operations }: Bringing): Promise<void> {
  await walker.button('Deselect shown');
  await walker.field('Search operations', search);
  for (const name of operations) {
    const row = walker.page.locator('.import-operation', { has: walker.page.getByText(name, { exact: true }) });
    await walker.press(row.getByRole('checkbox').first());
  }
  await walker.button(/^Continue with \d+ operations?$/);
}

async function giveAndCall(
  walker: Walker,
  server: string | RegExp,
  way: Way,
  place: Pick<Place, 'api' | 'standIn'>,
): Promise<Walked> {
  let connection = 'none needed';
  if (way.giving !== null) {
    await walker.link('Add credentials');
    await give(walker, server, way.giving);
    connection = await testConnection(walker, server);
  }
  await walker.link(way.giving === null ? 'Try a tool' : 'Try tools');
  const wrong = connection.startsWith(way.connection) ? [] : [`test of the connection: not ${way.connection}`];
  const problems = [...wrong, ...(await callTool(walker, way, place))];
  return { steps: walker.ended(), connection, problems };
}

const cardOf = ({ page }: Walker, server: string | RegExp) =>
  typeof server === 'string'
    ? page.getByRole('region', { name: `Credentials of ${server}`, exact: true })
    : page.getByRole('region', { name: /^Credentials of / }).last();

async function give(walker: Walker, server: string | RegExp, giving: Giving): Promise<void> {
  const card = cardOf(walker, server);
  if (giving.paste) await walker.press(card.getByRole('button', { name: giving.paste, exact: true }));
  for (const { label, value } of giving.fields) {
    await walker.fill(card.getByRole('textbox', { name: label, exact: true }).first(), value);
  }
  await walker.press(card.getByRole('button', { name: 'Save credentials' }));
  if (giving.signIn === undefined) return void (await card.getByText('Added', { exact: true }).first().waitFor());
  const tab = walker.page.context().waitForEvent('page');
  await walker.press(card.getByRole('button', { name: new RegExp(`^Connect.*${giving.signIn}`) }));
  const signIn = await tab;
  walker.steps.presses += 1;
  walker.steps.pages += 2;
  await signIn.getByRole('button', { name: 'Allow' }).click();
  await signIn.getByText('You can close this window').waitFor();
  await signIn.close();
  await card.getByText('Signed in', { exact: true }).first().waitFor();
}

async function testConnection(walker: Walker, server: string | RegExp): Promise<string> {
  const card = cardOf(walker, server);
  await walker.press(card.getByRole('button', { name: 'Test connection' }));
  const answer = card.getByRole('status').filter({ hasText: /Works|Refused|Missing|Unreachable|Unknown/ });
  return (await answer.last().textContent()) ?? '';
}

/** Runs the tool, and returns the problems of the request that arrived. */
async function callTool(
  walker: Walker,
  { call }: Way,
  { api, standIn }: Pick<Place, 'api' | 'standIn'>,
): Promise<string[]> {
  const { page } = walker;
  await walker.press(page.getByRole('button', { name: new RegExp(`\\b${call.tool}\\b`) }).first());
  await page.getByRole('heading', { name: 'Arguments' }).waitFor();
  await fillArguments(walker, call);
  const before = standIn.seen.length;
  await walker.button('Run');
  await page.getByText('Success', { exact: true }).first().waitFor();
  const seen = standIn.seen.at(-1);
  const comparisons = [
    ['calls', String(standIn.seen.length - before), '1'],
    ['request', `${seen?.method} ${seen?.path}`, call.request],
    ['credential', seen?.credential, api.credential?.value ?? ''],
    ['body', seen?.body, call.body],
  ];
  return comparisons.flatMap(([label, is, should]) => (is === should ? [] : [`${label}: ${is} instead of ${should}`]));
}

async function fillArguments(walker: Walker, { entries }: Call): Promise<void> {
  const { page } = walker;
  const folded = page.getByText(/^Optional \(/).first();
  for (const { label, value, add } of entries) {
    if (add !== undefined) await walker.button(`Add ${add}`);
    const field = page.locator('form').getByLabel(new RegExp(`^${label}( required)?$`));
    await field.first().or(folded).first().waitFor();
    if (!(await field.first().isVisible())) await walker.press(folded);
    const isSelect = (await field.first().evaluate(({ tagName }) => tagName)) === 'SELECT';
    if (isSelect) await field.first().selectOption(value);
    else await walker.fill(field.first(), value);
    if (isSelect) walker.steps.fields += 1;
  }
}
