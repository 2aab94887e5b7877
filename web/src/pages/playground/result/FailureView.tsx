import type { CallOutcome } from '../../../gql/graphql.ts';
import { OUTCOMES } from '../../../records/outcomes.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import type { Outcome } from '../run.ts';

const isAboutCredentials = (outcome: CallOutcome): boolean =>
  outcome === 'MISSING_CREDENTIALS' || outcome === 'UPSTREAM_REFUSED';

type Failure = Extract<Outcome, { readonly kind: 'failed' | 'refused' }>;

export function FailureView({ stackId, outcome }: { readonly stackId: string; readonly outcome: Failure }) {
  if (outcome.kind === 'refused') return <ErrorNotice error={outcome.error} />;
  return (
    <Notice kind="bad">
      <p className="playground__text">{outcome.message}</p>
      <p className="small">{OUTCOMES[outcome.outcome].advice}</p>
      <FailureDetails outcome={outcome} />
      <div className="row">
        {outcome.connectUrl && (
          <a
            className="button button--primary button--small"
            href={outcome.connectUrl}
            target="_blank"
            rel="noreferrer"
          >
            Sign in (opens a new tab)
          </a>
        )}
        {isAboutCredentials(outcome.outcome) && (
          <ButtonLink size="small" to={`/stacks/${stackId}/credentials`}>
            Open the stack’s credentials
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}

function FailureDetails({ outcome }: { readonly outcome: Extract<Failure, { readonly kind: 'failed' }> }) {
  const { status, fieldIds, retryAfterSeconds } = outcome;
  return (
    <>
      {fieldIds.length > 0 && (
        <p className="small">
          Missing: <code>{fieldIds.join(', ')}</code>
        </p>
      )}
      {status !== null && <p className="small">The service responded with HTTP status {status}.</p>}
      {retryAfterSeconds !== null && <p className="small">Try again in {retryAfterSeconds} s.</p>}
    </>
  );
}
