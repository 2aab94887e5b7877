import type { AlertKind } from '../../gql/graphql.ts';

/** What each kind of alert is called, and when it is open. */
export const ALERT_WORDS: Readonly<Record<AlertKind, { readonly title: string; readonly means: string }>> = {
  FAILING_TOOL: { title: 'Failing tool', means: 'Too many calls of a tool fail, in a stack that records its calls.' },
  CREDENTIAL: { title: 'Credential', means: 'One of a stack ends, has stopped renewing, or has to be entered again.' },
  ENDING_TOKEN: { title: 'Stack token', means: 'One that was made for long ends soon.' },
  ENDING_KEY: { title: 'API key', means: 'One that was made for long ends soon.' },
  REVIEW: { title: 'Review', means: 'Changed tools of a server wait for somebody to accept or refuse them.' },
};

/** In the order in which they are shown. */
export const ALERT_KINDS: readonly AlertKind[] = ['FAILING_TOOL', 'CREDENTIAL', 'ENDING_TOKEN', 'ENDING_KEY', 'REVIEW'];
