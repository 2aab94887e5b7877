import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../changes.ts';

/** Added to the life of a heartbeat's proof, less than the second within which a revocation takes effect. */
const SILENT_MS_MAX = 200;
/**
 * Waited for in turns of the event loop, so that a process that was held up does not overlook an answer that has
 * arrived.
 */
const TURNS = 5;

type DatabaseSigns = Pick<Changes, 'isLive' | 'isAnswering'>;

/**
 * Reads from the database, but does not wait for one that seems to be gone. @throws what `read` throws; an error with
 * the code of a connection that timed out
 */
export async function readWithTimeout<T>(changes: DatabaseSigns, read: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const silence = silent(changes, over.signal);
  silence.catch(() => undefined);
  try {
    return await Promise.race([read(), silence]);
  } finally {
    over.abort();
  }
}

/** Never resolves. @throws once the database has not answered for `SILENT_MS_MAX` */
async function silent(changes: DatabaseSigns, signal: AbortSignal): Promise<never> {
  const isSilent = () => !(changes.isLive || changes.isAnswering);
  await activeDelay(SILENT_MS_MAX, { signal, isCounted: isSilent });
  throw new DatabaseSilent();
}

/** The error for a database that does not answer in time, with the code of a connection that timed out. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database is silent');
  }
}

type Passing = { readonly signal: AbortSignal; readonly isCounted?: () => boolean };

/**
 * Resolves when `ms` have passed, as this process has lived them: in one that was held up, what has arrived meanwhile
 * is read first. It begins anew with a turn that `isCounted` does not count. @throws when `signal` aborts
 */
export async function activeDelay(ms: number, { signal, isCounted = () => true }: Passing): Promise<void> {
  for (let turns = 0; turns < TURNS; ) {
    await delay(ms / TURNS, undefined, { signal, ref: false });
    turns = isCounted() ? turns + 1 : 0;
  }
}
