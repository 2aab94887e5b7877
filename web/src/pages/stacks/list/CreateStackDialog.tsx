import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { STACK_NAME_CHARACTERS_MAX } from '../RenameForm.tsx';
import { STACKS_CREATE } from './operations.ts';

type CreateStackProps = { readonly onClose: () => void };

export function CreateStackDialog({ onClose }: CreateStackProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isRecorded, setIsRecorded] = useState(true);
  const create = useApiMutation('createStack', async () => {
    const input = { name: name.trim(), configuration: { analyticsEnabled: isRecorded } };
    return payloadOf((await sendOperation(STACKS_CREATE, { input })).createStack);
  });
  const isReady = name.trim() !== '';
  const submit = () =>
    create.mutate(undefined, {
      onSuccess: ({ stack }) => navigate({ to: '/stacks/$stackId', params: { stackId: stack.id } }),
    });
  return (
    <Dialog title="New stack" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !create.isPending) submit();
        }}
      >
        <TextField
          label="Name"
          hint="What it is for, such as “Support agent”. You can change it later."
          maxLength={STACK_NAME_CHARACTERS_MAX}
          error={issueAt(create.error, '/name')}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="stack stack--small">
          <Switch label="Record calls for the Activity page" isOn={isRecorded} onChange={setIsRecorded} />
          <p className="soft small">
            Who called, times, sizes, outcome and why a call failed are kept; not what was sent and answered.
          </p>
        </div>
        <ErrorNotice error={create.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending} disabled={!isReady}>
            Create stack
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
