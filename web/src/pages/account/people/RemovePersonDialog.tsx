import { Link } from '@tanstack/react-router';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ACCOUNT_REMOVE_USER } from './operations.ts';

type RemovePersonProps = {
  readonly person: { readonly id: string; readonly email: string };
  readonly onClose: () => void;
};

export function RemovePersonDialog({ person: { id, email }, onClose }: RemovePersonProps) {
  const remove = useApiMutation('deleteUser', async (userId: string) =>
    payloadOf((await sendOperation(ACCOUNT_REMOVE_USER, { input: { userId } })).deleteUser),
  );
  return (
    <ConfirmDialog
      title={`Remove ${email}?`}
      action="Remove"
      sending={remove}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Their sessions end at once, and all open invitations of this account are withdrawn. Send new ones to people who
        should still join. Keys and tokens they created keep working. The{' '}
        <Link to="/audit" search={{ q: id }}>
          audit log
        </Link>{' '}
        lists them; revoke any they may still have.
      </p>
      <p className="soft small">
        If single sign-on lets people join without an invitation, also block them in your identity provider.
      </p>
    </ConfirmDialog>
  );
}
