import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { Role } from '../../../gql/graphql.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
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
  const submit = () => invite.mutate();
  return (
    <FormDialog
      title="Invite someone"
      action="Create invitation link"
      sending={invite}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleField label="Role in the account" role={role} onChange={setRole} />
      <StackRolesField roles={stackRoles} error={invite.error} onChange={setStackRoles} />
    </FormDialog>
  );
}
