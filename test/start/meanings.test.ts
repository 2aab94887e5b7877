import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startEmbeddings } from '../core/search/embeddingsStandIn.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';

const METRICS_TOKEN = 'scraper-scraper-scraper';
const KEY = 'hunter2-embeddings';

let service: Awaited<ReturnType<typeof startEmbeddings>>;
let world: World;
const log: string[] = [];
beforeAll(async () => {
  service = await startEmbeddings(KEY);
  const { embeddings } = readConfig({ TOOLYARD_EMBEDDINGS_URL: service.url });
  const written = { write: (line: string) => void log.push(line) };
  world = await startWorld({ config: { embeddings, metricsToken: METRICS_TOKEN }, log: written });
});
afterAll(async () => {
  await world?.close();
  await service?.close();
});

/** A stack of the account with a private server that has a tool for each description. */
async function stackOf(account: WorldAccount, id: string, descriptions: readonly string[]): Promise<string> {
  const tools = descriptions.map((description, at) => ({
    name: `act_${at}`,
    description,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/' },
  }));
  const connector = { kind: 'http', baseUrl: 'http://127.0.0.1:1' };
  await world.saveServer({ id, name: id, connector, credentials: [], tools }, account);
  const stack = await createStack(account.ctx, { name: id });
  await addServerToStack(account.ctx, stack.id, { serverId: id, enableAllTools: true });
  return stack.id;
}

async function search({ apiKey }: WorldAccount, stackId: string, query: string): Promise<readonly string[]> {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/search_tools/invoke?mode=search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { query } }),
  });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return [...body.matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name);
}

const metric = async (name: string): Promise<string | undefined> => {
  const page = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return new RegExp(`^${name} (.*)$`, 'm').exec(await page.text())?.[1];
};

it('searches by meaning within the caller’s own stack, and by words while the endpoint fails', async () => {
  const ours = await stackOf(world.account, 'garden', ['Takes the hound outside.', 'Steers a boat.']);
  const theirs = await stackOf(world.otherAccount, 'kennel', ['Feeds a puppy.', 'Makes bread.']);
  await eventually('our embeddings', async () => (await search(world.account, ours, 'dog')).length > 0);
  await eventually('their embeddings', async () => (await search(world.otherAccount, theirs, 'dog')).length > 0);
  expect(await search(world.account, ours, 'puppy')).toEqual(['garden_act_0']);
  expect(await search(world.otherAccount, theirs, 'hound')).toEqual(['kennel_act_0']);
  expect(await metric('toolyard_embeddings_up')).toBe('1');
  service.state.mode = 'echo';
  expect(await search(world.account, ours, 'a young puppy')).toEqual([]);
  expect(await search(world.account, ours, 'a boat')).toEqual(['garden_act_1']);
  expect(await metric('toolyard_embeddings_up')).toBe('0');
  expect(Number(await metric('toolyard_embeddings_failures_total'))).toBeGreaterThan(0);
  expect(log.join('')).toContain('searches compare only words');
  expect(log.join('')).not.toContain(KEY);
});
