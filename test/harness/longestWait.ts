/** Runs work, and says how long that took, and how long at most this thread had no time for anything else. */
export async function longestWait<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly tookMs: number; readonly waitMs: number }> {
  const begun = performance.now();
  let [last, waitMs] = [begun, 0];
  const look = (): void => {
    const now = performance.now();
    waitMs = Math.max(waitMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  try {
    const result = await work();
    look();
    return { result, tookMs: performance.now() - begun, waitMs };
  } finally {
    clearInterval(timer);
  }
}
