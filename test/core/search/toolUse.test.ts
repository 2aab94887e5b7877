import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchTools } from '../../../src/core/search/search.ts';
import { type ToolUse, toolUseOf } from '../../../src/core/search/toolUse.ts';
import { createMemo, type StackSnapshot } from '../../../src/core/snapshots/snapshot.ts';
import { snapshotTool } from '../../formats/tool.ts';
import { createOwner, insert, type Owner, row } from '../callRecords/kit.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let alice: Owner;
let bob: Owner;
beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = [await createOwner(world, 'alice'), await createOwner(world, 'bob')];
});
afterAll(() => world.database.close());

const DAY = 86_400;
const secondsTo = (now: Date): number => (now.getTime() - row(alice, { seconds: 0 }).at.getTime()) / 1_000;
const calls = (owner: Owner, toolId: string, times: number, seconds: number) =>
  Array.from({ length: times }, () => row(owner, { seconds, toolId }));

describe('the use of an account’s tools', () => {
  it('counts the calls of 30 days, of this account only', async () => {
    const now = secondsTo(world.clock.now);
    await insert(world, [
      ...calls(alice, 'a_often', 7, now - DAY),
      ...calls(alice, 'b_once', 1, now - 20 * DAY),
      ...calls(alice, 'c_old', 9, now - 40 * DAY),
      ...calls(bob, 'd_theirs', 9, now - DAY),
    ]);
    // The logarithm of 1 and the count, relative to the most called tool.
    expect([...(await toolUseOf(alice.ctx))]).toEqual([
      ['a_often', 1],
      ['b_once', expect.closeTo(1 / 3)],
    ]);
    expect([...(await toolUseOf(bob.ctx)).keys()]).toEqual(['d_theirs']);
  });

  it('is empty if the database cannot answer', async () => {
    const carol = await createOwner(world, 'carol');
    const failing = { ...carol.ctx, db: { $transaction: () => Promise.reject(new Error()) } };
    // Boundary: a client that only fails.
    expect(await toolUseOf(failing as unknown as Owner['ctx'])).toEqual(new Map());
  });
});

describe('a search with the use of tools', () => {
  const tools = new Map(
    [
      { toolId: 'crm_create_contact', description: 'Adds a contact.' },
      { toolId: 'mail_create_contact', description: 'Adds a contact.' },
      { toolId: 'mail_delete_message', description: 'Deletes a message.' },
    ].map((tool) => [tool.toolId, snapshotTool({}, tool)] as const),
  );
  const asking = { accountId: null, signal: new AbortController().signal };
  const best = async (query: string, use: ToolUse): Promise<string | undefined> => {
    // Boundary: a search reads only the tools.
    const snapshot = { tools, memo: createMemo() } as unknown as StackSnapshot;
    return (await searchTools(snapshot, { query, limit: 3, use }, asking))[0]?.toolId;
  };

  it('ranks the tool that the account calls first among equals', async () => {
    for (const used of ['crm_create_contact', 'mail_create_contact'])
      expect(await best('add a contact', new Map([[used, 1]]))).toBe(used);
  });

  it('keeps a tool that fits better first', async () => {
    expect(await best('delete a message', new Map([['crm_create_contact', 1]]))).toBe('mail_delete_message');
  });
});
