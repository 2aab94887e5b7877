import { useNavigate } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_REMOVE } from './operations.ts';

type RemoveDialogProps = {
  readonly server: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

export function RemoveDialog({ server, onClose }: RemoveDialogProps) {
  const navigate = useNavigate();
  const remove = useChange(async (serverId: string) => {
    const { removeServer } = await ask(SERVER_REMOVE, { input: { serverId } });
    if (!removeServer) throw new Error('The server gave no answer');
    payloadOf(removeServer);
    toast(`${server.name} was removed.`);
    await navigate({ to: '/marketplace' });
  });
  return (
    <ConfirmDialog
      title={`Remove ${server.name}`}
      action="Remove server"
      typed={server.name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(server.id)}
      onClose={onClose}
    >
      <p>It leaves your marketplace for good. Export its document first if you may want it back.</p>
      <p>It can be removed only while no stack has it.</p>
    </ConfirmDialog>
  );
}
