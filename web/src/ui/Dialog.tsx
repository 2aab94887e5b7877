import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';

type DialogProps = {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal dialog, open for as long as it is rendered. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
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
          <h2 id={titleId}>{title}</h2>
          <Button kind="plain" size="small" isIcon aria-label="Close" onClick={onClose}>
            <X size={18} aria-hidden />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
