import type { Worker } from 'node:worker_threads';

/** On a busy machine, a task may take this many times its processor time. */
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
 * A signal that aborts once a thread has worked for `ms` from now on, or after ten times as long. The thread that runs
 * the task isn't known, so another thread's work may trigger it early, but never before `ms` have passed. `stop` ends
 * the watching.
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
  // A blocked thread does not report its use.
  const latest = AbortSignal.timeout(ms * WALL_TIMES_MAX);
  return { signal: AbortSignal.any([controller.signal, latest]), stop };
}
