import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { closePage, newVisitor, type Visitor } from './browser.ts';
import { signIn } from './people.ts';
import { pressAgainAndAgain } from './pressed.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { THINGS_DOCUMENT } from './things.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let visitor: Visitor;
let seeded: Seeded;

const CREATE_MACHINE = `mutation ($input: CreateServiceAccountInput!) {
  createServiceAccount(input: $input) { ... on CreateServiceAccountPayload { serviceAccount { id } } }
}`;

beforeAll(async () => {
  const world = await openOwnedWorld();
  running = world.running;
  seeded = await seed(running.url, running.apiKey);
  const input = { endpointId: seeded.endpointId, name: 'Watched' };
  await dataOf(ask(running.url, running.apiKey, CREATE_MACHINE, { input }));
  visitor = await newVisitor(world.browser, running.url);
  await signIn(visitor.page);
  return world.close;
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();
const inDialog = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

/** Opens and fills in a dialog; returns the button that creates the object. */
async function dialog(page: Page, open: string, action: string, values: Readonly<Record<string, string>> = {}) {
  await button(page, open).click();
  for (const [label, value] of Object.entries(values)) await inDialog(page, label).fill(value);
  return page.getByRole('dialog').getByRole('button', { name: action, exact: true });
}

/** A create action: its mutation, its page, and how to reach its button. */
type Making = {
  readonly makes: string;
  readonly at: () => string;
  readonly reach: (page: Page) => Promise<Locator>;
};

const stackAt = (tab = '') => `/stacks/${seeded.stackId}${tab}`;
const MAKING: readonly Making[] = [
  {
    makes: 'createStack',
    at: () => '/stacks',
    reach: (page) => dialog(page, 'New stack', 'Create stack', { Name: 'Pressed' }),
  },
  {
    makes: 'createStack',
    at: () => '/marketplace/linear',
    reach: async (page) => {
      await button(page, 'Add to a stack').click();
      await inDialog(page, 'Stack').selectOption({ label: 'New stack…' });
      await inDialog(page, 'New stack name').fill('Pressed too');
      return page.getByRole('dialog').getByRole('button', { name: 'Add to stack' });
    },
  },
  {
    makes: 'addServerToStack',
    at: () => stackAt(),
    reach: (page) => dialog(page, 'Add a server', 'Add Linear', { 'Search servers': 'Linear' }),
  },
  {
    makes: 'duplicateStack',
    at: () => stackAt('/settings'),
    reach: (page) => dialog(page, 'Duplicate stack', 'Duplicate stack', { 'Name of the copy': 'Pressed copy' }),
  },
  {
    makes: 'createClientEndpoint',
    at: () => stackAt('/connect'),
    reach: (page) => dialog(page, 'New client endpoint', 'Create endpoint', { Name: 'Pressed' }),
  },
  {
    makes: 'createStackToken',
    at: () => stackAt('/connect'),
    reach: (page) => dialog(page, 'New token for My agent', 'Create token'),
  },
  {
    makes: 'createServiceAccount',
    at: () => stackAt('/machines'),
    reach: (page) => dialog(page, 'New service account', 'Create service account', { Name: 'Pressed' }),
  },
  {
    makes: 'rotateServiceAccount',
    at: () => stackAt('/machines'),
    reach: (page) => dialog(page, 'Rotate Watched', 'Rotate'),
  },
  {
    makes: 'createTrustedIssuer',
    at: () => stackAt('/machines'),
    reach: (page) =>
      dialog(page, 'Trust an issuer', 'Trust issuer', {
        Name: 'Pressed',
        Issuer: 'https://login.example.com',
        'Audience (optional)': 'toolyard',
      }),
  },
  {
    makes: 'createPolicyRule',
    at: () => '/rules',
    reach: (page) => dialog(page, 'New rule', 'Create rule', { Name: 'Pressed' }),
  },
  {
    makes: 'createWebhook',
    at: () => '/inbox/notifications',
    reach: (page) =>
      dialog(page, 'New webhook', 'Create webhook', { Name: 'Pressed', URL: 'https://hooks.example.com/' }),
  },
  {
    makes: 'createApiKey',
    at: () => '/keys',
    reach: (page) => dialog(page, 'New API key', 'Create key', { Name: 'Pressed' }),
  },
  {
    makes: 'createInvitation',
    at: () => '/people',
    reach: (page) => dialog(page, 'Invite someone', 'Create invitation link'),
  },
  {
    makes: 'duplicateServer',
    at: () => '/marketplace/slack',
    reach: (page) => dialog(page, 'Duplicate', 'Duplicate server', { 'ID of the copy': 'slack-pressed' }),
  },
  {
    makes: 'importServer',
    at: () => '/import',
    reach: async (page) => {
      await page.getByLabel('Paste').check();
      await page.getByLabel('OpenAPI document text').fill(THINGS_DOCUMENT);
      await button(page, 'Continue').click();
      await button(page, /^Continue with/).click();
      return button(page, 'Save server');
    },
  },
];

/** A sign-in tab may be opened again, and choosing a file uploads it: the links expire, and a file after a day. */
const REPEATABLE = ['createConnectLink', 'createFileUpload'];

it('covers every action that creates something', () => {
  const sources = globSync('web/src/**/operations.ts').map((file) => readFileSync(file, 'utf8'));
  const sent = sources.flatMap((text) => [
    ...text.matchAll(/^ {4}((?:add|create|duplicate|import|rotate)\w+)\(input/gm),
  ]);
  const names = new Set(sent.map(([, name = '']) => name));
  const covered = new Set([...MAKING.map(({ makes }) => makes), ...REPEATABLE]);
  expect([...names].toSorted()).toEqual([...covered].toSorted());
  process.stdout.write(`${MAKING.length} buttons make ${names.size - REPEATABLE.length} kinds of things\n`);
});

it.each(MAKING)(
  'button %#, of $makes, sends its mutation once, however often it is pressed',
  async ({ makes, at, reach }) => {
    const page = await visitor.context.newPage();
    await page.goto(at());
    const pressed = await reach(page);
    expect(await pressAgainAndAgain(page, pressed, makes)).toBe(1);
    await closePage(page);
  },
);
