import type { CallOutcome } from '../gql/graphql.ts';

/** How a call ended, in a word or two. */
export const OUTCOME_TITLES: Readonly<Record<CallOutcome, string>> = {
  OK: 'Success',
  TOOL_ERROR: 'Tool error',
  INVALID_INPUT: 'Invalid input',
  MISSING_CREDENTIALS: 'Credentials missing',
  UPSTREAM_REFUSED: 'Refused by the service',
  UPSTREAM_RATE_LIMITED: 'Too many calls',
  UPSTREAM_ERROR: 'Service error',
  TIMED_OUT: 'Timed out',
  UNREACHABLE: 'Unreachable',
  ADDRESS_REFUSED: 'Address refused',
  BAD_ANSWER: 'Bad answer',
  CANCELLED: 'Cancelled',
  INTERNAL_ERROR: 'Toolyard’s own fault',
};

export const isOutcome = (text: unknown): text is CallOutcome =>
  typeof text === 'string' && Object.hasOwn(OUTCOME_TITLES, text);
