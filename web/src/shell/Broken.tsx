import type { ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

export function MissingPage() {
  return (
    <main className="front">
      <Empty title="There is no such page" action={<ButtonLink to="/">Go home</ButtonLink>}>
        The address may be mistyped, or what it showed was deleted.
      </Empty>
    </main>
  );
}

/** A page that failed to load or to render; a new version of the service is the usual cause. */
export function CrashedPage({ error }: ErrorComponentProps) {
  return (
    <main className="front">
      <div className="front__card">
        <h1>This page failed</h1>
        <ErrorNotice error={error instanceof Error ? error : null} onRetry={() => window.location.reload()} />
      </div>
    </main>
  );
}
