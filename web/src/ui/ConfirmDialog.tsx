import { type ReactNode, useState } from 'react';
import type { Sending } from '../api/hooks.ts';
import { TextField } from './Field.tsx';
import { FormDialog } from './FormDialog.tsx';

type ConfirmProps = {
  readonly title: string;
  /** Button label, such as “Delete stack”. */
  readonly action: string;
  /** Text to type first, for irreversible actions. */
  readonly typed?: string;
  /** The mutation it sends, if any. */
  readonly sending?: Sending;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Confirms a destructive action and sends it once. */
export function ConfirmDialog({ title, action, typed, sending, onConfirm, onClose, children }: ConfirmProps) {
  const [text, setText] = useState('');
  // If an earlier confirmation is still being sent, the dialog counts as confirmed.
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
