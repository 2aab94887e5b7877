type Waited<T> = {
  readonly result: T;
  readonly tookMs: number;
  /**
   * The longest CPU time of this thread in one turn: unlike wall-clock time, it doesn't grow with the machine's other
   * work.
   */
  readonly busyMs: number;
  /** All CPU time of this thread; `busyMs` can be compared with a fraction of it on any machine. */
  readonly allMs: number;
};

/** This thread's CPU time so far. Tests compare it because wall-clock time includes the machine's other work. */
export const cpuMs = (): number => {
  // Node 22 counts the whole process alone.
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
};

/** Runs work and returns its use of this thread. */
export async function longestWait<T>(work: () => Promise<T>): Promise<Waited<T>> {
  const begun = performance.now();
  const begunCpu = cpuMs();
  let [last, busyMs] = [begunCpu, 0];
  const look = (): void => {
    const now = cpuMs();
    busyMs = Math.max(busyMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 2);
  try {
    const result = await work();
    look();
    return { result, tookMs: performance.now() - begun, busyMs, allMs: cpuMs() - begunCpu };
  } finally {
    clearInterval(timer);
  }
}

/** The least that work computes in one go, of three times: any may meet a collection of garbage. */
export async function leastBusyMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < 3) times.push((await longestWait(work)).busyMs);
  return Math.min(...times);
}

/** Processor time that work takes of this thread, which it does not leave. */
export function computedMs(work: () => unknown): number {
  const begun = cpuMs();
  work();
  return cpuMs() - begun;
}
