import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';

type DialogProps = {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The initial focus: the first field, else a button that changes nothing, else the heading. */
const STARTS = [
  ':is(input, select, textarea):not(:disabled, [type="hidden"])',
  '.dialog__actions button:not(:disabled)',
  'h2',
] as const;

function focusStart(dialog: HTMLDialogElement): void {
  const starts = STARTS.map((start) => dialog.querySelector<HTMLElement>(start));
  starts.find((start) => start !== null)?.focus();
}

/** A modal dialog, open for as long as it is rendered. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Opened before the page is drawn and closed before it is removed: afterwards a browser does not give the focus back.
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
