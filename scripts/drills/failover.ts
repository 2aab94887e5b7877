import { randomBytes } from 'node:crypto';
import type { Closers } from '../../src/start/closers.ts';
import { startPair } from '../../test/harness/debianPostgres.ts';
import { endure } from '../chaos/endure.ts';
import { openInstallation, temporaryFolder } from './installation.ts';
import { notesOf, type Result } from './result.ts';

/** How long a failover manager such as Patroni may take to notice. */
const NOTICE_MS = 3_000;

/** Kills the primary of a pair and promotes its standby while agents call. */
export async function failover(closers: Closers): Promise<Result> {
  const pair = await startPair({ isSynchronous: true });
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
      pair.primary.kill();
      return () => pair.standby.promote();
    },
  });
  return {
    drill: 'fail-over of a PostgreSQL pair',
    steps: 'the last answer, the next answer',
    seconds: tally.silentMs / 1_000,
    lost: tally.lost,
    doubled: tally.doubled,
    notes: `the standby is promoted after ${NOTICE_MS / 1_000} s, and the last failure is ${((wellMs ?? 0) / 1_000).toFixed(1)} s later; ${notesOf(tally)}`,
  };
}
