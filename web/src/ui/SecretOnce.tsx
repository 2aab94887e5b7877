import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Code } from './Code.tsx';
import { Notice } from './Notice.tsx';

type SecretOnceProps = {
  /** What it is: “API key”. */
  readonly label: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
};

/** A secret that the server shows this one time. */
export function SecretOnce({ label, secret, children, onDone }: SecretOnceProps) {
  return (
    <Notice kind="good">
      <h3>The {label}</h3>
      <p>Copy it now: it is shown this one time and cannot be read again.</p>
      <Code text={secret} label={label} isWrapped />
      {children}
      <div>
        <Button kind="primary" size="small" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </Notice>
  );
}
