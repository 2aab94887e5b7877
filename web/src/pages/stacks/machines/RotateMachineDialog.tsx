import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { RotateMachineClientInput, StacksMachineFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
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

/** Gives a machine client something else to sign in with, and, where one wants, another end. */
export function RotateMachineDialog({ client, onSecret, onClose }: RotateMachineProps) {
  const [draft, setDraft] = useState<CredentialDraft>({ kind: client.hasSecret ? 'secret' : 'keys', keys: '' });
  const [end, setEnd] = useState(AS_BEFORE);
  const [isTried, setIsTried] = useState(false);
  const keys = keysOf(draft);
  const rotate = useApiMutation('rotateMachineClient', async (input: RotateMachineClientInput) => {
    const { secret } = payloadOf((await sendOperation(STACKS_ROTATE_MACHINE, { input })).rotateMachineClient);
    if (secret === null) toast(`${client.name} signs in with its new keys from now on`);
    else onSecret({ id: client.id, name: client.name, secret });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (keys === null || rotate.isPending) return;
    rotate.mutate({ machineClientId: client.id, ...keys, ...(end !== AS_BEFORE && { expiresAt: endOf(end) }) });
  };
  return (
    <Dialog title={`Rotate ${client.name}`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>What it signs in with now, and all its tokens, end at once. Its id stays, and so do the rules about it.</p>
        <CredentialFields draft={draft} isWrong={isTried && keys === null} error={rotate.error} onChange={setDraft} />
        <SelectField
          label="Ends"
          value={end}
          error={issueAt(rotate.error, '/expiresAt')}
          onChange={(event) => setEnd(event.target.value)}
        >
          <option value={AS_BEFORE}>As before</option>
          {ENDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <ErrorNotice error={rotate.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={rotate.isPending}>
            Rotate
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
