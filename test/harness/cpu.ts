/** Milliseconds of CPU that this thread spends on some work. Other programs don't count. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Work that takes less CPU at its full size isn't judged, because noise would dominate. */
const FLOOR_MS = 20;
const TRIES = 3;
const TRIES_MAX = 12;
/** Linear work gives 2, quadratic work 4. A growth below this is linear beyond doubt, so it needs no more tries. */
const CLEARLY_LINEAR = 2.5;

/**
 * How much the CPU of some work grows each time its size doubles up to `size`; 0 if it takes hardly any. Compares the
 * least CPU of each size, because compilation, garbage collection and other programs only add to it.
 */
export function growth(work: (size: number) => void, size: number): number {
  let [whole, quarter] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = (): number => (whole < FLOOR_MS ? 0 : Math.sqrt(whole / quarter));
  for (let tried = 0; tried < TRIES || (tried < TRIES_MAX && ratio() > CLEARLY_LINEAR); tried += 1) {
    quarter = Math.min(
      quarter,
      cpuOf(() => work(size / 4)),
    );
    whole = Math.min(
      whole,
      cpuOf(() => work(size)),
    );
  }
  return ratio();
}
