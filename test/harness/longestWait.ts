type Waited<T> = {
  readonly result: T;
  readonly tookMs: number;
  /**
   * The most that this thread computed in one go: unlike the clock's, this does not grow with what else the machine
   * does.
   */
  readonly busyMs: number;
  /** All that this thread computed, for a part of which `busyMs` can be: a bound that any machine can be held to. */
  readonly allMs: number;
};

/** Processor time of this thread so far: what a test compares, since the clock counts the machine's other work, too. */
export const cpuMs = (): number => {
  // Node 22 counts the whole process alone.
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
};

/** Runs work, and says what it took of this thread. */
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
