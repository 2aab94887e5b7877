import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimJobs } from '../../../src/core/jobs/jobRows.ts';
import { newJobId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { waitingForLocks } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let account: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'jobs');
});
afterAll(() => world.database.close());

it('never starts a job that ends while it is being claimed', async () => {
  const { id: stackId } = await createStack(account.ctx, { name: 'jobs' });
  const { db, pool } = world.database;
  const id = newJobId();
  const now = new Date();
  await db.job.create({
    data: {
      ...{ id, accountId: account.accountId, stackId, owner: 'key', callerKind: 'key', callerId: 'key' },
      ...{ toolId: toToolId('any'), state: 'waiting', request: new Uint8Array(), digest: new Uint8Array() },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + 60_000) },
    },
  });
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query("UPDATE job SET state = 'cancelled', ended_at = now() WHERE id = $1", [id]);
  const claimed = claimJobs(world.as(), 10);
  await eventually('the claim waits for the row', async () => (await waitingForLocks(world.database)) === 1);
  await other.query('COMMIT');
  other.release();
  expect(await claimed).toEqual([]);
  expect(await db.job.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: 'cancelled',
    run: 0,
    startedAt: null,
  });
});
