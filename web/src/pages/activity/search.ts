import type { CallOutcome } from '../../gql/graphql.ts';
import { isRecordOrder, type RecordOrder } from '../../records/order.ts';
import { isOutcome } from '../../records/outcomes.ts';
import { customPeriod, rangeProblem } from './customRange.ts';
import { isRange, type Period, periodOf, RANGES, type RangeName } from './ranges.ts';

/** One outcome, or all failures. */
type OutcomeFilter = CallOutcome | 'FAILED';

export type ActivitySearch = {
  readonly stack?: string;
  readonly server?: string;
  readonly tool?: string;
  /** The ID of a client endpoint, stack token, API key or user. */
  readonly caller?: string;
  readonly endUser?: string;
  readonly outcome?: OutcomeFilter;
  readonly range?: RangeName;
  /** Timestamps of a custom range; both or neither, and they override `range`. */
  readonly from?: string;
  readonly to?: string;
  readonly order?: RecordOrder;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Parses the page's URL and ignores anything unknown. */
export function activitySearch(input: Record<string, unknown>): ActivitySearch {
  const { stack, server, tool, caller, endUser, outcome, range, from, to, order } = input;
  return {
    ...(isText(stack) && { stack }),
    ...(isText(server) && { server }),
    ...(isText(tool) && { tool }),
    ...(isText(caller) && { caller }),
    ...(isText(endUser) && { endUser }),
    ...((outcome === 'FAILED' || isOutcome(outcome)) && { outcome }),
    ...(isText(from) && isText(to) ? { from, to } : isRange(range) && { range }),
    ...(isRecordOrder(order) && { order }),
  };
}

/** The period in the URL; null for an invalid range. */
export function searchPeriod({ range = 'hour', from, to }: ActivitySearch, nowMs: number): Period | null {
  if (from === undefined || to === undefined) return periodOf(RANGES[range], nowMs);
  return rangeProblem(from, to, nowMs) === null ? customPeriod(from, to) : null;
}
