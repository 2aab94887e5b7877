import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { Role } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { RoleField } from '../RoleField.tsx';
import { type InStack, StackRolesField } from '../StackRolesField.tsx';
import { ACCOUNT_INVITE } from './operations.ts';

type InviteProps = { readonly onInvited: (url: string) => void; readonly onClose: () => void };

const NOWHERE: readonly InStack[] = [];

export function InviteDialog({ onInvited, onClose }: InviteProps) {
  const [role, setRole] = useState<Role>('DEVELOPER');
  const [stackRoles, setStackRoles] = useState(NOWHERE);
  const invite = useApiMutation('createInvitation', async () => {
    const input = { role, stackRoles: [...stackRoles] };
    onInvited(payloadOf((await sendOperation(ACCOUNT_INVITE, { input })).createInvitation).url);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!invite.isPending) invite.mutate();
  };
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <RoleField label="Role in the account" role={role} onChange={setRole} />
        <StackRolesField roles={stackRoles} error={invite.error} onChange={setStackRoles} />
        <ErrorNotice error={invite.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={invite.isPending}>
            Make invitation link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
