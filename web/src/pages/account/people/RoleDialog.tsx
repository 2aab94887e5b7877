import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { Role } from '../../../gql/graphql.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
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

export function RoleDialog({ person: { id, email, ...now }, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(now.role);
  const [stackRoles, setStackRoles] = useState(now.stackRoles);
  const change = useApiMutation('updateUserRole', async () => {
    const bare = stackRoles.map((each) => ({ stackId: each.stackId, role: each.role }));
    const input = { userId: id, role, stackRoles: bare };
    payloadOf((await sendOperation(ACCOUNT_UPDATE_ROLE, { input })).updateUserRole);
    toast('Role saved');
    onClose();
  });
  const submit = () => change.mutate();
  return (
    <FormDialog title={`Role of ${email}`} action="Save role" sending={change} onSubmit={submit} onClose={onClose}>
      <p className="soft small">
        Takes effect at once in every browser. If you reduce the role, open invitations are withdrawn and command-line
        logins with more rights are signed out.
      </p>
      <RoleField label="Role in the account" role={role} onChange={setRole} />
      <StackRolesField roles={stackRoles} error={change.error} onChange={setStackRoles} />
    </FormDialog>
  );
}
