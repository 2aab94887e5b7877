import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../changes.ts';

/** Added to the life of a heartbeat's proof, less than the second within which a revocation takes effect. */
const SILENT_MS_MAX = 200;
/**
 * Waited for in turns of the event loop, so that a process that was held up does not overlook an answer that has
 * arrived.
 */
const TURNS = 5;

type Answering = Pick<Changes, 'isLive' | 'isAnswering'>;

/**
 * Reads from the database, but does not wait for one that seems to be gone. @throws what `read` throws; an error with
 * the code of a connection that timed out
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

/** Never resolves. @throws once the database has not answered for `SILENT_MS_MAX` */
async function silent(changes: Answering, signal: AbortSignal): Promise<never> {
  for (let turns = 0; turns < TURNS; ) {
    await delay(SILENT_MS_MAX / TURNS, undefined, { signal, ref: false });
    turns = changes.isLive || changes.isAnswering ? 0 : turns + 1;
  }
  throw Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' });
}
