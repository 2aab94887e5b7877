import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Download, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { download } from '../../records/download.ts';
import { May } from '../../shell/May.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ChangeIdDialog } from './ChangeIdDialog.tsx';
import { SERVER_DOCUMENT, SERVER_REMOVE } from './operations.ts';
import { RefreshDialog } from './RefreshDialog.tsx';
import { RewordTools } from './RewordTools.tsx';
import type { Scheduled } from './Schedule.tsx';

type OwnActionsProps = {
  readonly server: Scheduled & { readonly isRefreshable: boolean };
};

export function OwnActions({ server }: OwnActionsProps) {
  const [open, setOpen] = useState<'id' | 'refresh' | 'remove' | 'reword' | null>(null);
  const save = useMutation({
    mutationFn: async (id: string) => {
      const { server } = await sendOperation(SERVER_DOCUMENT, { id });
      download(`${id}.json`, 'application/json', `${JSON.stringify(server?.document, null, 2)}\n`);
    },
  });
  return (
    <section className="stack stack--small" aria-label="Your private server">
      <div className="row">
        {server.isRefreshable && (
          <May right="WRITE">
            <Button size="small" onClick={() => setOpen('refresh')}>
              <RefreshCw size={15} aria-hidden /> Refresh tools
            </Button>
          </May>
        )}
        <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(server.id)}>
          <Download size={15} aria-hidden /> Export document
        </Button>
        <May right="WRITE">
          {!server.isRefreshable && (
            <Button
              size="small"
              aria-expanded={open === 'reword'}
              onClick={() => setOpen(open === 'reword' ? null : 'reword')}
            >
              <Pencil size={15} aria-hidden /> Rename and describe tools
            </Button>
          )}
          <Button size="small" onClick={() => setOpen('id')}>
            Change ID
          </Button>
          <ButtonLink to="/import" size="small">
            Import again
          </ButtonLink>
          <Button size="small" kind="danger" onClick={() => setOpen('remove')}>
            <Trash2 size={15} aria-hidden /> Remove
          </Button>
        </May>
      </div>
      <ErrorNotice error={save.error} />
      {open === 'reword' && <RewordTools serverId={server.id} onClose={() => setOpen(null)} />}
      {open === 'id' && <ChangeIdDialog server={server} onClose={() => setOpen(null)} />}
      {open === 'refresh' && <RefreshDialog server={server} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog server={server} onClose={() => setOpen(null)} />}
    </section>
  );
}

type RemoveDialogProps = {
  readonly server: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

function RemoveDialog({ server, onClose }: RemoveDialogProps) {
  const router = useRouter();
  const remove = useApiMutation('deleteServer', async (serverId: string) => {
    const { deleteServer } = await sendOperation(SERVER_REMOVE, { input: { serverId } });
    payloadOf(deleteServer);
    toast(`Removed ${server.name}.`);
    // Don't navigate if the person went to another page in the meantime.
    const isHere = router.matchRoute({ to: '/marketplace/$serverId', params: { serverId } }) !== false;
    if (isHere) await router.navigate({ to: '/marketplace' });
  });
  return (
    <ConfirmDialog
      title={`Remove ${server.name}`}
      action="Remove server"
      typed={server.name}
      sending={remove}
      onConfirm={() => remove.mutate(server.id)}
      onClose={onClose}
    >
      <p>You can’t undo this. Export its document first if you may need it again.</p>
      <p>You can remove it only if no stack uses it.</p>
    </ConfirmDialog>
  );
}
