import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../changes.ts';

/** Together with the time that a proof holds, less than the second within which a revocation has to hold. */
const SILENT_MS_MAX = 200;
/** In turns of the event loop, so that an answer that has arrived is not overlooked by a process that was held up. */
const TURNS = 5;

type Answering = Pick<Changes, 'isLive' | 'isAnswering'>;

/**
 * Reads from the database; one that seems to be gone is not waited for.
 * @throws what `read` throws; an error with the code of a connection that timed out
 */
export async function readInTime<T>(changes: Answering, read: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const silence = silent(changes, over.signal);
  silence.catch(() => undefined);
  try {
    return await Promise.race([read(), silence]);
  } finally {
    over.abort();
  }
}

/** Never resolves. @throws once the database has been silent for long */
async function silent(changes: Answering, signal: AbortSignal): Promise<never> {
  for (let turns = 0; turns < TURNS; ) {
    await delay(SILENT_MS_MAX / TURNS, undefined, { signal, ref: false });
    turns = changes.isLive || changes.isAnswering ? 0 : turns + 1;
  }
  throw Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' });
}
