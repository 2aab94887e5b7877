import { BadgeCheck, KeyRound, Lock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';

type ServerBadgesProps = {
  readonly isVerified: boolean;
  readonly isPrivate: boolean;
  readonly needsCredentials: boolean;
};

/** What one wants to know of a server before choosing it. */
export function ServerBadges({ isVerified, isPrivate, needsCredentials }: ServerBadgesProps) {
  return (
    <>
      {isPrivate && (
        <Badge kind="accent">
          <Lock size={13} aria-hidden /> Your own
        </Badge>
      )}
      {isVerified && (
        <Badge kind="good">
          <BadgeCheck size={13} aria-hidden /> Verified
        </Badge>
      )}
      <Badge kind={needsCredentials ? 'warn' : 'plain'}>
        {needsCredentials && <KeyRound size={13} aria-hidden />}
        {needsCredentials ? 'Needs credentials' : 'No credentials needed'}
      </Badge>
    </>
  );
}
