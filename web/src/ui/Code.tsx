import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

type CopyProps = { readonly text: string; readonly label?: string };

const COPIED_FOR_MS = 2_000;

export function CopyButton({ text, label = 'Copy' }: CopyProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="small" onClick={() => navigator.clipboard.writeText(text).then(() => setIsCopied(true))}>
      <Icon size={15} aria-hidden />
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}

type CodeProps = {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  /** Wraps long lines, for tokens and URLs. */
  readonly isWrapped?: boolean;
  /** Text to copy if it differs from the visible text, as with a masked key. */
  readonly copyText?: string;
};

export function Code({ text, label, isWrapped = false, copyText = text }: CodeProps) {
  return (
    <div className={isWrapped ? 'code code--wrap' : 'code'}>
      {/* Scrollable regions must be reachable by keyboard (WCAG 2.1.1). */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section tabIndex={0} aria-label={label} className="code__text">
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <div className="code__copy">
        <CopyButton text={copyText} />
      </div>
    </div>
  );
}
