import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SERVER_DUPLICATE } from './operations.ts';

const NAME_CHARACTERS_MAX = 200;

type DuplicateServerProps = {
  readonly server: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

export function DuplicateServerDialog({ server, onClose }: DuplicateServerProps) {
  const navigate = useNavigate();
  const [id, setId] = useState(`${server.id}-2`);
  const [name, setName] = useState(`${server.name} (2)`);
  const duplicate = useApiMutation('duplicateServer', async () => {
    const input = { serverId: server.id, id: id.trim(), name: name.trim() };
    return payloadOf((await sendOperation(SERVER_DUPLICATE, { input })).duplicateServer);
  });
  const isReady = id.trim() !== '' && name.trim() !== '';
  const submit = () =>
    duplicate.mutate(undefined, {
      onSuccess: ({ server: made }) => {
        onClose();
        navigate({ to: '/marketplace/$serverId', params: { serverId: made.id } });
      },
    });
  return (
    <FormDialog
      title={`Duplicate ${server.name}`}
      action="Duplicate server"
      isReady={isReady}
      sending={duplicate}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        Use a second {server.name} account in the same stack. The copy has its own credentials, and its tool IDs start
        with its own ID. It doesn’t follow changes to {server.name}.
      </p>
      <TextField
        label="ID of the copy"
        hint={`Lowercase letters, digits and hyphens, such as ${server.id}-work`}
        error={issueAt(duplicate.error, '/id')}
        required
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <TextField
        label="Name of the copy"
        maxLength={NAME_CHARACTERS_MAX}
        error={issueAt(duplicate.error, '/name')}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
