import type { StacksFieldFragment } from '../../../gql/graphql.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';

type FieldStateProps = { readonly status: StacksFieldFragment | null; readonly isRequired: boolean };

/** Whether a value is stored, and how its sign-in stands. */
export function FieldState({ status, isRequired }: FieldStateProps) {
  if (status?.oauthState === 'RECONNECT_REQUIRED') return <Badge kind="bad">Sign in again</Badge>;
  if (status?.oauthState === 'EXPIRING') return <Expiring at={status.expiresAt} />;
  if (status?.oauthState === 'CONNECTED') return <Badge kind="good">Signed in</Badge>;
  if (status?.state === 'ADDED') return <Badge kind="good">Added</Badge>;
  return <Badge kind={isRequired ? 'warn' : 'plain'}>Missing</Badge>;
}

function Expiring({ at }: { readonly at: string | null }) {
  return (
    <Badge kind="warn">
      {at === null ? (
        'Sign-in expires'
      ) : (
        <span>
          Ends <Time at={at} />
        </span>
      )}
    </Badge>
  );
}
