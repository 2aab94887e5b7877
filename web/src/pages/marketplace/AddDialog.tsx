import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { AddedNotice } from './AddedNotice.tsx';
import { AddForm } from './AddForm.tsx';
import type { AddedServer } from './useStackChoice.ts';

export type AddableServer = { readonly id: string; readonly name: string };
export type Target = { readonly id: string; readonly name: string };

type AddDialogProps = {
  readonly server: AddableServer;
  /** The preselected stack. */
  readonly stackId?: string | undefined;
  readonly onClose: () => void;
};

/** Adds a server to an existing or new stack, with all, some or none of its tools. */
export function AddDialog({ server, stackId, onClose }: AddDialogProps) {
  const [done, setDone] = useState<{ readonly added: AddedServer; readonly stack: Target } | null>(null);
  return (
    <Dialog
      title={done ? `Added ${server.name} to ${done.stack.name}` : `Add ${server.name} to a stack`}
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
