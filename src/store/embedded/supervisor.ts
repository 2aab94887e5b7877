import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/kernel/context.ts';
import { attempt } from './files.ts';
import type { Location } from './location.ts';
import { ensurePostmaster, findPostmaster, type Settings } from './postmaster.ts';

const POLL_EVERY_MS = 250;
const BACKOFF_MAX_MS = 10_000;

/** Number of times that the embedded PostgreSQL ended, and since when it runs; null while it does not run. */
export type Restarts = { readonly count: number; readonly runsSince: Date | null };

/** Keeps the embedded PostgreSQL running. */
export type Supervisor = {
  restarts(): Restarts;
  /** Stops restarting. Resolves when a start in progress has ended. */
  stop(): Promise<void>;
};

/** The supervised cluster of `location` on `port`, which all connections of this process use. */
type Supervised = {
  readonly location: Location;
  readonly postgres: string;
  readonly settings: Settings;
  readonly port: number;
  readonly log: Log;
};

/**
 * Restarts PostgreSQL on the same port if it ends while this process uses it, for example because it crashed, or was
 * killed for memory or stopped manually. Polls four times a second, because a postmaster started by another process is
 * not a child of this one. Retries a failed start at most every ten seconds. Tested by
 * `test/store/supervisor.test.ts`.
 */
export function superviseCluster({ location, postgres, settings, port, log }: Supervised): Supervisor {
  const stopping = new AbortController();
  let restarts: Restarts = { count: 0, runsSince: new Date() };

  const startAgain = async (): Promise<void> => {
    restarts = { count: restarts.count + 1, runsSince: null };
    log.error({ restarts: restarts.count }, 'the embedded PostgreSQL exited; restarting it');
    for (let waitMs = POLL_EVERY_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, BACKOFF_MAX_MS)) {
      try {
        const { pid } = await ensurePostmaster(location, postgres, settings, port);
        restarts = { ...restarts, runsSince: new Date() };
        return log.warn({ restarts: restarts.count, pid }, 'the embedded PostgreSQL is running again');
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL could not be restarted');
      }
      await pause(waitMs);
    }
  };
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  const watch = async (): Promise<void> => {
    for (; !stopping.signal.aborted; await pause(POLL_EVERY_MS)) {
      const postmaster = findPostmaster(location.cluster);
      if (postmaster === null) await startAgain();
      // After SIGTERM, PostgreSQL waits for our sessions, which never end. SIGINT ends them.
      else if (postmaster.isStopping) attempt(() => process.kill(postmaster.pid, 'SIGINT'));
    }
  };

  const watching = watch();
  return {
    restarts: () => restarts,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
