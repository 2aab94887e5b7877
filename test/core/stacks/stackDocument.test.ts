import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { findStackByName } from '../../../src/core/kernel/findStack.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { applyStack, planStack } from '../../../src/core/stacks/applyStack.ts';
import { differences, findStackDocument, parseStackDocument } from '../../../src/core/stacks/stackDocument.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { drawn, SERVERS, TOOLS } from './drawnDocuments.ts';

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  for (const id of SERVERS) await world.saveServer(serverDocument(id, { tools: TOOLS }));
});
afterAll(() => world.close());

const idOf = async (name: string) => {
  const stack = await findStackByName(ctx, name);
  if (!stack) throw new Error(`no stack ${name}`);
  return stack.id;
};

async function documentOf(id: StackId) {
  const document = await findStackDocument(ctx, id);
  if (!document) throw new Error('no stack');
  return document;
}

it('a stack equals the document that was applied, whatever it was before', async () => {
  const rounds = 50;
  let changes = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Five stacks, each with ten documents in turn.
    const desired = drawn(`drawn ${round % 5}`);
    const { differences: planned } = await planStack(ctx, desired);
    const applied = await applyStack(ctx, desired, null);
    expect(applied.differences).toEqual(planned);
    changes += planned.length;
    const stored = await documentOf(applied.stack.id);
    expect(differences(stored, await parseStackDocument(ctx, desired))).toEqual([]);
    expect((await planStack(ctx, stored)).differences).toEqual([]);
    const { tools } = await getSnapshot(ctx, applied.stack.id);
    expect(tools.size).toBe(desired.servers.flatMap((server) => server.tools).length);
  }
  process.stdout.write(`documents applied: ${rounds}, with ${changes} differences\n`);
});

it('writes nothing if nothing differs', async () => {
  const desired = drawn('same');
  const { stack } = await applyStack(ctx, desired, null);
  const events = await ctx.db.auditEvent.count();
  const again = await applyStack(ctx, desired, null);
  expect({ again: again.differences, version: again.stack.version }).toEqual({ again: [], version: stack.version });
  expect(await ctx.db.auditEvent.count()).toBe(events);
});

it('swaps names of tools, also between servers', async () => {
  const named = (first: string, second: string) => ({
    name: 'swap',
    servers: [
      { id: 'one', tools: [{ id: 'one_find', name: first }] },
      { id: 'two', tools: [{ id: 'two_find', name: second }] },
    ],
  });
  await applyStack(ctx, named('left', 'right'), null);
  await applyStack(ctx, named('right', 'left'), null);
  const { tools } = await getSnapshot(ctx, await idOf('swap'));
  expect([...tools.keys()].toSorted()).toEqual(['left', 'right']);
  await expect(applyStack(ctx, named('same', 'same'), null)).rejects.toThrow('same name');
  await expect(applyStack(ctx, named('two_find', 'other'), null)).rejects.toThrow('same name');
});

it('refuses a document as a whole', async () => {
  const desired = { name: 'whole', servers: [{ id: 'one', tools: [{ id: 'one_find' }] }], rules: [] };
  const { stack } = await applyStack(ctx, desired, null);
  const one = desired.servers[0];
  const bad = [
    { ...desired, servers: [one, { id: 'nowhere', tools: [] }] },
    { ...desired, servers: [{ id: 'one', tools: [{ id: 'one_nothing' }] }] },
    ...['\u0000', '\ud800'].map((id) => ({ ...desired, servers: [one, { id, tools: [] }] })),
    ...['\u0000', '\ud800'].map((id) => ({ ...desired, servers: [{ id: 'one', tools: [{ id }] }] })),
    { ...desired, servers: [one, one] },
    { ...desired, servers: [{ id: 'one', tools: [{ id: 'one_find' }, { id: 'one_find' }] }] },
    { ...desired, servers: [], rules: [{ name: 'x', effect: 'deny', condition: 'nothing.at.all' }] },
    { ...desired, servers: [], rules: [{ name: 'x', effect: 'deny', callers: ['key_1'] }] },
    { ...desired, servers: [{ id: 'two', tools: [] }], contentDays: 31 },
  ];
  for (const document of bad) {
    await expect(applyStack(ctx, document, null)).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const planned = await planStack(ctx, desired);
  expect(planned.differences).toEqual([]);
  await applyStack(ctx, { ...desired, servers: [] }, planned.digest);
  await expect(applyStack(ctx, desired, planned.digest)).rejects.toThrow('Invalid request parameters');
  expect(await documentOf(stack.id)).toMatchObject({ servers: [] });
});

it('applies concurrent documents one after the other', async () => {
  const documents = Array.from({ length: 8 }, () => drawn('raced'));
  await applyStack(ctx, { name: 'raced', servers: [] }, null);
  await Promise.all(documents.map((document) => applyStack(ctx, document, null)));
  const stored = await documentOf(await idOf('raced'));
  const parsed = await Promise.all(documents.map((document) => parseStackDocument(ctx, document)));
  const equal = parsed.filter((document) => differences(stored, document).length === 0);
  expect(equal.length).toBeGreaterThan(0);
});

it('names the credentials that the document needs and the stack lacks, never a value', async () => {
  const servers = [{ id: 'one', credentials: ['one_key'], tools: [] }];
  const { stack, missingCredentials } = await applyStack(ctx, { name: 'keys', servers }, null);
  expect(missingCredentials).toEqual([{ serverId: 'one', fieldId: 'one_key' }]);
  await setCredentials(ctx, stack.id, toServerId('one'), { credentials: { one_key: 'a-secret-value' } });
  expect((await planStack(ctx, { name: 'keys', servers })).missingCredentials).toEqual([]);
  const document = await documentOf(stack.id);
  expect(document.servers).toMatchObject([{ credentials: ['one_key'] }]);
  expect(JSON.stringify(document)).not.toContain('a-secret-value');
});
