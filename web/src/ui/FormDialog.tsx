import type { ReactNode } from 'react';
import { isSent, type Sending } from '../api/hooks.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './Notice.tsx';

type FormDialogProps = {
  readonly title: string;
  /** What the button does: “Create stack”. */
  readonly action: string;
  /** `danger` for what ends something. */
  readonly kind?: 'primary' | 'danger';
  readonly isWide?: boolean;
  /** Whether what has to be filled in is; left out where the fields or the sender say so. */
  readonly isReady?: boolean;
  /** The change that it sends; left out where nothing is sent. */
  readonly sending?: Sending;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** A dialog with fields and one button that sends them, once and only when they are filled in; it is left then. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, kind = 'primary', isWide = false, isReady = true, sending } = props;
  const { onSubmit, onClose, children } = props;
  const isBusy = sending !== undefined && isSent(sending);
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !sending?.hasBegun()) onSubmit();
        }}
      >
        {children}
        <ErrorNotice error={sending?.error ?? null} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={kind} isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
