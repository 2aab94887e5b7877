import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Code } from './Code.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Notice } from './Notice.tsx';

type SecretOnceProps = {
  /** Such as “API key”. */
  readonly label: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
};

/** A secret shown only once. It takes the focus, and leaving the page asks for confirmation. */
export function SecretOnce({ label, secret, children, onDone }: SecretOnceProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    ref.current?.focus();
  }, []);
  return (
    <section ref={ref} tabIndex={-1} className="secret-once" aria-label={`New ${label}`}>
      <Notice kind="good">
        <h3>The {label}</h3>
        <p>Copy it now. You won’t be able to see it again.</p>
        <Code text={secret} label={label} isWrapped />
        {children}
        <div>
          <Button kind="primary" size="small" onClick={onDone}>
            I’ve saved it
          </Button>
        </div>
      </Notice>
      <ConfirmLeaving label={label} />
    </section>
  );
}

type Pages = { readonly current: { readonly pathname: string }; readonly next: { readonly pathname: string } };

const isLeaving = ({ current, next }: Pages): boolean => current.pathname !== next.pathname;

function ConfirmLeaving({ label }: Pick<SecretOnceProps, 'label'>) {
  const leaving = useBlocker({ shouldBlockFn: isLeaving, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={`Leave without the ${label}?`}
      action="Leave without it"
      onConfirm={leaving.proceed}
      onClose={leaving.reset}
    >
      <p>You haven’t confirmed that you saved it. It won’t be shown again.</p>
    </ConfirmDialog>
  );
}
