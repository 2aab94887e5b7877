import { afterAll, expect, it } from 'vitest';
import { newRowId, toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { longestWait } from '../../harness/longestWait.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* The maximum number of credentials of an account, each with its own destination, move at once. */

const world = await createWorld();
afterAll(() => world.database.close());
const CREDENTIALS = 20_000;
/** The maximum share of the CPU time for one step. Reading all credentials in one step would take most of it. */
const PART_OF_ALL_MAX = 1 / 4;

const shop = (baseUrl: string) => ({
  ...{ id: 'shop', name: 'Shop', connector: { kind: 'http', baseUrl } },
  credentials: [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }],
  tools: [{ name: 'list', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } }],
});

it('moving many credentials delays no other request', async () => {
  const { ctx, stackId, accountId } = await createTestAccount(world, 'Many');
  await saveServer(ctx, shop('https://a.test'));
  const { stackServer } = await addServerToStack(ctx, stackId, { serverId: 'shop', enableAllTools: true });
  const { db } = world.database;
  await db.$executeRawUnsafe(`
    INSERT INTO credential (id, stack_server_id, end_user, field_id, sealed, key_id, revision, destination)
    SELECT '${newRowId()}' || n, '${stackServer.id}', 'user ' || n, 'key', '', 'k', 1, 'was ' || n
    FROM generate_series(1, ${CREDENTIALS}) AS n`);
  const shareOf = async (address: string): Promise<number> => {
    const { busyMs, allMs } = await longestWait(() => saveServer(ctx, shop(address)));
    return busyMs / allMs;
  };
  let share = await shareOf('https://b.test');
  expect(await db.credential.count({ where: { state: 'moved' } })).toBe(CREDENTIALS);
  const where = { chain: accountId, action: 'credentials.move' };
  expect(await db.auditEvent.count({ where })).toBe(CREDENTIALS / 500);
  expect(await db.server.count({ where: { slug: toServerId('shop') } })).toBe(1);
  // Garbage collection may affect any of the tries.
  for (let tries = 1; tries < 3 && share >= PART_OF_ALL_MAX; tries += 1) {
    await db.$executeRawUnsafe('UPDATE credential SET state = DEFAULT');
    share = Math.min(share, await shareOf(`https://b${tries}.test`));
  }
  process.stdout.write(`moved: one turn takes ${share} of the CPU time\n`);
  expect(share).toBeLessThan(PART_OF_ALL_MAX);
});
