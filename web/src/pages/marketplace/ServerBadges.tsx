import { BadgeCheck, KeyRound, Lock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import type { CredentialNeed } from './search.ts';

type ServerBadgesProps = {
  readonly isVerified: boolean;
  readonly isPrivate: boolean;
  readonly need: CredentialNeed;
};

const NEEDS: Readonly<Record<CredentialNeed, string>> = {
  all: 'Needs credentials',
  some: 'Some tools need credentials',
  none: 'No credentials needed',
};

export function ServerBadges({ isVerified, isPrivate, need }: ServerBadgesProps) {
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
      <Badge kind={need === 'none' ? 'plain' : 'warn'}>
        {need !== 'none' && <KeyRound size={13} aria-hidden />}
        {NEEDS[need]}
      </Badge>
    </>
  );
}
