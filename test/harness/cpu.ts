/** Milliseconds of CPU that this thread spends on some work: other programs of the machine are not in it. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Work that takes less at its full size is not judged: noise would be. */
const FLOOR_MS = 20;
const TRIES = 3;

/** How much the CPU of some work grows each time its size doubles up to `size`; 0 if it takes hardly any. */
export function growth(work: (size: number) => void, size: number): number {
  const least = (at: number): number => Math.min(...Array.from({ length: TRIES }, () => cpuOf(() => work(at))));
  const whole = least(size);
  return whole < FLOOR_MS ? 0 : Math.sqrt(whole / least(size / 4));
}
