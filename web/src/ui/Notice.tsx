import type { ReactNode } from 'react';
import { ApiError } from '../api/ask.ts';
import { Button } from './Button.tsx';

type NoticeProps = { readonly kind?: 'plain' | 'good' | 'warn' | 'bad'; readonly children: ReactNode };

export function Notice({ kind = 'plain', children }: NoticeProps) {
  return <div className={kind === 'plain' ? 'notice' : `notice notice--${kind}`}>{children}</div>;
}

type ErrorNoticeProps = { readonly error: Error | null; readonly onRetry?: () => void };

/** What went wrong, read out at once; nothing without an error. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  if (!error) return null;
  const issues = error instanceof ApiError ? error.issues : [];
  return (
    <div className="notice notice--bad" role="alert">
      <p>{error.message}</p>
      {issues.length > 0 && (
        <ul className="small">
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
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
