import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/context.ts';

export type DrainOptions = {
  /** Ends every upstream call. */
  abortCalls(): Promise<void>;
  readonly log: Log;
  /** How long requests and tool calls may take to end by themselves. */
  readonly drainMs?: number;
  /** How long the answers to what was aborted may take to be sent. */
  readonly lastWordsMs?: number;
};

// Together below the ten seconds after which Docker kills what it stops.
const DRAIN_MS = 7_000;
const LAST_WORDS_MS = 1_000;

/** Stops accepting, lets what runs end, aborts what does not; ends at last connections whose clients do not read. */
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
