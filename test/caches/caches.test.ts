import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { listStacks } from '../../src/core/stacks/stackList.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../graphql/documents.ts';
import { startWorld, type World } from '../harness/world.ts';
import { createApollo, createRelay, createUrql, type Service } from './clients.ts';

/* Pages that read one object in several places after a change, tested with each client's own cache. */

const HERE = import.meta.dirname;
let world: World;
let service: Service;
const warnings: string[] = [];

beforeAll(async () => {
  mkdirSync(join(HERE, 'artifacts'), { recursive: true });
  const compiler = join(HERE, 'node_modules/relay-compiler/cli.js');
  execFileSync(process.execPath, [compiler, 'relay.config.json'], { cwd: HERE, stdio: 'pipe' });
  world = await startWorld();
  const schema = readFileSync(join(HERE, '../../schema.graphql'), 'utf8');
  service = { url: world.url, apiKey: world.account.apiKey, schema };
  for (const slug of ['shop', 'store']) {
    await saveServer(world.operator, serverDocument(slug, { tools: ['find', 'buy', 'sell'] }));
  }
}, 120_000);
afterAll(() => world.close());

let made = 0;
async function newStack(): Promise<string> {
  const { ctx } = world.account;
  made += 1;
  const { id } = await createStack(ctx, { name: `stack ${made}` });
  for (const serverId of ['shop', 'store']) {
    await addServerToStack(ctx, id, { serverId, enabledTools: [`${serverId}_find`] });
  }
  return id;
}

const CLIENTS = {
  Apollo: () => createApollo(service),
  urql: () => createUrql(service, (message) => warnings.push(message)),
  Relay: () => createRelay(service),
} as const;

describe.each(Object.entries(CLIENTS))('the cache of %s', (_name, create) => {
  it('shows a tool enabled or renamed in one stack only in that stack', async () => {
    const [client, one, other] = [await create(), await newStack(), await newStack()];
    for (const id of [one, other]) await client.ask('Stack', { id });
    const before = await client.shown('Stack', { id: other });
    expect(before.split('"exposedName":"shop_find"')).toHaveLength(2);
    await client.change('Rename', { input: { stackId: one, toolId: 'shop_find', name: 'look_up' } });
    const enabledTools = ['shop_find', 'shop_buy'];
    await client.change('Enable', { input: { stackId: one, serverId: 'shop', enabledTools } });
    const after = await client.shown('Stack', { id: one });
    expect(after).toContain('"exposedName":"look_up"');
    expect(after).toContain('"toolCount":2');
    expect(after).toContain('"toolId":"shop_buy"');
    expect(await client.shown('Stack', { id: other })).toBe(before);
  });

  it('keeps the credential fields of two servers separate', async () => {
    const [client, id] = [await create(), await newStack()];
    await client.ask('Stack', { id });
    const shown = await client.shown('Stack', { id });
    for (const slug of ['shop', 'store']) expect(shown.split(`"fieldId":"${slug}_key"`)).toHaveLength(2);
  });

  it('finds a cached object by its cache key id', async () => {
    const [client, id] = [await create(), await newStack()];
    await client.ask('Stack', { id });
    const tool = /"(enabledtool_[\w-]+_shop_find)"/.exec(await client.shown('Stack', { id }))?.[1];
    await client.ask('Node', { id: tool });
    expect(await client.shown('Node', { id: tool })).toContain('"exposedName":"shop_find"');
  });

  it('merges pages into one list and drops deleted rows', async () => {
    while ((await listStacks(world.account.ctx)).length < 4) await newStack();
    const client = await create();
    await client.ask('Stacks', {});
    const [second, third] = (await listStacks(world.account.ctx)).slice(1, 3);
    const after = Buffer.from(`GPC:S:${second?.id}`).toString('base64');
    await client.ask('Stacks', { after });
    const listed = async () => (await client.shown('Stacks', {})).match(/stack_[\w-]{36}/g);
    const all = await listStacks(world.account.ctx);
    expect(await listed()).toEqual(all.slice(0, 4).map(({ id }) => id));
    await client.change('Delete', { input: { stackId: second?.id } });
    const left = await listed();
    expect(left).not.toContain(second?.id);
    expect(left).toContain(all[0]?.id);
    expect(third?.id).not.toBe(second?.id);
  });
});

it('causes no urql cache warnings', () => {
  expect(warnings).toEqual([]);
});
