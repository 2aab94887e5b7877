import type { StacksServerFragment } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { type CredentialLook, credentialLook, isWithoutCredentials } from './credentialLook.ts';

type CredentialBadgeProps = {
  readonly placed: StacksServerFragment;
  /** Shows the state of an end user's credentials. */
  readonly isOfUser?: boolean;
};

export function CredentialBadge({ placed, isOfUser = false }: CredentialBadgeProps) {
  const { kind, text } = isUserOnly(placed) && !isOfUser ? ELSEWHERE : credentialLook(placed);
  return <Badge kind={kind}>{text}</Badge>;
}

const ELSEWHERE: CredentialLook = { kind: 'plain', text: 'Uses each user’s credentials' };

const isUserOnly = ({ server, credentialMode }: StacksServerFragment): boolean =>
  credentialMode === 'USER' && server.credentialFields.length > 0;

/** True if the server's tools need credentials entered in a form. */
export const lacksCredentials = (placed: StacksServerFragment): boolean =>
  placed.credentialMode !== 'USER' && isWithoutCredentials(placed);
