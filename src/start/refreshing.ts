import type { Ctx } from '../core/context.ts';
import { refreshDueServers } from '../core/marketplace/refreshSchedule.ts';

const EVERY_MS = 15_000;

/** Asks servers for their tools when they are due. Returns a function that stops it, and cuts off what runs. */
export function keepRefreshing(operator: Ctx): () => Promise<void> {
  const stopping = new AbortController();
  const ctx = { ...operator, signal: stopping.signal };
  const refresh = async (): Promise<void> => {
    try {
      await refreshDueServers(ctx);
    } catch (error) {
      if (!stopping.signal.aborted) ctx.log.error({ err: error }, 'servers could not be refreshed');
    }
  };
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = refresh().finally(() => {
      isRunning = false;
    });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
