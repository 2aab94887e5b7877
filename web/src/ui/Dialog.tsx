import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';

type DialogProps = {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Initial focus: the first field, or a harmless button, or the heading. */
const STARTS = [
  ':is(input, select, textarea):not(:disabled, [type="hidden"])',
  '.dialog__actions button:not(:disabled)',
  'h2',
] as const;

function focusStart(dialog: HTMLDialogElement): void {
  const starts = STARTS.map((start) => dialog.querySelector<HTMLElement>(start));
  starts.find((start) => start !== null)?.focus();
}

/** A modal dialog, open while rendered. The browser traps and restores the focus. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Open before paint and close before removal; otherwise browsers don't restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    focusStart(dialog);
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={isWide ? 'dialog dialog--wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog__body">
        <div className="dialog__head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button kind="plain" size="small" isIcon aria-label="Close" onClick={onClose}>
            <X size={18} aria-hidden />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
