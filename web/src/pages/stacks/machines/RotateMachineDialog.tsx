import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { RotateServiceAccountInput, StacksMachineFragment } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { type CredentialDraft, CredentialFields, keysOf } from './CredentialFields.tsx';
import { ENDS, endOf } from './ends.ts';
import type { FreshSecret } from './NewSecret.tsx';
import { STACKS_ROTATE_MACHINE } from './operations.ts';

type RotateMachineProps = {
  readonly client: StacksMachineFragment;
  readonly onSecret: (fresh: FreshSecret) => void;
  readonly onClose: () => void;
};

const AS_BEFORE = 'same';

/** Replaces a service account's secret or keys, and optionally its expiry date. */
export function RotateMachineDialog({ client, onSecret, onClose }: RotateMachineProps) {
  const [draft, setDraft] = useState<CredentialDraft>({ kind: client.hasSecret ? 'secret' : 'keys', keys: '' });
  const [end, setEnd] = useState(AS_BEFORE);
  const [isTried, setIsTried] = useState(false);
  const keys = keysOf(draft);
  const rotate = useApiMutation('rotateServiceAccount', async (input: RotateServiceAccountInput) => {
    const { secret } = payloadOf((await sendOperation(STACKS_ROTATE_MACHINE, { input })).rotateServiceAccount);
    if (secret === null) toast(`${client.name} now signs in with its new keys`);
    else onSecret({ id: client.id, name: client.name, secret });
    onClose();
  });
  const submit = () => {
    setIsTried(true);
    if (keys === null) return;
    rotate.mutate({ serviceAccountId: client.id, ...keys, ...(end !== AS_BEFORE && { expiresAt: endOf(end) }) });
  };
  return (
    <FormDialog
      title={`Rotate ${client.name}`}
      action="Rotate"
      kind="danger"
      sending={rotate}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Its current secret or keys and all its tokens stop working at once. Its ID and rules stay the same.</p>
      <CredentialFields draft={draft} isWrong={isTried && keys === null} error={rotate.error} onChange={setDraft} />
      <SelectField
        label="Expires"
        value={end}
        error={issueAt(rotate.error, '/expiresAt')}
        onChange={(event) => setEnd(event.target.value)}
      >
        <option value={AS_BEFORE}>Unchanged</option>
        {ENDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
