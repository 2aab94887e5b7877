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
  const { id } = await createStack(world.account.ctx, { name: 'counted' });
  const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
  const send = () =>
    fetch(`${world.url}/v1/stacks/${id}/servers`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ server_id: 'plain', enable_all_tools: true }),
    });
  // The key is known after the first request.
  await fetch(`${world.url}/v1/stacks`, { headers });
  const { reads } = await rowsRead(async () => expect((await send()).status).toBe(200));
  expect(reads.map(({ sql }) => sql)).toHaveLength(15);
});
