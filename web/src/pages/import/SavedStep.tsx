import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Target } from '../marketplace/AddDialog.tsx';
import { AddedNotice } from '../marketplace/AddedNotice.tsx';
import { AddForm } from '../marketplace/AddForm.tsx';
import type { AddedServer } from '../marketplace/useStackChoice.ts';
import '../marketplace/marketplace.css';

type SavedStepProps = {
  readonly server: { readonly id: string; readonly name: string };
  readonly toolCount: number;
  readonly onAnother: () => void;
};

/** The server is saved: what is left is a stack that has it. */
export function SavedStep({ server, toolCount, onAnother }: SavedStepProps) {
  const [done, setDone] = useState<{ readonly added: AddedServer; readonly stack: Target } | null>(null);
  return (
    <div className="stack stack--large import-saved">
      <div role="status">
        <Notice kind="good">
          <p>
            <strong>{server.name}</strong> is saved with {toolCount === 1 ? '1 tool' : `${toolCount} tools`}. Only your
            account sees it.
          </p>
        </Notice>
      </div>
      <section className="card stack" aria-labelledby="import-add">
        <h2 id="import-add">{done ? `Added to ${done.stack.name}` : 'Add it to a stack'}</h2>
        {done ? (
          <AddedNotice {...done} />
        ) : (
          <AddForm server={server} stackId={undefined} onDone={(added, stack) => setDone({ added, stack })} />
        )}
      </section>
      <div className="row">
        <ButtonLink to="/marketplace/$serverId" params={{ serverId: server.id }}>
          Open its page
        </ButtonLink>
        <Button onClick={onAnother}>Import another</Button>
      </div>
    </div>
  );
}
