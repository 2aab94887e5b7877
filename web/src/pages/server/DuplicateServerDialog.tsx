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

/** Asks for the copy’s id and name, and leads to the copy. */
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
        For a second account of {server.name} in the same stack: the copy has credentials of its own, and its tools
        begin with its id. It stays as it is when {server.name} changes.
      </p>
      <TextField
        label="Id of the copy"
        hint={`Lower case letters, digits and hyphens, such as ${server.id}-work`}
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
