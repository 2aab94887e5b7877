import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether to run every row of the large tables; `npm test` doesn't. */
    wholeTables: boolean;
  }
}

export const isWhole = inject('wholeTables');

/** Multiples of this ratio spread evenly, even over a table whose rows repeat a pattern. */
const GOLDEN_RATIO = 0.618_033_988_75;

/** All rows in `npm run test:tables`; in `npm test` at most this many, spread over the table. */
export function someOf<T>(rows: readonly T[], count: number): readonly T[] {
  if (isWhole) return rows;
  const picked = new Set<number>();
  for (let at = 0; at < count; at += 1) picked.add(Math.floor(((at * GOLDEN_RATIO) % 1) * rows.length));
  return rows.filter((_row, at) => picked.has(at));
}
