import type { ToolFailureOutcome } from '../../gql/graphql.ts';

type Words = { readonly title: string; readonly advice: string };

/** How a call can fail, and what the person at the playground can do about it. */
export const FAILURES: Readonly<Record<ToolFailureOutcome, Words>> = {
  ADDRESS_REFUSED: {
    title: 'Address refused',
    advice: 'The tool leads to an address that this installation does not call. Its operator can allow it.',
  },
  BAD_ANSWER: {
    title: 'Bad answer',
    advice: 'The service answered something that cannot be read. Its maker has to look.',
  },
  CANCELLED: { title: 'Cancelled', advice: 'The call was given up before it ended. Run it again.' },
  MISSING_CREDENTIALS: {
    title: 'Credentials missing',
    advice: 'The tool needs to sign in with its service, and this stack has nothing stored for that yet.',
  },
  TIMED_OUT: {
    title: 'Timed out',
    advice: 'The service took too long. It may still have done the work: look there first.',
  },
  TOOL_ERROR: { title: 'Tool error', advice: 'The tool ran and says what is wrong. Usually other arguments help.' },
  UNREACHABLE: { title: 'Unreachable', advice: 'Check that the service runs and that this installation can reach it.' },
  UPSTREAM_ERROR: {
    title: 'Service error',
    advice: 'The service itself failed. Try again later, or with other arguments.',
  },
  UPSTREAM_RATE_LIMITED: { title: 'Too many calls', advice: 'The service asks to slow down.' },
  UPSTREAM_REFUSED: {
    title: 'Refused by the service',
    advice: 'The stored credentials are wrong, out of date, or lack a permission.',
  },
};

/** Whether other credentials may help. */
export const isAboutCredentials = (outcome: ToolFailureOutcome): boolean =>
  outcome === 'MISSING_CREDENTIALS' || outcome === 'UPSTREAM_REFUSED';
