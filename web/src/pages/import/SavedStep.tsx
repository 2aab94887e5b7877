import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AddedNotice } from '../marketplace/AddedNotice.tsx';
import { AddForm } from '../marketplace/AddForm.tsx';
import type { AddedServer } from '../marketplace/useStackChoice.ts';
import '../marketplace/marketplace.css';
import { IMPORT_SAVED } from './operations.ts';

type SavedStepProps = { readonly serverId: string; readonly onAnother: () => void };

export function SavedStep({ serverId, onAnother }: SavedStepProps) {
  const query = useApiQuery(IMPORT_SAVED, { id: serverId });
  return (
    <Loaded query={query} lines={4}>
      {({ server }) =>
        server?.isPrivate ? (
          <Saved server={server} toolCount={server.tools.totalCount} onAnother={onAnother} />
        ) : (
          <Empty title="Server not found" action={<Button onClick={onAnother}>Import a server</Button>}>
            It may have been removed, or the URL is wrong.
          </Empty>
        )
      }
    </Loaded>
  );
}

type SavedProps = Pick<SavedStepProps, 'onAnother'> & {
  readonly server: { readonly id: string; readonly name: string };
  readonly toolCount: number;
};

function Saved({ server, toolCount, onAnother }: SavedProps) {
  const [done, setDone] = useState<AddedServer | null>(null);
  return (
    <div className="stack stack--large import-saved">
      <div role="status">
        <Notice kind="good">
          <p>
            <strong>{server.name}</strong> is saved with {toolCount === 1 ? '1 tool' : `${toolCount} tools`}. Only your
            account can see it.
          </p>
        </Notice>
      </div>
      <section className="card stack" aria-labelledby="import-add">
        <h2 id="import-add">{done ? `Added to ${done.stackServer.stack.name}` : 'Add to a stack'}</h2>
        {done ? <AddedNotice added={done} /> : <AddForm server={server} stackId={undefined} onDone={setDone} />}
      </section>
      <div className="row">
        <ButtonLink to="/marketplace/$serverId" params={{ serverId: server.id }}>
          Open server page
        </ButtonLink>
        <Button onClick={onAnother}>Import another</Button>
      </div>
    </div>
  );
}
