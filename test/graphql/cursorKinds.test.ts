import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { startWorld } from '../harness/world.ts';

const world = await startWorld();
afterAll(() => world.close());
const { apiKey, ctx } = world.account;
const stack = await createStack(ctx, { name: 'paged' });
const { endpoint } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
const foreign = await createStack(world.otherAccount.ctx, { name: 'foreign' });

async function ask(query: string): Promise<string> {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

const field = z.object({
  name: z.string(),
  args: z.array(
    z.object({ name: z.string(), defaultValue: z.string().nullable(), type: z.object({ kind: z.string() }) }),
  ),
});
const introspected = z.object({ data: z.record(z.string(), z.object({ fields: z.array(field) })) });
const PLACES = {
  Query: (list: string) => `{ ${list} }`,
  Stack: (list: string) => `{ stack(id: "${stack.id}") { ${list} } }`,
  ClientEndpoint: (list: string) => `{ node(id: "${endpoint.id}") { ... on ClientEndpoint { ${list} } } }`,
};
const TYPES = Object.keys(PLACES).map(
  (name) => `${name}: __type(name: "${name}") { fields { name args { name defaultValue type { kind } } } }`,
);
const { data } = introspected.parse(JSON.parse(await ask(`{ ${TYPES.join(' ')} }`)));

/** Every paged list without required arguments. */
const LISTS = Object.entries(PLACES).flatMap(([type, at]) =>
  (data[type]?.fields ?? [])
    // Omits the servers of the MCP registry, whose cursors come from that registry.
    .filter(({ name, args }) => name !== 'registryServers' && args.some((arg) => arg.name === 'after'))
    .filter(({ args }) => args.every(({ type: of, defaultValue }) => of.kind !== 'NON_NULL' || defaultValue !== null))
    .map(({ name }) => [`${type}.${name}`, (list: string) => at(`${name}${list}`)] as const),
);
const KINDS = ['acct', 'stack', 'endpoint', 'token', 'key', 'rule', 'approval', 'machine', 'issuer', 'user', ''];
const UUID = '01938a5c-0000-7000-8000-000000000000';
const cursor = (id: string) => Buffer.from(`GPC:S:${id}`).toString('base64');

describe(`a cursor of another list, for each of ${LISTS.length} lists`, () => {
  it.each(LISTS)('%s refuses ids of every other kind', async (name, at) => {
    const accepted = [];
    for (const kind of KINDS) {
      const id = kind === '' ? UUID : `${kind}_${UUID}`;
      const text = await ask(at(`(first: 1, after: "${cursor(id)}") { pageInfo { hasNextPage } }`));
      if (text.includes('"errors"')) expect(text, `${name} ${kind}`).toContain('"code":"INVALID_INPUT"');
      else accepted.push(kind);
    }
    expect(accepted.length, accepted.join()).toBeLessThanOrEqual(1);
  });
});

it('treats the id of another account like an unknown one', async () => {
  const page = (id: string) =>
    ask(`{ stacks(first: 1, after: "${cursor(id)}") { nodes { id } pageInfo { endCursor } } }`);
  expect(await page(foreign.id)).toBe(await page('stack_7fffffff-0000-7000-8000-000000000000'));
});
