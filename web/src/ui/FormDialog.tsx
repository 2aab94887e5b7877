import type { ReactNode } from 'react';
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
  /** Whether it is being sent. */
  readonly isBusy?: boolean;
  readonly error?: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** A dialog with fields and one button that sends them, once at a time and only when they are filled in. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, kind = 'primary', isWide = false, isReady = true, isBusy = false, error = null } = props;
  const { onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) onSubmit();
        }}
      >
        {children}
        <ErrorNotice error={error} />
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
