import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { CreateServiceAccountInput } from '../../../gql/graphql.ts';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { ReachFields } from '../connect/ReachFields.tsx';
import { REACH_DEFAULT, toReach } from '../connect/reach.ts';
import { CREDENTIAL_DEFAULT, CredentialFields, keysOf } from './CredentialFields.tsx';
import { EndpointField, type PickedEndpoint } from './EndpointField.tsx';
import { ENDS, endOf } from './ends.ts';
import type { FreshSecret } from './NewSecret.tsx';
import { STACKS_CREATE_MACHINE } from './operations.ts';

type CreateMachineProps = {
  /** The preselected endpoint. */
  readonly first: PickedEndpoint;
  readonly onSecret: (fresh: FreshSecret) => void;
  readonly onClose: () => void;
};

export function CreateMachineDialog({ first, onSecret, onClose }: CreateMachineProps) {
  const [draft, setDraft] = useState({ name: '', endpoint: first, endUser: '', days: '' });
  const [credential, setCredential] = useState(CREDENTIAL_DEFAULT);
  const [isTried, setIsTried] = useState(false);
  const [reach, setReach] = useState(REACH_DEFAULT);
  const keys = keysOf(credential);
  const create = useCreateMachine(onSecret, onClose);
  const submit = () => {
    setIsTried(true);
    const { days, endUser, endpoint, name } = draft;
    if (keys === null) return;
    create.mutate({
      name,
      endpointId: endpoint.id,
      ...keys,
      ...toReach(reach),
      endUser: endUser || null,
      expiresAt: endOf(days),
    });
  };
  return (
    <FormDialog
      title="New service account"
      action="Create service account"
      sending={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The program that signs in, such as “Nightly report”."
        required
        value={draft.name}
        error={issueAt(create.error, '/name')}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <EndpointField endpoint={draft.endpoint} onChange={(endpoint) => setDraft({ ...draft, endpoint })} />
      <CredentialFields
        draft={credential}
        isWrong={isTried && keys === null}
        error={create.error}
        onChange={setCredential}
      />
      <LastingFields draft={draft} error={create.error} onChange={(next) => setDraft({ ...draft, ...next })} />
      <ReachFields reach={reach} hasCalls={false} error={create.error} onChange={setReach} />
    </FormDialog>
  );
}

type Lasting = { readonly days: string; readonly endUser: string };

type LastingFieldsProps = {
  readonly draft: Lasting;
  readonly error: Error | null;
  readonly onChange: (next: Partial<Lasting>) => void;
};

function LastingFields({ draft, error, onChange }: LastingFieldsProps) {
  return (
    <>
      <SelectField
        label="Expires"
        hint="Its tokens expire at the same time."
        value={draft.days}
        onChange={(event) => onChange({ days: event.target.value })}
      >
        {ENDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="End user (optional)"
        hint="Your own ID for one of your users. Leave empty if each call names its end user."
        isMono
        value={draft.endUser}
        error={issueAt(error, '/endUser')}
        onChange={(event) => onChange({ endUser: event.target.value })}
      />
    </>
  );
}

function useCreateMachine(onSecret: (fresh: FreshSecret) => void, onClose: () => void) {
  return useApiMutation('createServiceAccount', async (input: CreateServiceAccountInput) => {
    const { secret, serviceAccount } = payloadOf(
      (await sendOperation(STACKS_CREATE_MACHINE, { input })).createServiceAccount,
    );
    if (secret === null) toast(`${serviceAccount.name} can now sign in with its keys`);
    else onSecret({ ...serviceAccount, secret });
    onClose();
  });
}
