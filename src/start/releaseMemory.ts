import { performance } from 'node:perf_hooks';

/** How often to check whether the process is idle. */
const CHECK_MS = 1_000;
/** The share of that time for which the event loop of an idle process runs. */
const IDLE_SHARE_MAX = 0.05;

/**
 * Returns the garbage of the start to the system, once, as soon as the process is idle. V8 would keep it.
 * The collection pauses the process for a tenth of a second, after a first start for up to half a second. Does nothing
 * without the flag `--expose-gc`. Tested by `test/start/releaseMemory.test.ts`.
 */
export function releaseMemoryOnceIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE_SHARE_MAX) return;
    clearInterval(timer);
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, CHECK_MS).unref();
}
