import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './Field.tsx';
import { ErrorNotice } from './Notice.tsx';

type ConfirmProps = {
  readonly title: string;
  /** What the button does: “Delete stack”. */
  readonly action: string;
  /** What must be typed first, for what cannot be undone. */
  readonly typed?: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Asks before something is lost. */
export function ConfirmDialog({ title, action, typed, isBusy, error, onConfirm, onClose, children }: ConfirmProps) {
  const [text, setText] = useState('');
  const isReady = typed === undefined || text === typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) onConfirm();
        }}
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
        <ErrorNotice error={error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
