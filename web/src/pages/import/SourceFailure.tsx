import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { adviceFor, isAlone, sourceIssue } from './advice.ts';
import type { SourceKind } from './draft.ts';

type SourceFailureProps = { readonly error: Error; readonly kind: SourceKind; readonly hasQuestions: boolean };

/** Why a source could not be read, and what to try. */
export function SourceFailure({ error, kind, hasQuestions }: SourceFailureProps) {
  if (hasQuestions)
    return (
      <Notice kind="warn">
        <p role="alert">Enter the credentials above, then read it again.</p>
      </Notice>
    );
  const advice = adviceFor(error, kind);
  const atField = sourceIssue(error);
  if (atField === null || !isAlone(error))
    return (
      <div className="stack stack--small">
        <ErrorNotice error={error} />
        {advice && <p className="soft">{advice}</p>}
      </div>
    );
  return (
    <div role="alert">
      <Notice kind="bad">
        <p>
          It could not be read<span className="visually-hidden">: {atField}</span>.{' '}
          {advice ?? 'See what is said at the field.'}
        </p>
      </Notice>
    </div>
  );
}
