import { type ReactNode, useEffect, useRef } from 'react';
import { Steps } from './Steps.tsx';

type AtStepProps = { readonly step: 0 | 1 | 2; readonly children: ReactNode };

/** One step of the wizard, which takes the focus when it is come to; not when the page opens. */
export function AtStep({ step, children }: AtStepProps) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    ref.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <div className="stack stack--large import-step" ref={ref} tabIndex={-1}>
      <Steps current={step} />
      {children}
    </div>
  );
}
