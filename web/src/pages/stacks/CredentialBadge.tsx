import type { StacksServerFragment } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { type CredentialLook, credentialLook, isWithoutCredentials } from './credentialLook.ts';

type CredentialBadgeProps = {
  readonly placed: StacksServerFragment;
  /** The state is that of an end user’s own credentials. */
  readonly isOfUser?: boolean;
};

/** Whether a server in the stack has the credentials that its tools need. */
export function CredentialBadge({ placed, isOfUser = false }: CredentialBadgeProps) {
  const { kind, text } = isUserOnly(placed) && !isOfUser ? ELSEWHERE : credentialLook(placed);
  return <Badge kind={kind}>{text}</Badge>;
}

const ELSEWHERE: CredentialLook = { kind: 'plain', text: 'Each user’s own credentials' };

const isUserOnly = ({ server, credentialMode }: StacksServerFragment): boolean =>
  credentialMode === 'USER' && server.credentialFields.length > 0;

/** True where the tools of the server wait for somebody to fill in a form. */
export const lacksCredentials = (placed: StacksServerFragment): boolean =>
  placed.credentialMode !== 'USER' && isWithoutCredentials(placed);
