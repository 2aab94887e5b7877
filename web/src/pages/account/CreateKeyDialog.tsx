import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt, issueIn } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { CreateApiKeyInput, KeyScope, Role } from '../../gql/graphql.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReachFields } from '../stacks/connect/ReachFields.tsx';
import { REACH_DEFAULT, toReach } from '../stacks/connect/reach.ts';
import { ACCOUNT_CREATE_KEY } from './operations.ts';
import { RoleField } from './RoleField.tsx';
import { ScopesField } from './ScopesField.tsx';
import { type InStack, StackRolesField } from './StackRolesField.tsx';

type CreateKeyProps = { readonly onCreated: (key: string) => void; readonly onClose: () => void };

const NOWHERE: readonly InStack[] = [];
const DAY_MS = 86_400_000;
const EXPIRY_DAYS = [7, 30, 90, 365] as const;

const expiryOf = (days: string): { expiresAt?: string } =>
  days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [role, setRole] = useState<Role>('DEVELOPER');
  const [scopes, setScopes] = useState<readonly KeyScope[]>([]);
  const [stackRoles, setStackRoles] = useState(NOWHERE);
  const [reach, setReach] = useState(REACH_DEFAULT);
  const create = useApiMutation('createApiKey', async (input: CreateApiKeyInput) =>
    payloadOf((await sendOperation(ACCOUNT_CREATE_KEY, { input })).createApiKey),
  );
  const submit = () => {
    const input = {
      name,
      role,
      stackRoles: [...stackRoles],
      scopes: [...scopes],
      ...toReach(reach),
      ...expiryOf(days),
    };
    create.mutate(input, { onSuccess: ({ key }) => onCreated(key) });
  };
  return (
    <FormDialog title="New API key" action="Create key" sending={create} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name"
        hint="The program that uses it, such as “Deploy script”."
        required
        value={name}
        error={issueAt(create.error, '/name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField label="Expires" value={days} onChange={(event) => setDays(event.target.value)}>
        <option value="">Never</option>
        {EXPIRY_DAYS.map((count) => (
          <option key={count} value={count}>
            in {count} days
          </option>
        ))}
      </SelectField>
      <RoleField role={role} onChange={setRole} />
      <StackRolesField roles={stackRoles} error={create.error} onChange={setStackRoles} />
      <ScopesField scopes={scopes} error={issueIn(create.error, '/scopes')} onChange={setScopes} />
      <ReachFields reach={reach} error={create.error} onChange={setReach} />
    </FormDialog>
  );
}
