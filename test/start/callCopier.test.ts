import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';
import { startClickHouse } from '../store/clickHouseStandIn.ts';

const METRICS_TOKEN = 'scraper-scraper-scraper';

let store: Awaited<ReturnType<typeof startClickHouse>>;
let world: World;
const log: string[] = [];
beforeAll(async () => {
  store = await startClickHouse();
  const { calls } = readConfig({ TOOLYARD_CALLS_URL: store.url });
  const written = { write: (line: string) => void log.push(line) };
  world = await startWorld({ config: { calls, metricsToken: METRICS_TOKEN }, log: written });
  await world.saveServer({
    id: 'door',
    name: 'Door',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${await freePort()}` },
    credentials: [],
    tools: [
      {
        name: 'knock',
        inputSchema: { type: 'object' },
        request: { kind: 'template', method: 'GET', path: '/knock' },
      },
    ],
  });
});
afterAll(async () => {
  await world?.close();
  await store?.close();
});

/** A call in a new stack, with any outcome. */
async function callIn(name: string, isRecorded: boolean): Promise<string> {
  const { ctx, apiKey } = world.account;
  const stack = await createStack(ctx, { name, configuration: { isRecorded } });
  await addServerToStack(ctx, stack.id, { serverId: 'door', enableAllTools: true });
  const response = await fetch(`${world.url}/v1/stacks/${stack.id}/tools/door_knock/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: {} }),
  });
  expect(response.status).toBe(500);
  return stack.id;
}

const copies = async () => ((await (await fetch(`${world.url}/readyz`)).json()) as { copies?: string }).copies;
const metric = async (name: string): Promise<string | undefined> => {
  const page = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return new RegExp(`^${name} (.*)$`, 'm').exec(await page.text())?.[1];
};

it('copies the calls of recorded stacks, and reports when the store rejects them', async () => {
  await callIn('silent', false);
  const first = await callIn('recorded', true);
  await eventually('the first copy', () => store.rows.length > 0);
  expect(store.rows).toMatchObject([{ stack_id: first, tool_id: 'door_knock', outcome: 'address_refused' }]);
  expect([await copies(), await metric('toolyard_call_copies_up')]).toEqual(['ok', '1']);
  store.state.mode = 'down';
  const second = await callIn('recorded meanwhile', true);
  await eventually('the outage', async () => (await copies()) === 'waiting');
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  const values = ['up', 'waiting', 'dropped_total'].map((name) => metric(`toolyard_call_copies_${name}`));
  expect(await Promise.all(values)).toEqual(['0', '1', '0']);
  store.state.mode = 'well';
  await eventually('the second copy', () => store.rows.some((row) => row['stack_id'] === second), 10_000);
  expect(log.join('')).toContain('calls could not be copied');
  expect(log.join('')).not.toContain(encodeURIComponent(store.password));
  expect(log.join('')).not.toContain(store.password);
});
