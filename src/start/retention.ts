import { recordRefusals } from '../core/audit/refusals.ts';
import { preparePartitions, pruneCalls } from '../core/callRecords/retention.ts';
import type { Ctx } from '../core/context.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Prepares the next days' partitions and deletes calls older than `days`, now and every hour. Returns a function that
 * stops it.
 */
export function keepPruning(operator: Ctx, days: number): () => Promise<void> {
  const stopping = new AbortController();
  const ctx = { ...operator, signal: stopping.signal };
  const prune = async (): Promise<void> => {
    try {
      await preparePartitions(ctx);
      const calls = await pruneCalls(ctx, days);
      if (calls > 0) ctx.log.info({ calls, days }, 'old calls were deleted');
    } catch (error) {
      ctx.log.error({ err: error }, 'the table of calls could not be kept in order');
    }
  };
  let running = prune();
  const timer = setInterval(() => {
    running = running.then(prune);
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

const REFUSALS_EVERY_MS = 10 * 60_000;

/** Records what was refused, every ten minutes and when what it returns is called. */
export function keepRecordingRefusals(operator: Ctx): () => Promise<void> {
  const record = async (): Promise<void> => {
    try {
      await recordRefusals(operator);
    } catch (error) {
      operator.log.error({ err: error }, 'refused requests could not be recorded');
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(record);
  }, REFUSALS_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await record();
  };
}
