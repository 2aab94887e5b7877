import type { OperationSummary } from './chooseOperations.ts';

/** More tools than this drown a model. */
const PROPOSED_MAX = 40;

const groupOf = ({ tags, path }: OperationSummary): string => tags[0] ?? path.split('/')[1] ?? '';

const depthOf = ({ path }: OperationSummary): number => path.split('/').length;

/**
 * The operations to begin with: all of a small API; of a large one the same number of each group, those nearest to the
 * root first, reading ones before others. Deprecated ones are never among them.
 */
export function proposalAmong<T>(
  operations: readonly T[],
  summaryOf: (operation: T) => OperationSummary,
): ReadonlySet<T> {
  const current = operations.map((operation) => ({ operation, summary: summaryOf(operation) }));
  const usable = current.filter(({ summary }) => !summary.isDeprecated);
  if (usable.length <= PROPOSED_MAX) return new Set(usable.map(({ operation }) => operation));
  const isWrite = ({ method }: OperationSummary): number => (method === 'GET' ? 0 : 1);
  const ordered = usable.toSorted(
    (one, other) => depthOf(one.summary) - depthOf(other.summary) || isWrite(one.summary) - isWrite(other.summary),
  );
  const groups = [...Map.groupBy(ordered, ({ summary }) => groupOf(summary)).values()];
  const rounds = Math.max(...groups.map((group) => group.length));
  const inTurn = Array.from({ length: Math.min(rounds, PROPOSED_MAX) }, (_, round) =>
    groups.flatMap((group) => group[round] ?? []),
  ).flat();
  return new Set(inTurn.slice(0, PROPOSED_MAX).map(({ operation }) => operation));
}
