import { Download, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { download } from '../../records/download.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SERVER_DOCUMENT } from './operations.ts';
import { RefreshDialog } from './RefreshDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

type OwnActionsProps = {
  readonly server: { readonly id: string; readonly name: string; readonly isRefreshable: boolean };
};

/** What one can do with a server of one's own. */
export function OwnActions({ server }: OwnActionsProps) {
  const [open, setOpen] = useState<'refresh' | 'remove' | null>(null);
  const save = useChange(async (id: string) => {
    const { server: found } = await ask(SERVER_DOCUMENT, { id });
    download(`${id}.json`, 'application/json', `${JSON.stringify(found?.document, null, 2)}\n`);
  });
  return (
    <section className="stack stack--small" aria-label="Your own server">
      <div className="row">
        {server.isRefreshable && (
          <Button size="small" onClick={() => setOpen('refresh')}>
            <RefreshCw size={15} aria-hidden /> Refresh tools
          </Button>
        )}
        <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(server.id)}>
          <Download size={15} aria-hidden /> Export document
        </Button>
        <ButtonLink to="/import" size="small">
          Import again
        </ButtonLink>
        <Button size="small" kind="danger" onClick={() => setOpen('remove')}>
          <Trash2 size={15} aria-hidden /> Remove
        </Button>
      </div>
      <ErrorNotice error={save.error} />
      {open === 'refresh' && <RefreshDialog server={server} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog server={server} onClose={() => setOpen(null)} />}
    </section>
  );
}
