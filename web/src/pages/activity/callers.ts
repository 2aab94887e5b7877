import type { ActivityCallerFragment } from '../../gql/graphql.ts';

export type Caller = ActivityCallerFragment;

export const callerName = ({ caller, callerId, endUser }: Caller): string =>
  endUser ?? caller?.displayName ?? callerId ?? '';

/** Its kind; empty for a caller that is gone. */
export function callerKind({ caller, endUser }: Caller): string {
  if (endUser !== null) return 'End user';
  if (caller === null) return '';
  if (caller.__typename === 'ClientEndpoint') return `Client endpoint of ${caller.stack.name}`;
  return caller.__typename === 'User' ? 'User' : 'API key';
}
