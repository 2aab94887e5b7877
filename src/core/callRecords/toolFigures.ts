import { noServerId, noToolId, type ServerId, type ToolId } from '../kernel/ids.ts';
import { type CallOutcome, SUCCESS, toCallOutcome } from './outcome.ts';
import type { CallFigures, FiguresRow } from './statisticsRows.ts';

/** Number of calls with this outcome. */
export type OutcomeFigures = { readonly outcome: CallOutcome; readonly callCount: number };

export type ToolFigures = CallFigures & {
  readonly serverId: ServerId;
  readonly toolId: ToolId;
  /** The most frequent failure outcome; null without failures. */
  readonly mainFailure: OutcomeFigures | null;
};

/** The figures of a row, without its group. */
export const figuresOf = ({ callCount, failureCount, meanMs, p50Ms, p95Ms }: CallFigures): CallFigures => ({
  callCount,
  failureCount,
  meanMs,
  p50Ms,
  p95Ms,
});

const keyOf = ({ serverId, toolId }: FiguresRow): string => `${serverId}\n${toolId}`;

/** The figures of tools, from rows that also contain figures per outcome. Keeps the order of the rows. */
export function toolsOf(rows: readonly FiguresRow[]): ToolFigures[] {
  const failures = new Map<string, FiguresRow>();
  for (const row of rows) {
    if (row.of !== 'toolOutcome' || row.outcome === SUCCESS) continue;
    const known = failures.get(keyOf(row));
    if (known === undefined || isMore(row, known)) failures.set(keyOf(row), row);
  }
  return rows
    .filter((row) => row.of === 'tool')
    .map((row) => {
      const failure = failures.get(keyOf(row));
      return {
        serverId: row.serverId ?? noServerId(),
        toolId: row.toolId ?? noToolId(),
        mainFailure: failure ? { outcome: toCallOutcome(failure.outcome ?? ''), callCount: failure.callCount } : null,
        ...figuresOf(row),
      };
    });
}

/** Whether a failure is more frequent than another. Equally frequent ones are ordered by name, for a stable result. */
const isMore = (row: FiguresRow, than: FiguresRow): boolean =>
  row.callCount > than.callCount || (row.callCount === than.callCount && (row.outcome ?? '') < (than.outcome ?? ''));
