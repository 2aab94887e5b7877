import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { STACKS_UPDATE } from './operations.ts';

export const STACK_NAME_CHARACTERS_MAX = 100;

type RenameFormProps = {
  readonly stack: { readonly id: string; readonly name: string };
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
};

export function RenameForm({ stack, onDone, onCancel }: RenameFormProps) {
  const [name, setName] = useState(stack.name);
  const rename = useApiMutation('updateStack', async () =>
    payloadOf((await sendOperation(STACKS_UPDATE, { input: { stackId: stack.id, name: name.trim() } })).updateStack),
  );
  const isReady = name.trim() !== '' && name.trim() !== stack.name;
  const onRenamed = () => {
    toast('Stack renamed');
    onDone?.();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !rename.isPending) rename.mutate(undefined, { onSuccess: onRenamed });
      }}
    >
      <TextField
        label="Name"
        hint="Agents don’t see the name, so you can change it at any time."
        maxLength={STACK_NAME_CHARACTERS_MAX}
        error={issueAt(rename.error, '/name')}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ErrorNotice error={rename.error} />
      <div className={onCancel ? 'dialog__actions' : 'row'}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind="primary" isBusy={rename.isPending} disabled={!isReady}>
          Rename stack
        </Button>
      </div>
    </form>
  );
}
