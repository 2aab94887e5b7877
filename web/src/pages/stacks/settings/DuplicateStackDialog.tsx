import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import type { OpenStack } from '../openStack.ts';
import { STACKS_DUPLICATE } from '../operations.ts';
import { STACK_NAME_CHARACTERS_MAX } from '../RenameForm.tsx';

type DuplicateStackProps = { readonly stack: OpenStack; readonly onClose: () => void };

export function DuplicateStackDialog({ stack, onClose }: DuplicateStackProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const duplicate = useApiMutation('duplicateStack', async () => {
    const input = { stackId: stack.id, name: name.trim() };
    return payloadOf((await sendOperation(STACKS_DUPLICATE, { input })).duplicateStack);
  });
  const isReady = name.trim() !== '';
  const submit = () =>
    duplicate.mutate(undefined, {
      onSuccess: (made) => {
        onClose();
        navigate({ to: '/stacks/$stackId', params: { stackId: made.stack.id } });
      },
    });
  return (
    <FormDialog
      title={`Duplicate ${stack.name}`}
      action="Duplicate stack"
      isReady={isReady}
      sending={duplicate}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name of the copy"
        maxLength={STACK_NAME_CHARACTERS_MAX}
        error={issueAt(duplicate.error, '/name')}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
