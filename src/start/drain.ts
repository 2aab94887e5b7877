import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/context.ts';

export type DrainOptions = {
  /** Aborts every upstream call. */
  abortCalls(): Promise<void>;
  readonly log: Log;
  /** How long requests and calls may take to end by themselves. */
  readonly drainMs?: number;
  /** How long answers to aborted calls may take to be sent. */
  readonly lastWordsMs?: number;
};

// Together below ten seconds, after which Docker kills the process.
const DRAIN_MS = 7_000;
const LAST_WORDS_MS = 1_000;

/**
 * Stops accepting requests, waits for running ones, aborts those that do not end, and closes connections that clients
 * do not read.
 */
export async function drain(
  app: Pick<FastifyInstance, 'close' | 'server'>,
  { abortCalls, log, drainMs = DRAIN_MS, lastWordsMs = LAST_WORDS_MS }: DrainOptions,
): Promise<void> {
  const abort = setTimeout(() => {
    log.warn({}, 'requests still ran at the deadline and were aborted');
    abortCalls().catch((error: unknown) => log.error({ err: error }, 'upstream calls could not be aborted'));
  }, drainMs);
  const hangUp = setTimeout(() => app.server.closeAllConnections(), drainMs + lastWordsMs);
  try {
    await app.close();
  } finally {
    clearTimeout(abort);
    clearTimeout(hangUp);
  }
}
