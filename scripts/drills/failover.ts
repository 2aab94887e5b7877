import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closers } from '../../src/start/closers.ts';
import { withConnection } from '../../src/store/connection.ts';
import { type Pair, startPair } from '../../test/harness/debianPostgres.ts';
import { endure } from '../chaos/endure.ts';
import { openInstallation, temporaryFolder } from './installation.ts';
import { notesOf, type Result } from './result.ts';

/** How long a failover manager such as Patroni may take to notice. */
const NOTICE_MS = 3_000;

/** How many of the last transactions a standby misses that isn't synchronous, in time. */
const BEHIND_MS = 2_000;

/** A standby has every acknowledged transaction if it's synchronous. */
type Replication = { readonly isSynchronous: boolean };

export const failover = (closers: Closers): Promise<Result> => failOver(closers, { isSynchronous: true });
export const failoverBehind = (closers: Closers): Promise<Result> => failOver(closers, { isSynchronous: false });

/** Kills the primary of a pair and promotes its standby while agents call. */
async function failOver(closers: Closers, { isSynchronous }: Replication): Promise<Result> {
  const pair = await startPair({ isSynchronous });
  closers.add(async () => pair.close());
  const env = {
    DATABASE_URL: pair.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_DATA_DIR: temporaryFolder(closers),
  };
  const installation = await openInstallation(env, closers);
  const { tally, wellMs } = await endure(installation, {
    name: 'fail-over',
    holdMs: NOTICE_MS,
    begin: async () => {
      if (!isSynchronous) {
        await stopReceiving(pair);
        await delay(BEHIND_MS);
      }
      pair.primary.kill();
      return () => pair.standby.promote();
    },
  });
  return {
    drill: isSynchronous
      ? 'fail-over to a synchronous standby'
      : `fail-over to an asynchronous standby, ${BEHIND_MS / 1_000} s behind`,
    steps: 'the last answer, the next answer',
    seconds: tally.silentMs / 1_000,
    lost: tally.lost,
    doubled: tally.doubled,
    mayLose: !isSynchronous,
    notes: `the standby is promoted after ${NOTICE_MS / 1_000} s, and the last failure is ${((wellMs ?? 0) / 1_000).toFixed(1)} s later; ${notesOf(tally)}`,
  };
}

const stopReceiving = ({ standby }: Pair): Promise<unknown> =>
  withConnection(standby.url, async (client) => {
    await client.query(`ALTER SYSTEM SET primary_conninfo = ''`);
    await client.query('SELECT pg_reload_conf()');
  });
