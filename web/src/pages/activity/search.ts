import type { CallOutcome } from '../../gql/graphql.ts';
import { isRecordOrder, type RecordOrder } from '../../records/order.ts';
import { isOutcome } from '../../records/outcomes.ts';
import { customPeriod, rangeProblem } from './customRange.ts';
import { isRange, type Period, periodOf, RANGES, type RangeName } from './ranges.ts';

/** Which calls: those that ended in one way, or all that failed. */
export type OutcomeFilter = CallOutcome | 'FAILED';

export type ActivitySearch = {
  readonly stack?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly outcome?: OutcomeFilter;
  readonly range?: RangeName;
  /** The two ends of a range of one's own, as instants; both or none, and then `range` says nothing. */
  readonly from?: string;
  readonly to?: string;
  readonly order?: RecordOrder;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What the address of the page says; anything else in it is ignored. */
export function activitySearch(given: Record<string, unknown>): ActivitySearch {
  const { stack, server, tool, outcome, range, from, to, order } = given;
  return {
    ...(isText(stack) && { stack }),
    ...(isText(server) && { server }),
    ...(isText(tool) && { tool }),
    ...((outcome === 'FAILED' || isOutcome(outcome)) && { outcome }),
    ...(isText(from) && isText(to) ? { from, to } : isRange(range) && { range }),
    ...(isRecordOrder(order) && { order }),
  };
}

/** The time that the address asks for; null for a range that cannot be shown. */
export function searchPeriod({ range = 'hour', from, to }: ActivitySearch, nowMs: number): Period | null {
  if (from === undefined || to === undefined) return periodOf(RANGES[range], nowMs);
  return rangeProblem(from, to, nowMs) === null ? customPeriod(from, to) : null;
}
