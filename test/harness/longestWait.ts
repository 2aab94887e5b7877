/** Runs work, and says how many milliseconds this thread at most had no time for anything else. */
export async function longestWait<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly waitMs: number }> {
  let [last, waitMs] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    waitMs = Math.max(waitMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  try {
    const result = await work();
    look();
    return { result, waitMs };
  } finally {
    clearInterval(timer);
  }
}
