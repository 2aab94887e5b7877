import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { startWorld } from '../harness/world.ts';

const operation = z.object({ parameters: z.array(z.object({ name: z.string().optional() })).default([]) });
const document = z
  .object({ paths: z.record(z.string(), z.object({ get: operation.optional() })) })
  .parse(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')));

/** Every paginated list, as documented. */
const LISTS = Object.entries(document.paths)
  .filter(([, { get }]) => get?.parameters.some(({ name }) => name === 'cursor'))
  .map(([path]) => path);

const world = await startWorld();
afterAll(() => world.close());
const { ctx, apiKey } = world.account;
const stack = await createStack(ctx, { name: 'paged' });
const { endpoint } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });

async function list(path: string, query: Readonly<Record<string, string>>) {
  const place = path.replace('{stack_id}', stack.id).replace('{endpoint_id}', endpoint.id);
  const response = await fetch(`${world.url}${place}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return { status: response.status, text: await response.text() };
}

const KINDS = ['acct', 'stack', 'endpoint', 'token', 'key', 'rule', 'job', 'user', ''];
const UUID = '01938a5c-0000-7000-8000-000000000000';

it.each(LISTS)('%s accepts ids of one kind as cursors, and refuses all others', async (path) => {
  const answers = KINDS.map((kind) => list(path, { limit: '1', cursor: kind === '' ? UUID : `${kind}_${UUID}` }));
  const refused = (await Promise.all(answers)).filter(({ status }) => status !== 200);
  for (const answer of refused) expect(answer).toEqual({ status: 400, text: '{"detail":"Invalid cursor"}' });
  // A cursor in the list of servers has a second id, so that list accepts none of these.
  expect(refused).toHaveLength(path.endsWith('/servers') ? KINDS.length : KINDS.length - 1);
});

it(`each of ${LISTS.length} lists refuses an invalid cursor`, async () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(5);
  for (const path of LISTS) {
    expect((await list(path, { limit: '1' })).status, path).toBe(200);
    for (const cursor of ['x', '__proto__', 'stack_1', '-', `${stack.id}x`, `${stack.id} `, 'a'.repeat(65), '']) {
      const refused = { status: 400, text: '{"detail":"Invalid cursor"}' };
      expect(await list(path, { limit: '1', cursor }), `${path} ${cursor}`).toEqual(refused);
      expect(await list(path, { cursor }), `${path} ${cursor}`).toEqual(refused);
    }
  }
});
