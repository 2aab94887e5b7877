import type { ReactNode } from 'react';
import { isSent, type Sending } from '../api/hooks.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './Notice.tsx';

type FormDialogProps = {
  readonly title: string;
  /** Button label, such as “Create stack”. */
  readonly action: string;
  /** `danger` for destructive actions. */
  readonly kind?: 'primary' | 'danger';
  readonly isWide?: boolean;
  /** Whether the form is complete; absent if the fields check it themselves. */
  readonly isReady?: boolean;
  /** The mutation it sends, if any. */
  readonly sending?: Sending;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A form dialog that submits once and then closes. */
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
