import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from './changes.ts';

/**
 * How long the database may be silent after a heartbeat has expired. Together they must stay below the second within
 * which a revocation takes effect.
 */
const SILENT_MS_MAX = 200;
/** Number of event loop turns for one delay, so that a stalled process first reads responses that have arrived. */
const TURNS = 5;

type DatabaseSigns = Pick<Changes, 'isLive' | 'isAnswering'>;

/**
 * Reads from the database, but does not wait for one that appears to be down.
 * @throws the error of `read`; an error with the code of a connection timeout
 */
export async function readWithTimeout<T>(changes: DatabaseSigns, read: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const options = { signal: over.signal, isCounted: () => !(changes.isLive || changes.isAnswering) };
  const silence = activeDelay(SILENT_MS_MAX, options).then(() => {
    throw new DatabaseSilent();
  });
  silence.catch(() => undefined);
  try {
    return await Promise.race([read(), silence]);
  } finally {
    over.abort();
  }
}

/** The error when a database does not answer in time, with the code of a connection timeout. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database is silent');
  }
}

type Passing = { readonly signal: AbortSignal; readonly isCounted?: () => boolean };

/**
 * Waits `ms` in several timers, so that a stalled process reads pending input before this resolves. Starts again each
 * time `isCounted` returns false after a timer.
 * @throws when `signal` aborts
 */
export async function activeDelay(ms: number, { signal, isCounted = () => true }: Passing): Promise<void> {
  for (let turns = 0; turns < TURNS; ) {
    await delay(ms / TURNS, undefined, { signal, ref: false });
    turns = isCounted() ? turns + 1 : 0;
  }
}
