import { useState } from 'react';
import { ApiError, ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import { CredentialField } from './CredentialField.tsx';
import { STACKS_SET_CREDENTIALS } from './operations.ts';

type CredentialFormProps = {
  readonly stackId: string;
  readonly endUser: string | null;
  readonly placed: StacksServerFragment;
};

type Values = Readonly<Record<string, string>>;

const filledIn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** What was wrong with one field, where the API’s pointer names it. */
const issueOf = (error: Error | null, fieldId: string): string | null =>
  error instanceof ApiError ? (error.issues.find(({ path }) => path.endsWith(`/${fieldId}`))?.message ?? null) : null;

/** Saves what was typed, all of it or nothing; what was left empty stays as it is. */
export function CredentialForm({ stackId, endUser, placed }: CredentialFormProps) {
  const [values, setValues] = useState<Values>({});
  const [savedCount, setSavedCount] = useState(0);
  const { server, credentialStatus } = placed;
  const statuses = new Map(
    [...credentialStatus.required, ...credentialStatus.optional].map((status) => [status.fieldId, status]),
  );
  const save = useStackChange(async (credentials: Values) => {
    const input = { stackId, serverId: server.id, endUser, credentials };
    return payloadOf((await ask(STACKS_SET_CREDENTIALS, { input })).setCredentials);
  });
  const typed = filledIn(values);
  const isReady = Object.keys(typed).length > 0;
  const onSaved = () => {
    // Not kept a moment longer than sending them took.
    setValues({});
    setSavedCount(savedCount + 1);
    save.reset();
    toast(`Credentials of ${server.name} are saved`);
  };
  return (
    <form
      className="stack"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !save.isPending) save.mutate(typed, { onSuccess: onSaved });
      }}
    >
      {server.credentialFields.map((field) => (
        <CredentialField
          key={`${field.id} ${savedCount}`}
          place={{ stackId, serverId: server.id, endUser }}
          field={field}
          status={statuses.get(field.id) ?? null}
          value={values[field.id] ?? ''}
          error={issueOf(save.error, field.id)}
          onType={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
      <ErrorNotice error={save.error} />
      <div>
        <Button type="submit" kind="primary" isBusy={save.isPending} disabled={!isReady}>
          Save credentials
        </Button>
      </div>
    </form>
  );
}
