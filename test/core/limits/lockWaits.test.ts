import { afterAll, expect, it } from 'vitest';
import { consumeCallQuota } from '../../../src/core/endpoints/tokenReach.ts';
import type { AgentActor } from '../../../src/core/kernel/actor.ts';
import { attenuateToken } from '../../../src/core/kernel/attenuation.ts';
import { createUpload } from '../../../src/core/marketplace/upload.ts';
import { eventually } from '../../harness/eventually.ts';
import { openTokens } from '../endpoints/tokenKit.ts';

/*
 * Locks of an account's row are taken one after the other. Waiting changes hold no database connection, otherwise an
 * account with many changes would use up all connections.
 */

const { world, newVerifier, issue, close } = await openTokens();
const { db, pool } = world.database;
afterAll(close);

const AT_ONCE = 30;
const { alice, made, clientId } = await issue();

async function attenuatedAgent(): Promise<AgentActor & { readonly reach: object }> {
  const actor = await newVerifier().verify(attenuateToken(made.token, { calls: AT_ONCE }), clientId);
  if (!actor?.reach) throw new Error('is not attenuated');
  return { ...actor, reach: actor.reach };
}
const agent = await attenuatedAgent();

const WAYS: readonly [label: string, lock: string, work: () => Promise<unknown>][] = [
  ['uploads', `SELECT 1 FROM account WHERE id = '${alice.accountId}' FOR UPDATE`, () => createUpload(alice.ctx, 1)],
  [
    'calls of an attenuated token',
    `SELECT 1 FROM stack_token WHERE id = '${made.tokenRecord.id}' FOR UPDATE`,
    () => consumeCallQuota({ ...alice.ctx, actor: agent }, agent.reach),
  ],
];

it.each(WAYS)('of %s, only one waits in the database', async (_label, lock, work) => {
  const waiting = async (): Promise<number> => {
    const { rowCount } = await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  const [holder, watcher] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query('BEGIN');
    await holder.query(lock);
    const all = Promise.all(Array.from({ length: AT_ONCE }, work));
    await eventually('one waits', async () => (await waiting()) > 0);
    // During ten round trips, any other change that held a connection would also have reached the lock.
    for (let time = 0; time < 10; time += 1) await db.account.count();
    expect(await waiting()).toBe(1);
    await holder.query('COMMIT');
    expect(await all).toHaveLength(AT_ONCE);
  } finally {
    holder.release(true);
    watcher.release();
  }
});
