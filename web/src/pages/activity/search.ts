import type { CallOutcome } from '../../gql/graphql.ts';
import { isOutcome } from '../../records/outcomes.ts';
import { isRange, type RangeName } from './ranges.ts';

/** Which calls: those that ended in one way, or all that failed. */
export type OutcomeFilter = CallOutcome | 'FAILED';

export type ActivitySearch = {
  readonly stack?: string;
  readonly tool?: string;
  readonly outcome?: OutcomeFilter;
  readonly range?: RangeName;
};

/** What the address of the page says; anything else in it is ignored. */
export function activitySearch({ stack, tool, outcome, range }: Record<string, unknown>): ActivitySearch {
  return {
    ...(typeof stack === 'string' && stack !== '' && { stack }),
    ...(typeof tool === 'string' && tool !== '' && { tool }),
    ...((outcome === 'FAILED' || isOutcome(outcome)) && { outcome }),
    ...(isRange(range) && { range }),
  };
}
