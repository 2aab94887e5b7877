import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToolKey, type ToolKey } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { listToolsOfServers } from '../../../src/core/servers/toolsOfServers.ts';
import { listToolsOfPlaces } from '../../../src/core/stacks/serversOfStacks.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { notes } from '../reviews/kit.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

/** An account with a private server of two tools and a second server, both in its stack. */
async function open(name: string) {
  const { ctx, stackId } = await createTestAccount(world, name);
  const rows = [];
  for (const id of [`${name}one`, `${name}two`]) {
    const { server } = await saveServer(ctx, notes(id, {}));
    const place = await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
    const where = { serverId: server.id };
    const [first, second] = await ctx.db.tool.findMany({ where, orderBy: { position: 'asc' }, select: { id: true } });
    if (!first || !second) throw new Error('two tools');
    rows.push({ server: server.id, place: place.stackServer.id, first: first.id, second: second.id });
  }
  const [one, two] = rows;
  if (!one || !two) throw new Error('two servers');
  return { ctx, one, two };
}

let own: Awaited<ReturnType<typeof open>>;
let theirs: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  own = await open('own');
  theirs = await open('theirs');
});

const LISTS = [
  ['a server', async (load: object) => (await listToolsOfServers(own.ctx, [own.one.server], load)).get(own.one.server)],
  ['a place', async (load: object) => (await listToolsOfPlaces(own.ctx, [own.one.place], load)).get(own.one.place)],
] as const;

describe.each(LISTS)('a page of the tools of %s', (_name, list) => {
  const idsNextTo = async (id: ToolKey, take: number) =>
    (await list({ cursor: { id }, skip: 1, take }))?.map((tool) => tool.id) ?? [];

  it('starts next to one of them, in either direction', async () => {
    expect([await idsNextTo(own.one.first, 2), await idsNextTo(own.one.second, -2)]).toEqual([
      [own.one.second],
      [own.one.first],
    ]);
  });

  const OTHERS = [
    ["another account's", () => [theirs.one.first, theirs.one.second]],
    ['another server’s', () => [own.two.first, own.two.second]],
  ] as const;
  it.each(OTHERS)('next to %s tool equals one next to a nonexistent tool', async (_name, idsOf) => {
    for (const take of [2, -2]) {
      const none = await idsNextTo(newToolKey(), take);
      for (const id of idsOf()) expect(await idsNextTo(id, take)).toEqual(none);
    }
  });
});
