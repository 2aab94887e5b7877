type Waited<T> = {
  readonly result: T;
  /**
   * The longest CPU time of this thread in one turn. Unlike wall-clock time, it doesn't grow with the machine's other
   * work.
   */
  readonly busyMs: number;
  /** All CPU time of this thread. On any machine, a test can compare `busyMs` with a fraction of it. */
  readonly allMs: number;
  /** All CPU time of the process, with its worker threads. */
  readonly processMs: number;
};

/** This thread's CPU time so far. Tests compare it because wall-clock time includes the machine's other work. */
export const cpuMs = (): number => {
  // Node 22 counts only the whole process.
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
};

/** The process's CPU time so far, with its worker threads. */
export const processMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Runs work and returns its CPU time. */
export async function longestWait<T>(work: () => Promise<T>): Promise<Waited<T>> {
  const begunCpu = cpuMs();
  const begunProcess = processMs();
  let [last, busyMs] = [begunCpu, 0];
  const sample = (): void => {
    const now = cpuMs();
    busyMs = Math.max(busyMs, now - last);
    last = now;
  };
  const timer = setInterval(sample, 2);
  try {
    const result = await work();
    sample();
    return { result, busyMs, allMs: cpuMs() - begunCpu, processMs: processMs() - begunProcess };
  } finally {
    clearInterval(timer);
  }
}

/**
 * The smallest share of the CPU time of some work that one turn takes, in up to three tries. Garbage collection only
 * adds to it. A share below `enough` needs no more tries.
 */
export async function leastShare<T>(
  work: () => Promise<T>,
  enough: number,
): Promise<{ readonly result: T; readonly share: number }> {
  let share = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries += 1) {
    const { result, busyMs, processMs } = await longestWait(work);
    share = Math.min(share, busyMs / processMs);
    if (share < enough || tries === 3) return { result, share };
  }
}

/** The lowest CPU time of a single turn in three runs, because garbage collection may affect any of them. */
export async function leastBusyMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < 3) times.push((await longestWait(work)).busyMs);
  return Math.min(...times);
}

/** This thread's CPU time for some work. */
export function computedMs(work: () => unknown): number {
  const begun = cpuMs();
  work();
  return cpuMs() - begun;
}
