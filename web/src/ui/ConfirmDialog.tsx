import { type ReactNode, useState } from 'react';
import type { Sending } from '../api/hooks.ts';
import { TextField } from './Field.tsx';
import { FormDialog } from './FormDialog.tsx';

type ConfirmProps = {
  readonly title: string;
  /** What the button does: “Delete stack”. */
  readonly action: string;
  /** What must be typed first, for what cannot be undone. */
  readonly typed?: string;
  /** The change that it sends; left out where nothing is sent. */
  readonly sending?: Sending;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Asks before something is lost, which is then sent once. */
export function ConfirmDialog({ title, action, typed, sending, onConfirm, onClose, children }: ConfirmProps) {
  const [text, setText] = useState('');
  // Its sender may have sent something before, which is not what is asked about now unless it is still on its way.
  const [isConfirmed, setIsConfirmed] = useState(sending?.isPending ?? false);
  return (
    <FormDialog
      title={title}
      action={action}
      kind="danger"
      isReady={typed === undefined || text === typed}
      {...(sending && isConfirmed && { sending })}
      onSubmit={() => {
        setIsConfirmed(true);
        onConfirm();
      }}
      onClose={onClose}
    >
      <div className="stack stack--small">{children}</div>
      {typed !== undefined && (
        <TextField
          label={
            <>
              Type <code>{typed}</code> to confirm
            </>
          }
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
