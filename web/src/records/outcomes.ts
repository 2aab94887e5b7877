import type { CallOutcome } from '../gql/graphql.ts';

type OutcomeWords = {
  readonly title: string;
  /** Advice for the reader; null if there is nothing to do. */
  readonly advice: string | null;
};

/** The words for each outcome. A new outcome without an entry is a type error. */
export const OUTCOMES: Readonly<Record<CallOutcome, OutcomeWords>> = {
  OK: { title: 'Success', advice: null },
  TOOL_ERROR: { title: 'Tool error', advice: 'The tool ran and reported an error. Try other arguments.' },
  INVALID_INPUT: { title: 'Invalid input', advice: 'Nothing was sent. Fix the input and try again.' },
  MISSING_CREDENTIALS: {
    title: 'Credentials missing',
    advice: 'The tool’s service requires credentials that aren’t stored in this stack. Add them, then try again.',
  },
  UPSTREAM_REFUSED: {
    title: 'Refused by the service',
    advice: 'The stored credentials are invalid, expired or lack a permission. Check or replace them.',
  },
  UPSTREAM_RATE_LIMITED: {
    title: 'Too many calls',
    advice: 'The service limited the rate of calls. Wait before you try again.',
  },
  UPSTREAM_ERROR: {
    title: 'Service error',
    advice: 'The service failed. Try again later or with other arguments.',
  },
  TIMED_OUT: {
    title: 'Timed out',
    advice: 'The call timed out before anything was sent. Try again later.',
  },
  UNREACHABLE: {
    title: 'Unreachable',
    advice: 'Check that the service is running and that this installation can reach it.',
  },
  OUTCOME_UNKNOWN: {
    title: 'Outcome unknown',
    advice:
      'The request was sent, but no complete response arrived. The service may have made changes, so check before you try again.',
  },
  ADDRESS_REFUSED: {
    title: 'Address refused',
    advice:
      'The tool calls an address in this installation’s own network. The operator can allow it by adding the host and port to TOOLYARD_EGRESS_ALLOW, such as 127.0.0.1:8080.',
  },
  BAD_ANSWER: {
    title: 'Invalid response',
    advice: 'The service sent a response that couldn’t be read. Report this to its provider.',
  },
  DENIED: {
    title: 'Denied by a rule',
    advice: 'A rule denied this call; the message names it. Nothing was sent.',
  },
  APPROVAL_REQUIRED: {
    title: 'Approval required',
    advice: 'A rule requires approval for this call. Nothing was sent. Try again once it’s approved.',
  },
  HELD_FOR_REVIEW: {
    title: 'Held for review',
    advice: 'The tool has changed since it was enabled. Accept or refuse the change in Reviews.',
  },
  CANCELLED: {
    title: 'Cancelled',
    advice: 'The call was cancelled before it finished. It may have made changes, so check before you run it again.',
  },
  FORBIDDEN: {
    title: 'Outside token scope',
    advice: 'The caller’s token isn’t allowed to make this call. Nothing was sent.',
  },
  RATE_LIMITED: {
    title: 'Limit reached',
    advice: 'The call reached a limit, which the message names. Nothing was sent.',
  },
  INTERNAL_ERROR: { title: 'Internal error', advice: 'Toolyard failed. The operator can find details in its log.' },
};

export const isOutcome = (text: unknown): text is CallOutcome =>
  typeof text === 'string' && Object.hasOwn(OUTCOMES, text);
