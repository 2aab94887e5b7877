import type { CallOutcome } from '../gql/graphql.ts';

type OutcomeWords = {
  /** How a call ended, in a word or two. */
  readonly title: string;
  /** What the person who made it can do; null where there is nothing to do. */
  readonly advice: string | null;
};

/** Every outcome of a tool call, in words: a new one does not compile until it stands here. */
export const OUTCOMES: Readonly<Record<CallOutcome, OutcomeWords>> = {
  OK: { title: 'Success', advice: null },
  TOOL_ERROR: { title: 'Tool error', advice: 'The tool ran and says what is wrong. Usually other arguments help.' },
  INVALID_INPUT: { title: 'Invalid input', advice: 'Nothing was sent. Change what is named, then try again.' },
  MISSING_CREDENTIALS: {
    title: 'Credentials missing',
    advice: 'The tool needs to sign in with its service, and this stack has nothing stored for that yet.',
  },
  UPSTREAM_REFUSED: {
    title: 'Refused by the service',
    advice: 'The stored credentials are wrong, out of date, or lack a permission.',
  },
  UPSTREAM_RATE_LIMITED: { title: 'Too many calls', advice: 'The service asks to slow down.' },
  UPSTREAM_ERROR: {
    title: 'Service error',
    advice: 'The service itself failed. Try again later, or with other arguments.',
  },
  TIMED_OUT: {
    title: 'Timed out',
    advice: 'The service took too long. It may still have done the work: look there first.',
  },
  UNREACHABLE: {
    title: 'Unreachable',
    advice: 'Check that the service runs and that this installation can reach it.',
  },
  ADDRESS_REFUSED: {
    title: 'Address refused',
    advice:
      'The tool leads into this installation’s own network. Its operator can allow it: with the host and port in TOOLYARD_EGRESS_ALLOW, such as 127.0.0.1:8080.',
  },
  BAD_ANSWER: {
    title: 'Bad answer',
    advice: 'The service answered something that cannot be read. Its maker has to look.',
  },
  DENIED: {
    title: 'Denied by a rule',
    advice: 'A rule of this account does not let this call through: the text names it. Nothing was sent.',
  },
  APPROVAL_REQUIRED: {
    title: 'Approval required',
    advice: 'A rule of this account asks for an approval of this call, and there is none. Nothing was sent.',
  },
  HELD_FOR_REVIEW: {
    title: 'Held for review',
    advice: 'The tool has changed since it was enabled. See what has changed under Reviews, and accept it or not.',
  },
  CANCELLED: { title: 'Cancelled', advice: 'The call was given up before it ended. Run it again.' },
  FORBIDDEN: {
    title: 'Beyond the token',
    advice: 'The token of the caller does not reach this tool, or not so far. Nothing was sent.',
  },
  RATE_LIMITED: { title: 'Limit reached', advice: 'The text names the limit. Nothing was sent.' },
  INTERNAL_ERROR: { title: 'Toolyard’s own fault', advice: 'Its log says more.' },
};

export const isOutcome = (text: unknown): text is CallOutcome =>
  typeof text === 'string' && Object.hasOwn(OUTCOMES, text);
