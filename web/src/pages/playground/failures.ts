import type { ToolFailureOutcome } from '../../gql/graphql.ts';

/** What the person at the playground can do about each failure. */
export const ADVICE: Readonly<Record<ToolFailureOutcome, string>> = {
  ADDRESS_REFUSED:
    'The tool leads into this installation’s own network. Its operator can allow it: with the host and port in TOOLYARD_EGRESS_ALLOW, such as 127.0.0.1:8080.',
  BAD_ANSWER: 'The service answered something that cannot be read. Its maker has to look.',
  CANCELLED: 'The call was given up before it ended. Run it again.',
  MISSING_CREDENTIALS: 'The tool needs to sign in with its service, and this stack has nothing stored for that yet.',
  TIMED_OUT: 'The service took too long. It may still have done the work: look there first.',
  TOOL_ERROR: 'The tool ran and says what is wrong. Usually other arguments help.',
  UNREACHABLE: 'Check that the service runs and that this installation can reach it.',
  UPSTREAM_ERROR: 'The service itself failed. Try again later, or with other arguments.',
  UPSTREAM_RATE_LIMITED: 'The service asks to slow down.',
  UPSTREAM_REFUSED: 'The stored credentials are wrong, out of date, or lack a permission.',
};

/** Whether other credentials may help. */
export const isAboutCredentials = (outcome: ToolFailureOutcome): boolean =>
  outcome === 'MISSING_CREDENTIALS' || outcome === 'UPSTREAM_REFUSED';
