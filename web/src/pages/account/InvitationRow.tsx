import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import type { AccountPeopleQuery } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ACCOUNT_WITHDRAW } from './operations.ts';

type Invitation = NonNullable<AccountPeopleQuery['invitations']>[number];

/** An invitation that nobody has accepted yet. */
export function InvitationRow({ invitation: { id, createdAt, expiresAt } }: { readonly invitation: Invitation }) {
  const withdraw = useChange(async () =>
    payloadOf((await ask(ACCOUNT_WITHDRAW, { input: { invitationId: id } })).revokeInvitation),
  );
  const onWithdrawn = () => toast('The invitation is withdrawn');
  return (
    <li className="account-row">
      <div>
        <p>Invitation that waits to be accepted</p>
        <p className="soft small">
          Made <Time at={createdAt} />, ends <Time at={expiresAt} />
        </p>
        <ErrorNotice error={withdraw.error} />
      </div>
      <Button
        size="small"
        kind="danger"
        isBusy={withdraw.isPending}
        onClick={() => withdraw.mutate(undefined, { onSuccess: onWithdrawn })}
      >
        Withdraw<span className="visually-hidden"> invitation</span>
      </Button>
    </li>
  );
}
