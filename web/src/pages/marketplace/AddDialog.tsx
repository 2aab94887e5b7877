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
  const [done, setDone] = useState<AddedServer | null>(null);
  return (
    <Dialog
      title={
        done
          ? `Added ${done.stackServer.server.name} to ${done.stackServer.stack.name}`
          : `Add ${server.name} to a stack`
      }
      onClose={onClose}
    >
      {done ? (
        <AddedNotice added={done} onClose={onClose} />
      ) : (
        <AddForm server={server} stackId={stackId} onDone={setDone} onClose={onClose} />
      )}
    </Dialog>
  );
}
