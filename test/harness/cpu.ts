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

/** How much the CPU of some work grows each time its size doubles up to `size`; 0 if it takes hardly any. */
export function growth(work: (size: number) => void, size: number): number {
  const least = (at: number): number => Math.min(...Array.from({ length: TRIES }, () => cpuOf(() => work(at))));
  const whole = least(size);
  return whole < FLOOR_MS ? 0 : Math.sqrt(whole / least(size / 4));
}
