import type { ServerId, ToolId } from '../kernel/ids.ts';
import { LATENCY_RANGES, meanOf, percentileOf } from './latency.ts';
import { SUCCESS } from './outcome.ts';
import type { FiguresRow } from './statisticsRows.ts';

/*
 * Adds up histograms of totals. A month by hour has about fifty thousand counts, for which PostgreSQL takes ten times
 * as long.
 */

/** Grouping key of figures. */
export type FigureKind = FiguresRow['of'];

/**
 * A total of calls in one bucket with the same outcome, per tool if the query distinguishes tools. A latency range may
 * occur several times.
 */
export type TotalRow = {
  readonly bucket: number;
  readonly serverId: ServerId | null;
  readonly toolId: ToolId | null;
  readonly outcome: string;
  /** Range numbers (`latency.ts`), and the number of calls in each. */
  readonly ranges: readonly number[];
  readonly counts: readonly number[];
};

type Group = Pick<FiguresRow, 'of' | 'bucket' | 'serverId' | 'toolId' | 'outcome'>;
type Sum = { readonly group: Group; readonly histogram: number[]; calls: number; failures: number };

const NO_GROUP = { bucket: null, serverId: null, toolId: null, outcome: null };
const GROUPS: Readonly<Record<FigureKind, (row: TotalRow) => Group>> = {
  total: () => ({ ...NO_GROUP, of: 'total' }),
  bucket: ({ bucket }) => ({ ...NO_GROUP, of: 'bucket', bucket }),
  tool: ({ serverId, toolId }) => ({ ...NO_GROUP, of: 'tool', serverId, toolId }),
  toolOutcome: ({ serverId, toolId, outcome }) => ({ ...NO_GROUP, of: 'toolOutcome', serverId, toolId, outcome }),
  outcome: ({ outcome }) => ({ ...NO_GROUP, of: 'outcome', outcome }),
};
const KEYS: Readonly<Record<FigureKind, (row: TotalRow) => string | number>> = {
  total: () => 0,
  bucket: ({ bucket }) => bucket,
  tool: ({ serverId, toolId }) => `${serverId}\n${toolId}`,
  toolOutcome: ({ serverId, toolId, outcome }) => `${serverId}\n${toolId}\n${outcome}`,
  outcome: ({ outcome }) => outcome,
};

/** Figures grouped by kind, most calls first; omits groups without calls. */
export const sumFigures = (rows: readonly TotalRow[], kinds: readonly FigureKind[]): FiguresRow[] =>
  kinds.flatMap((kind) => {
    const [keyOf, groupOf] = [KEYS[kind], GROUPS[kind]];
    const sums = new Map<string | number, Sum>();
    for (const row of rows) {
      const key = keyOf(row);
      const sum = sums.get(key) ?? {
        group: groupOf(row),
        histogram: Array.from({ length: LATENCY_RANGES }, () => 0),
        calls: 0,
        failures: 0,
      };
      sums.set(key, sum);
      add(sum, row);
    }
    return [...sums.values()]
      .filter(({ calls }) => calls > 0)
      .map(toFigures)
      .toSorted(
        (one, other) =>
          other.callCount - one.callCount ||
          inOrder(one.toolId, other.toolId) ||
          inOrder(one.serverId, other.serverId) ||
          inOrder(one.outcome, other.outcome),
      );
  });

function add(sum: Sum, { outcome, ranges, counts }: TotalRow): void {
  const { histogram } = sum;
  let calls = 0;
  for (const [index, range] of ranges.entries()) {
    const count = counts[index] ?? 0;
    histogram[range] = (histogram[range] ?? 0) + count;
    calls += count;
  }
  sum.calls += calls;
  if (outcome !== SUCCESS) sum.failures += calls;
}

const toFigures = ({ group, histogram, calls, failures }: Sum): FiguresRow => ({
  ...group,
  callCount: calls,
  failureCount: failures,
  meanMs: meanOf(histogram),
  p50Ms: percentileOf(histogram, 0.5),
  p95Ms: percentileOf(histogram, 0.95),
});

const inOrder = (one: string | null, other: string | null): number =>
  (one ?? '') < (other ?? '') ? -1 : Number((one ?? '') > (other ?? ''));
