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
  /** What to do about it, where the page knows better than the code says. */
  readonly advice?: string;
};

/** What went wrong, read out at once; nothing without an error. */
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

/** The server's general message for an invalid input. It is not shown, since the issues say what is wrong. */
const SAYS_NOTHING = 'Invalid request parameters';

/** What is wrong with an input, but for what its fields say themselves. */
function Refusal({ error: { message, issues } }: { readonly error: ApiError }) {
  const ref = useRef<HTMLDivElement>(null);
  const [rest, setRest] = useState(issues);
  // Before painting, when the fields of the form already have their errors.
  useLayoutEffect(() => {
    const errors = ref.current?.closest('form')?.querySelectorAll('.field__error') ?? [];
    const shown = [...errors].map(({ textContent }) => textContent);
    setRest(issues.filter((issue) => !shown.includes(issue.message)));
  }, [issues]);
  return (
    <div ref={ref}>
      {rest.length === 0 && <p>Change what is marked, then try again.</p>}
      {rest.length > 0 && message !== SAYS_NOTHING && <p>{message}</p>}
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
