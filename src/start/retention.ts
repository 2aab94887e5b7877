import { pruneCalls } from '../core/callRecords/prune.ts';
import type { Ctx } from '../core/context.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes calls older than `days`, now and every hour, until what it returns is called. */
export function keepPruning(operator: Ctx, days: number): () => Promise<void> {
  const stopping = new AbortController();
  const ctx = { ...operator, signal: stopping.signal };
  const prune = async (): Promise<void> => {
    try {
      const calls = await pruneCalls(ctx, days);
      if (calls > 0) ctx.log.info({ calls, days }, 'old calls were deleted');
    } catch (error) {
      ctx.log.error({ err: error }, 'old calls could not be deleted');
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
