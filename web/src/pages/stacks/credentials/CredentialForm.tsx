import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { ChoiceOf } from './ChoiceOf.tsx';
import { CredentialField, type CredentialPlace, type DeclaredField } from './CredentialField.tsx';
import { chooseFrom, clientOf, typedInto } from './choices.ts';
import { STACKS_REMOVE_CREDENTIAL, STACKS_SET_CREDENTIALS } from './operations.ts';

type Values = Readonly<Record<string, string>>;

/** Input for one server's fields. The page drops it once the server has stored it. */
function useCredentialForm(place: CredentialPlace, serverName: string, fields: readonly DeclaredField[]) {
  const [values, setValues] = useState<Values>({});
  const [emptied, setEmptied] = useState<ReadonlySet<string>>(new Set());
  const [savedCount, setSavedCount] = useState(0);
  const save = useApiMutation('setCredentials', async (values: Values) => {
    const credentialValues = Object.entries(values).map(([fieldId, value]) => ({ fieldId, value }));
    const input = { ...place, credentialValues };
    return payloadOf((await sendOperation(STACKS_SET_CREDENTIALS, { input })).setCredentials);
  });
  const typed = typedInto(fields, values, emptied);
  const isReady = Object.keys(typed).length > 0;
  const onSaved = ({ notes }: { readonly notes: readonly string[] }) => {
    setValues({});
    setEmptied(new Set());
    setSavedCount(savedCount + 1);
    // React Query keeps a mutation's variables; reset it to drop the secrets.
    save.reset();
    toast([`Saved credentials of ${serverName}`, ...notes].join('. '));
  };
  const submit = () => {
    if (isReady && !save.isPending) save.mutate(typed, { onSuccess: onSaved });
  };
  const type = (fieldId: string, value: string) => setValues((now) => ({ ...now, [fieldId]: value }));
  const setEmpty = (fieldId: string, isEmpty: boolean) =>
    setEmptied((now) => new Set(isEmpty ? [...now, fieldId] : [...now].filter((id) => id !== fieldId)));
  return { values, emptied, setEmpty, savedCount, isReady, isSaving: save.isPending, error: save.error, submit, type };
}

type CredentialFormProps = {
  readonly stackId: string;
  readonly endUser: string | null;
  readonly placed: StacksServerFragment;
};

/** Saves all entered values or none; empty fields stay unchanged. */
export function CredentialForm({ stackId, endUser, placed }: CredentialFormProps) {
  const { server, credentialStatus } = placed;
  const place = { stackId, serverId: server.id, endUser };
  const [removing, setRemoving] = useState<DeclaredField | null>(null);
  const statuses = new Map(
    [...credentialStatus.required, ...credentialStatus.optional].map((status) => [status.fieldId, status]),
  );
  const isAdded = ({ id }: DeclaredField) => statuses.get(id)?.state === 'ADDED';
  const [key, choose] = useState<string | null>(null);
  const { choices, chosen, isComplete, isNeeded, fields } = chooseFrom(server, isAdded, key);
  const form = useCredentialForm(place, server.name, fields);
  return (
    <>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {chosen && <ChoiceOf choices={choices} chosen={chosen} isComplete={isComplete} onChoose={choose} />}
        {fields.map((field) => (
          <CredentialField
            key={`${field.id} ${form.savedCount}`}
            place={place}
            field={field}
            status={statuses.get(field.id) ?? null}
            clientNames={clientOf(field, server.credentialFields).map(({ name }) => name)}
            isClientMissing={!clientOf(field, server.credentialFields).every(isAdded)}
            isNeeded={isNeeded(field)}
            value={form.values[field.id] ?? ''}
            error={issueAt(form.error, `/credentials/${field.id}`)}
            isEmptied={form.emptied.has(field.id)}
            onType={(value) => form.type(field.id, value)}
            onEmpty={(isEmpty) => form.setEmpty(field.id, isEmpty)}
            onRemove={() => setRemoving(field)}
          />
        ))}
        <ErrorNotice error={form.error} />
        <div>
          <Button type="submit" kind="primary" isBusy={form.isSaving} disabled={!form.isReady}>
            Save credentials
          </Button>
        </div>
      </form>
      {removing && <RemoveCredential place={place} field={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

type RemoveCredentialProps = {
  readonly place: CredentialPlace;
  readonly field: DeclaredField;
  readonly onClose: () => void;
};

/** Asks before a credential is removed. Rendered outside the credentials form, because forms can't be nested. */
function RemoveCredential({ place, field, onClose }: RemoveCredentialProps) {
  const remove = useApiMutation('deleteCredential', async () => {
    const input = { ...place, fieldId: field.id };
    return payloadOf((await sendOperation(STACKS_REMOVE_CREDENTIAL, { input })).deleteCredential);
  });
  const onRemoved = () => {
    toast(`${field.name} is removed`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Remove ${field.name}`}
      action="Remove credential"
      sending={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>Calls that need this credential fail until you add it again.</p>
    </ConfirmDialog>
  );
}
