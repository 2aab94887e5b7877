import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SERVER_CHANGE_ID } from './operations.ts';

type ChangeIdProps = {
  readonly server: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

export function ChangeIdDialog({ server, onClose }: ChangeIdProps) {
  const navigate = useNavigate();
  const [slug, setSlug] = useState(server.id);
  const change = useApiMutation('updateServer', async () => {
    const input = { serverId: server.id, slug: slug.trim() };
    return payloadOf((await sendOperation(SERVER_CHANGE_ID, { input })).updateServer);
  });
  const submit = () =>
    change.mutate(undefined, {
      onSuccess: ({ server: changed }) => {
        onClose();
        navigate({ to: '/marketplace/$serverId', params: { serverId: changed.id } });
      },
    });
  return (
    <FormDialog
      title={`Change the ID of ${server.name}`}
      action="Change ID"
      isReady={slug.trim() !== '' && slug.trim() !== server.id}
      sending={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">The IDs of its tools start with this ID. You can’t change it once a stack has the server.</p>
      <TextField
        label="ID"
        hint="Lowercase letters, digits and hyphens"
        error={issueAt(change.error, '/slug')}
        required
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
      />
    </FormDialog>
  );
}
