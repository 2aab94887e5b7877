import { ApiError } from '../../api/operation.ts';
import type { ToolFailureOutcome } from '../../gql/graphql.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import type { Outcome } from './run.ts';

/** What the person at the playground can do about each failure. */
const ADVICE: Readonly<Record<ToolFailureOutcome, string>> = {
  ADDRESS_REFUSED:
    'The tool leads into this installation’s own network. Its operator can allow it: with the host and port in TOOLYARD_EGRESS_ALLOW, such as 127.0.0.1:8080.',
  BAD_ANSWER: 'The service answered something that cannot be read. Its maker has to look.',
  CANCELLED: 'The call was given up before it ended. Run it again.',
  MISSING_CREDENTIALS: 'The tool needs to sign in with its service, and this stack has nothing stored for that yet.',
  TIMED_OUT: 'The service took too long. It may still have done the work: look there first.',
  TOOL_ERROR: 'The tool ran and says what is wrong. Usually other arguments help.',
  UNREACHABLE: 'Check that the service runs and that this installation can reach it.',
  UPSTREAM_ERROR: 'The service itself failed. Try again later, or with other arguments.',
  UPSTREAM_RATE_LIMITED: 'The service asks to slow down.',
  UPSTREAM_REFUSED: 'The stored credentials are wrong, out of date, or lack a permission.',
};

/** Whether other credentials may help. */
const isAboutCredentials = (outcome: ToolFailureOutcome): boolean =>
  outcome === 'MISSING_CREDENTIALS' || outcome === 'UPSTREAM_REFUSED';

type Failure = Exclude<Outcome, { readonly kind: 'success' }>;

/** Why there is no result, and what to do about it. */
export function FailureView({ stackId, outcome }: { readonly stackId: string; readonly outcome: Failure }) {
  if (outcome.kind === 'refused') {
    return <ErrorNotice error={new ApiError('INVALID_INPUT', outcome.message, outcome.issues)} />;
  }
  return (
    <Notice kind="bad">
      <p className="playground__text">{outcome.message}</p>
      <p className="small">{ADVICE[outcome.outcome]}</p>
      <Particulars outcome={outcome} />
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

function Particulars({ outcome }: { readonly outcome: Extract<Failure, { readonly kind: 'failed' }> }) {
  const { status, fieldIds, retryAfterSeconds } = outcome;
  return (
    <>
      {fieldIds.length > 0 && (
        <p className="small">
          Missing: <code>{fieldIds.join(', ')}</code>
        </p>
      )}
      {status !== null && <p className="small">The service answered with the HTTP status {status}.</p>}
      {retryAfterSeconds !== null && <p className="small">Try again in {retryAfterSeconds} s.</p>}
    </>
  );
}
