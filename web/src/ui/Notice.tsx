import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ERROR_ADVICE } from '../api/codes.ts';
import { ApiError } from '../api/operation.ts';
import { Button } from './Button.tsx';
import { issueText } from './issueText.ts';

type NoticeProps = { readonly kind?: 'plain' | 'good' | 'warn' | 'bad'; readonly children: ReactNode };

export function Notice({ kind = 'plain', children }: NoticeProps) {
  return <div className={kind === 'plain' ? 'notice' : `notice notice--${kind}`}>{children}</div>;
}

type ErrorNoticeProps = {
  readonly error: Error | null;
  readonly onRetry?: () => void;
  /** Overrides the default advice for the error code. */
  readonly advice?: string;
};

/** An error, announced at once to screen readers. */
export function ErrorNotice({ error, onRetry, advice: own }: ErrorNoticeProps) {
  if (!error) return null;
  const hasIssues = error instanceof ApiError && error.issues.length > 0;
  const advice = own ?? (error instanceof ApiError ? ERROR_ADVICE[error.code] : null);
  return (
    <div className="notice notice--bad" role="alert">
      {hasIssues ? <Refusal error={error} /> : <p>{error.message}</p>}
      {advice && <p className="small">{advice}</p>}
      {onRetry && (
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** The server's generic message for invalid input. Not shown, because the individual issues say more. */
const GENERIC_MESSAGE = 'Invalid request parameters';

/** Issues of an input that no field shows. */
function Refusal({ error: { message, issues } }: { readonly error: ApiError }) {
  const ref = useRef<HTMLDivElement>(null);
  const [rest, setRest] = useState(issues);
  // Runs before paint, when the fields already show their errors.
  useLayoutEffect(() => {
    const errors = ref.current?.closest('form')?.querySelectorAll('.field__error') ?? [];
    const shown = [...errors].map(({ textContent }) => textContent);
    setRest(issues.filter((issue) => !shown.includes(issue.message)));
  }, [issues]);
  return (
    <div ref={ref}>
      {rest.length === 0 && <p>Fix the highlighted fields, then try again.</p>}
      {rest.length > 0 && message !== GENERIC_MESSAGE && <p>{message}</p>}
      {rest.length > 0 && (
        <ul className="small">
          {rest.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>{issueText(issue)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
