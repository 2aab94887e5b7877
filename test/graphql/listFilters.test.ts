import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { updateResultLabel } from '../../src/core/policies/resultLabels.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  const { db } = world.edge.deps;
  await world.saveServer(serverDocument('shared'));
  await world.saveServer({ ...serverDocument('open'), credentials: [], verified: true, category: 'files' });
  await saveServer(ctx, { ...serverDocument('own'), category: 'files' });
  await saveServer(ctx, { ...serverDocument('failing'), credentials: [] });
  await saveServer(world.otherAccount.ctx, { ...serverDocument('theirs'), category: 'files' });
  const label = (slug: string, tool: string | null, text: string | null, by = ctx) =>
    updateResultLabel(by, toServerId(slug), tool === null ? null : toToolId(tool), { label: text });
  await label('own', null, 'internal');
  await label('shared', 'shared_find', 'confidential');
  await label('open', null, 'public');
  await label('open', null, null);
  await label('failing', 'failing_find', 'gone');
  await label('failing', 'failing_find', null);
  await label('open', 'open_find', 'theirs', world.otherAccount.ctx);
  await db.server.updateMany({
    where: { slug: { in: [toServerId('failing'), toServerId('theirs'), toServerId('shared')] } },
    data: { refreshProblem: 'It did not answer.' },
  });
  for (const name of ['Deploy one', 'Deploy two', 'Report', 'over', 'gone']) {
    const expiresAt = name === 'over' ? new Date(ctx.now().getTime() + 60_000) : undefined;
    const { apiKey } = await createApiKey(ctx, { name, ...(expiresAt && { expiresAt }) });
    if (name === 'gone') await revokeApiKey(ctx, apiKey.id);
    if (name === 'over') await db.apiKey.update({ where: { id: apiKey.id }, data: { expiresAt: ctx.now() } });
  }
  await createApiKey(world.otherAccount.ctx, { name: 'Deploy of somebody else' });
});
afterAll(() => world.close());

async function list(field: string, args: string, name: string, key = world.account.apiKey) {
  const data: unknown = await dataOf(
    ask(world.url, key, `{ list: ${field}(${args}) { totalCount nodes { ${name} } } }`),
  );
  const { totalCount, nodes } = Object(data).list;
  return { totalCount, names: nodes.map((node: object) => Object.values(node)[0]).toSorted() };
}
const of = (...names: readonly string[]) => ({ totalCount: names.length, names });

it.each([
  ['isPrivate: true', ['failing', 'own']],
  ['isPrivate: false', ['open', 'shared']],
  ['isVerified: true', ['open']],
  ['category: FILES', ['open', 'own']],
  ['category: FILES, isPrivate: true', ['own']],
  ['category: MEDIA', []],
  ['takesCredentials: false', ['failing', 'open']],
  ['takesCredentials: true', ['own', 'shared']],
  ['needsAttention: true', ['failing']],
  ['needsAttention: false', ['open', 'own', 'shared']],
  ['isPrivate: true, takesCredentials: true', ['own']],
  ['hasResultLabels: true', ['own', 'shared']],
  ['hasResultLabels: false', ['failing', 'open']],
  ['hasResultLabels: true, isPrivate: true', ['own']],
])('the servers with %s, in every order and with a search', async (filter, slugs) => {
  const matches = of(...slugs);
  expect(await list('servers', `filter: { ${filter} }`, 'slug')).toEqual(matches);
  expect(await list('servers', `filter: { ${filter} }, orderBy: { field: NAME }`, 'slug')).toEqual(matches);
  // The search finds all by their purpose. The first list is ordered by rank, the second by name.
  expect(await list('servers', `filter: { ${filter}, search: "does find" }`, 'slug')).toEqual(matches);
  expect(await list('servers', `filter: { ${filter}, search: "does find" }, orderBy: { field: NAME }`, 'slug')).toEqual(
    matches,
  );
});

it.each([
  ['filter: { search: "DEPLOY" }', ['Deploy one', 'Deploy two']],
  ['filter: { search: "dep%" }', []],
  ['filter: { isInForce: false }', ['gone', 'over']],
  ['filter: { isInForce: true, search: "o" }', ['Deploy one', 'Deploy two', 'Report']],
  ['filter: { isInForce: false, search: "OVER" }, orderBy: { field: NAME }', ['over']],
  [
    'filter: { isInForce: true, search: "o" }, orderBy: { field: LAST_USED_AT }',
    ['Deploy one', 'Deploy two', 'Report'],
  ],
  ['filter: { isInForce: false, search: "OVER" }, orderBy: { field: LAST_USED_AT }', ['over']],
  ['filter: { search: "\\u0000" }, orderBy: { field: LAST_USED_AT }', []],
])('the API keys with %s', async (filter, names) => {
  expect(await list('apiKeys', filter, 'name')).toEqual(of(...names));
});

it('filter arguments of 0.1 still apply, and `filter` takes precedence', async () => {
  expect(await list('servers', 'search: "failing"', 'slug')).toEqual(of('failing'));
  expect(await list('servers', 'search: "failing", filter: { search: "own" }', 'slug')).toEqual(of('own'));
});

it('finds nothing of another account', async () => {
  const theirs = world.otherAccount.apiKey;
  expect(await list('apiKeys', 'filter: { search: "deploy" }', 'name', theirs)).toEqual(of('Deploy of somebody else'));
  expect(await list('servers', 'filter: { needsAttention: true }', 'slug', theirs)).toEqual(of('theirs'));
  expect(await list('servers', 'filter: { hasResultLabels: true }', 'slug', theirs)).toEqual(of('open'));
});

it('the tools of a server with their own label, which another account labels for itself', async () => {
  const labelled = async (slug: string, key = world.account.apiKey) => {
    const text = `{ server(by: { slug: "${slug}" }) { resultLabel labelledTools { totalCount nodes { toolId resultLabel } } } }`;
    return Object(await dataOf(ask(world.url, key, text))).server;
  };
  const none = { totalCount: 0, nodes: [] };
  const one = (toolId: string, resultLabel: string) => ({ totalCount: 1, nodes: [{ toolId, resultLabel }] });
  expect(await labelled('own')).toEqual({ resultLabel: 'internal', labelledTools: none });
  expect(await labelled('shared')).toEqual({
    resultLabel: null,
    labelledTools: one('shared_find', 'confidential'),
  });
  expect(await labelled('shared', world.otherAccount.apiKey)).toEqual({ resultLabel: null, labelledTools: none });
  expect(await labelled('open')).toEqual({ resultLabel: null, labelledTools: none });
  expect(await labelled('open', world.otherAccount.apiKey)).toEqual({
    resultLabel: null,
    labelledTools: one('open_find', 'theirs'),
  });
});
