import { useState } from 'react';
import { issueAt } from '../../../api/issueAt.ts';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { CredentialField, type DeclaredField } from './CredentialField.tsx';
import { RemoveCredential } from './RemoveCredential.tsx';
import { useCredentialForm } from './useCredentialForm.ts';

type CredentialFormProps = {
  readonly stackId: string;
  readonly endUser: string | null;
  readonly placed: StacksServerFragment;
};

/** Saves what was typed, all of it or nothing; what was left empty stays as it is. */
export function CredentialForm({ stackId, endUser, placed }: CredentialFormProps) {
  const { server, credentialStatus } = placed;
  const place = { stackId, serverId: server.id, endUser };
  const [removing, setRemoving] = useState<DeclaredField | null>(null);
  const form = useCredentialForm(place, server.name);
  const statuses = new Map(
    [...credentialStatus.required, ...credentialStatus.optional].map((status) => [status.fieldId, status]),
  );
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
        {server.credentialFields.map((field) => (
          <CredentialField
            key={`${field.id} ${form.savedCount}`}
            place={place}
            field={field}
            status={statuses.get(field.id) ?? null}
            value={form.values[field.id] ?? ''}
            error={issueAt(form.error, `/credentials/${field.id}`)}
            onType={(value) => form.type(field.id, value)}
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
