import type { AlertKind } from '../../gql/graphql.ts';

export const ALERT_WORDS: Readonly<Record<AlertKind, { readonly title: string; readonly means: string }>> = {
  FAILING_TOOL: {
    title: 'Failing tool',
    means: 'Too many calls of a tool fail. Requires a stack that records its calls.',
  },
  CREDENTIAL: {
    title: 'Credential problem',
    means: 'A stack’s credential expires, stops renewing, or must be entered again.',
  },
  ENDING_TOKEN: { title: 'Expiring stack token', means: 'A long-lived token expires soon.' },
  ENDING_KEY: { title: 'Expiring API key', means: 'A long-lived key expires soon.' },
  REVIEW: { title: 'Pending review', means: 'A server’s tools changed and need a review.' },
};

/** All kinds of alerts, in display order. */
export const ALERT_KINDS: readonly AlertKind[] = ['FAILING_TOOL', 'CREDENTIAL', 'ENDING_TOKEN', 'ENDING_KEY', 'REVIEW'];
