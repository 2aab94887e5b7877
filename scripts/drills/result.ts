import type { Tally } from '../chaos/load.ts';

/** One row of the table: a drill that went through. */
export type Result = {
  readonly drill: string;
  readonly steps: string;
  /** How long agents got no answers, or how long the work took; `steps` says which. */
  readonly seconds: number;
  readonly lost: number;
  readonly doubled: number;
  /** Whether PostgreSQL itself may lose acknowledged transactions in this drill. */
  readonly mayLose?: boolean;
  readonly notes: string;
};

const rowOf = ({ drill, steps, seconds, lost, doubled, notes }: Result): string =>
  `| ${[drill, steps, seconds.toFixed(1), lost, doubled, notes].join(' | ')} |`;

export const toTable = (results: readonly Result[]): string =>
  [
    '| drill | measured from, to | seconds | lost | doubled | notes |',
    '|---|---|--:|--:|--:|---|',
    ...results.map(rowOf),
  ].join('\n');

/** Measures from now. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}

/** The requests of a drill in words. @throws if one was answered wrongly */
export function notesOf({ requests, failed, unknown, wrong, lost, doubled }: Tally): string {
  if (lost + doubled === 0 && wrong.size > 0) throw new Error(`Wrong: ${[...wrong.keys()].join('; ')}`);
  return `of ${requests} requests, ${failed} failed and were repeated, ${unknown} unknown`;
}
