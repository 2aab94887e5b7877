import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { adviceFor, sourceIssue } from './advice.ts';
import type { SourceKind } from './draft.ts';

type SourceFailureProps = { readonly error: Error; readonly kind: SourceKind; readonly hasQuestions: boolean };

/** Why a source could not be read, unless that is said at its field, and what to try. */
export function SourceFailure({ error, kind, hasQuestions }: SourceFailureProps) {
  if (hasQuestions)
    return (
      <Notice kind="warn">
        <p role="alert">Enter the credentials above, then read it again.</p>
      </Notice>
    );
  const advice = adviceFor(error, kind);
  return (
    <div className="stack stack--small">
      {sourceIssue(error) === null && <ErrorNotice error={error} />}
      {advice && <Notice>{advice}</Notice>}
    </div>
  );
}
