import { Client } from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

const world = await startWorld();
afterAll(world.close);

const { ctx, apiKey } = world.account;
await world.saveServer(serverDocument('counted', { tools: ['one', 'two'] }));
const { id } = await createStack(ctx, { name: 'counted' });
await addServerToStack(ctx, id, { serverId: 'counted', enableAllTools: true });
await createClientEndpoint(ctx, { stackId: id, name: 'agent' });

const QUERY = `{ stacks(first: 1) { nodes {
  servers { totalCount nodes { toolCount server { tools { totalCount } } } }
  endpoints { totalCount nodes { tokens { totalCount } } } } } }`;

/** The source that a list counts from: the text between its FROM and GROUP BY. */
async function groupedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    return texts.flatMap((text) => Array.from(text.matchAll(/COUNT\(\*\).*?GROUP BY/g), ([group]) => group));
  } finally {
    query.mockRestore();
  }
}

it('counts the rows of a list within the account, not among everyone’s', async () => {
  const counted = await groupedBy(async () =>
    expect(JSON.parse((await ask(world.url, apiKey, QUERY)).text)).toEqual({
      extensions: { cost: expect.any(Object) },
      data: {
        stacks: {
          nodes: [
            {
              servers: { totalCount: 1, nodes: [{ toolCount: 2, server: { tools: { totalCount: 2 } } }] },
              endpoints: { totalCount: 1, nodes: [{ tokens: { totalCount: 1 } }] },
            },
          ],
        },
      },
    }),
  );
  const lists = await groupedBy(() =>
    fetch(`${world.url}/v1/servers`, { headers: { authorization: `Bearer ${apiKey}` } }),
  );
  expect(counted.length + lists.length).toBe(4);
  expect([...counted, ...lists].filter((group) => !/account_id|owner/.test(group))).toEqual([]);
});
