import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { Role } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { RoleField } from '../RoleField.tsx';
import { type InStack, StackRolesField } from '../StackRolesField.tsx';
import { ACCOUNT_UPDATE_ROLE } from './operations.ts';

type RoleDialogProps = {
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly role: Role;
    readonly stackRoles: readonly InStack[];
  };
  readonly onClose: () => void;
};

/** Another role for somebody, in the account and in single stacks. */
export function RoleDialog({ person: { id, email, ...now }, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(now.role);
  const [stackRoles, setStackRoles] = useState(now.stackRoles);
  const change = useApiMutation('updateUserRole', async () => {
    const bare = stackRoles.map((each) => ({ stackId: each.stackId, role: each.role }));
    const input = { userId: id, role, stackRoles: bare };
    payloadOf((await sendOperation(ACCOUNT_UPDATE_ROLE, { input })).updateUserRole);
    toast('The role is saved');
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  return (
    <Dialog title={`Role of ${email}`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft small">
          It holds at once, in every browser. With less than before, the account’s open invitations are taken back, and
          command lines that could do more are signed out.
        </p>
        <RoleField label="Role in the account" role={role} onChange={setRole} />
        <StackRolesField roles={stackRoles} error={change.error} onChange={setStackRoles} />
        <ErrorNotice error={change.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            Save role
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
