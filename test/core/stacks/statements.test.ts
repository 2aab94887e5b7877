import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { rowsRead } from '../../harness/rowsRead.ts';
import { startWorld } from '../../harness/world.ts';

const world = await startWorld();
afterAll(world.close);

const TOOL = { name: 'one', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } };

beforeAll(async () => {
  const connector = { kind: 'http', baseUrl: 'https://example.com' };
  await world.saveServer({ id: 'plain', name: 'Plain', connector, tools: [TOOL] });
});

test('a server is added to a stack over REST in 15 statements', async () => {
  const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
  const send = (id: string) =>
    fetch(`${world.url}/v1/stacks/${id}/servers`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ server_id: 'plain', enable_all_tools: true }),
    });
  // The first request caches the key.
  await fetch(`${world.url}/v1/stacks`, { headers });
  const tries: string[][] = [];
  for (const name of ['one', 'two', 'three']) {
    const { id } = await createStack(world.account.ctx, { name });
    const { reads } = await rowsRead(async () => expect((await send(id)).status).toBe(200));
    tries.push(reads.map(({ sql }) => sql));
  }
  // The minimum, because the service may run other statements meanwhile.
  expect(tries.toSorted((one, other) => one.length - other.length)[0]).toHaveLength(15);
});
