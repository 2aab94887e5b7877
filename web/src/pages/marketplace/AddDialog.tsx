import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { AddedNotice } from './AddedNotice.tsx';
import { AddForm } from './AddForm.tsx';
import type { AddedServer } from './useStackChoice.ts';

export type AddableServer = { readonly id: string; readonly name: string };
export type Target = { readonly id: string; readonly name: string };

type AddDialogProps = {
  readonly server: AddableServer;
  /** The stack that is chosen to begin with. */
  readonly stackId?: string | undefined;
  readonly onClose: () => void;
};

/** Adds one server to a stack that exists or is made here, with the tools one wants. */
export function AddDialog({ server, stackId, onClose }: AddDialogProps) {
  const [done, setDone] = useState<{ readonly added: AddedServer; readonly stack: Target } | null>(null);
  return (
    <Dialog
      title={done ? `${server.name} is in ${done.stack.name}` : `Add ${server.name} to a stack`}
      onClose={onClose}
    >
      {done ? (
        <AddedNotice {...done} onClose={onClose} />
      ) : (
        <AddForm
          server={server}
          stackId={stackId}
          onDone={(added, stack) => setDone({ added, stack })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
