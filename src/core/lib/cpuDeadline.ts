import type { Worker } from 'node:worker_threads';

/** Maximum wall-clock time of a task, as a multiple of its processor time, for busy machines. */
const WALL_TIMES_MAX = 10;
const CHECK_MS_MIN = 100;

type Threads = () => readonly Worker[];

/** Milliseconds of processor time of a thread; null if the thread has ended, and before Node 24.6. */
async function usedBy(thread: Worker): Promise<number | null> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return null;
  }
}

/**
 * A signal that aborts once a thread has used `ms` of processor time from now on, or after ten times `ms` of wall-clock
 * time. The thread that runs the task isn't known, so another thread's work may trigger it early, but never before `ms`
 * have passed. `stop` stops watching.
 */
export function startCpuDeadline(threads: Threads, ms: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const before = new Map(threads().map((thread) => [thread, usedBy(thread)]));
  const check = async (): Promise<void> => {
    const used = await Promise.all(
      threads().map(async (thread) => {
        const [now, then] = [await usedBy(thread), (await before.get(thread)) ?? 0];
        return now === null ? ms : now - then;
      }),
    );
    const leftMs = ms - Math.max(0, ...used);
    if (leftMs <= 0) controller.abort();
    else if (!isStopped) timer = setTimeout(check, Math.max(CHECK_MS_MIN, leftMs));
  };
  let isStopped = false;
  let timer = setTimeout(check, ms);
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  // Also limit wall-clock time, since a blocked thread does not report its processor time.
  const latest = AbortSignal.timeout(ms * WALL_TIMES_MAX);
  return { signal: AbortSignal.any([controller.signal, latest]), stop };
}
