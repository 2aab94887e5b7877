import type { StacksServerFragment } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';

type CredentialBadgeProps = {
  readonly placed: StacksServerFragment;
  /** The state is that of an end user’s own credentials. */
  readonly isOfUser?: boolean;
};

/** Whether a server in the stack has the credentials that its tools need. */
export function CredentialBadge({ placed, isOfUser = false }: CredentialBadgeProps) {
  const { kind, text } = isUserOnly(placed) && !isOfUser ? ELSEWHERE : credentialsOf(placed);
  return <Badge kind={kind}>{text}</Badge>;
}

type Look = { readonly kind: 'plain' | 'good' | 'warn' | 'bad'; readonly text: string };

const ELSEWHERE: Look = { kind: 'plain', text: 'Each user’s own credentials' };

const isUserOnly = ({ server, credentialMode }: StacksServerFragment): boolean =>
  credentialMode === 'USER' && server.credentialFields.length > 0;

function credentialsOf({ server, credentialStatus }: StacksServerFragment): Look {
  if (server.credentialFields.length === 0) return { kind: 'plain', text: 'No credentials needed' };
  const fields = [...credentialStatus.required, ...credentialStatus.optional];
  if (fields.some(({ oauthState }) => oauthState === 'RECONNECT_REQUIRED'))
    return { kind: 'bad', text: 'Sign in again' };
  if (!credentialStatus.requiredAdded) return { kind: 'warn', text: 'Credentials missing' };
  if (fields.some(({ oauthState }) => oauthState === 'EXPIRING')) return { kind: 'warn', text: 'Sign-in expires' };
  if (fields.every(({ state }) => state === 'MISSING')) return { kind: 'warn', text: 'Some tools need credentials' };
  return { kind: 'good', text: 'Credentials added' };
}

/** True where the tools of the server wait for somebody to fill in a form. */
export const lacksCredentials = ({ credentialMode, credentialStatus }: StacksServerFragment): boolean =>
  credentialMode !== 'USER' && !credentialStatus.requiredAdded;
