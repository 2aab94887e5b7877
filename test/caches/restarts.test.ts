import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import type { ApiKeyId, StackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../graphql/documents.ts';
import { createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { forward } from '../harness/postgres.ts';
import { type Service, startService } from '../harness/service.ts';
import { MASTER_KEY, startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { buildPage, CLIENT_NAMES } from './page.ts';
import { launchBrowser, servePage } from './visit.ts';

/*
 * The pages of docs/frontend.md stay open while the service behind them is stopped, killed or replaced, or revokes
 * their key. Another instance records calls all the time. Each page must show each call once.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 4);
const TRANSPORTS = ['sse', 'websocket'] as const;
const SHOWN_MS = 90_000;

type Watcher = { readonly name: string; readonly page: Page; readonly stackId: StackId };
type Owner = { readonly account: WorldAccount; readonly stackId: StackId; key: string; keyId: ApiKeyId };

let world: World;
let service: Service;
let front: Awaited<ReturnType<typeof openFront>>;
let environment: Readonly<Record<string, string>>;
const watchers: Watcher[] = [];
const owners: Owner[] = [];
const closers: (() => unknown)[] = [];

/** One address for all instances, like a load balancer. `passTo` selects the instance. */
async function openFront() {
  let port = 0;
  const server = forward(() => port);
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    passTo: (url: string) => {
      port = Number(new URL(url).port);
    },
    close: () => server.close(),
  };
}

async function begin(): Promise<Service> {
  const begun = startService(environment);
  front.passTo(await begun.ready());
  return begun;
}

async function newOwner(name: string): Promise<Owner> {
  const account = await world.newAccount(name);
  const { id } = await createStack(account.ctx, { name: 'Watched', configuration: { isRecorded: true } });
  await addServerToStack(account.ctx, id, { serverId: 'shop', enableAllTools: true });
  const { key, apiKey } = await createApiKey(account.ctx, { name: 'page' });
  return { account, stackId: id, key, keyId: apiKey.id };
}

beforeAll(async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-restarts-'));
  front = await openFront();
  world = await startWorld({ databaseUrl: database.url });
  await saveServer(world.operator, serverDocument('shop', { tools: ['find'] }));
  const browser = await launchBrowser();
  const pages = CLIENT_NAMES.flatMap((name) => TRANSPORTS.map((transport) => ({ name, transport, folder: '' })));
  const served = await Promise.all(pages.map(async (each) => ({ each, ...(await servePage(() => each.folder)) })));
  closers.push(
    () => browser.close(),
    ...served.map(({ close }) => close),
    () => front.close(),
    () => service.stop('SIGKILL'),
    () => world.close(),
    () => database.close(),
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
  environment = {
    DATABASE_URL: database.url,
    TOOLYARD_MASTER_KEY: MASTER_KEY,
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_MCP_REGISTRY_URL: 'off',
    TOOLYARD_CORS_ORIGINS: served.map(({ origin }) => origin).join(),
  };
  service = await begin();
  for (const name of CLIENT_NAMES) owners.push(await newOwner(name));
  for (const { each, origin } of served) {
    const owner = owners[CLIENT_NAMES.indexOf(each.name)];
    if (!owner) throw new Error('Each client has an account');
    each.folder = await buildPage(each.name, front.url, owner.key, each.transport);
    // A separate context gives each page its own connections.
    const page = await (await browser.newContext()).newPage();
    await page.route('**/key', (route) => route.fulfill({ body: owner.key }));
    await page.goto(origin);
    await page.getByRole('button', { name: 'Watched' }).click();
    watchers.push({ name: `${each.name} over ${each.transport}`, page, stackId: owner.stackId });
  }
}, 600_000);
afterAll(async () => {
  for (const close of closers) await close();
}, 120_000);

/** Makes calls on the instance that keeps running. Refused calls are recorded too. */
async function call(times: number): Promise<void> {
  for (const { account, stackId } of owners)
    for (let made = 0; made < times; made += 1)
      await fetch(`${world.url}/v1/stacks/${stackId}/tools/shop_find/invoke`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
        body: '{"tool_input":{}}',
      });
}

const BREAKS = {
  async stops() {
    const ended = service.stop('SIGTERM');
    await call(2);
    await ended;
    await call(1);
    service = await begin();
  },
  async 'is killed'() {
    await service.stop('SIGKILL');
    await call(3);
    service = await begin();
  },
  async 'is replaced'() {
    const before = service;
    service = await begin();
    const ended = before.stop('SIGTERM');
    await call(3);
    await ended;
  },
  async 'ends the key'() {
    for (const owner of owners) {
      const { keyId } = owner;
      const { key, apiKey } = await createApiKey(owner.account.ctx, { name: 'next' });
      Object.assign(owner, { key, keyId: apiKey.id });
      await revokeApiKey(owner.account.ctx, keyId);
    }
    await call(3);
  },
};
const CALLS_A_ROUND = 5;

/** The ids of the last round's calls in the database, newest first. */
async function recorded(stackId: StackId): Promise<readonly string[]> {
  const rows = await world.operator.db.callRecord.findMany({
    where: { stackId, accountId: { in: owners.map(({ account }) => account.id) } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: CALLS_A_ROUND,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

const shownBy = ({ page }: Watcher): Promise<string[]> =>
  page
    .getByLabel('Calls')
    .getByRole('listitem')
    .evaluateAll((items) => items.map(({ id }) => id));

it('shows each call once, however the service behind a page restarts', async () => {
  const kinds = Object.entries(BREAKS);
  const count = () => world.operator.db.callRecord.count();
  let [missed, doubled] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [kind, strike] = kinds[round % kinds.length] ?? ['', async () => undefined];
    await call(1);
    await strike();
    await call(1);
    await eventually('all are recorded', async () => (await count()) === (round + 1) * CALLS_A_ROUND * owners.length);
    for (const watcher of watchers) {
      const expected = await recorded(watcher.stackId);
      let shown: readonly string[] = [];
      const lacks = () => expected.filter((id) => !shown.includes(id)).length;
      await eventually(
        'they are shown',
        async () => {
          shown = await shownBy(watcher);
          return lacks() === 0;
        },
        SHOWN_MS,
      ).catch(async () => {
        process.stdout.write(
          `${watcher.name} lacks calls once the service ${kind}: ${await watcher.page.locator('body').textContent()}\n`,
        );
      });
      missed += lacks();
      doubled += shown.length - new Set(shown).size;
    }
    if ((round + 1) % 10 === 0) process.stdout.write(`${round + 1} restarts: ${missed} missed, ${doubled} doubled\n`);
  }
  process.stdout.write(`${ROUNDS} restarts under ${watchers.length} pages: ${missed} missed, ${doubled} doubled\n`);
  expect({ missed, doubled }).toEqual({ missed: 0, doubled: 0 });
}, 3_600_000);
