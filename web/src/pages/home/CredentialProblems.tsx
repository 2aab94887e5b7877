import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useApiQuery } from '../../api/hooks.ts';
import type { CredentialProblemKind, HomeCredentialProblemsQuery } from '../../gql/graphql.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { CREDENTIAL_PROBLEMS } from './operations.ts';

const SHOWN_MAX = 5;

const WORDS: Readonly<Record<CredentialProblemKind, string>> = {
  MISSING: 'is missing',
  MOVED: 'must be entered again because the server has changed',
  RECONNECT_REQUIRED: 'needs a new sign-in',
  EXPIRING: 'can’t renew automatically and expires',
};

/** `isNew`: the checklist still shows and covers missing credentials. */
type CredentialProblemsProps = { readonly isNew: boolean };

/** Credentials that need attention; renders nothing if there are none. */
export function CredentialProblems({ isNew }: CredentialProblemsProps) {
  const { data, error, refetch } = useApiQuery(CREDENTIAL_PROBLEMS, {});
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const { nodes = [], isComplete = true } = data?.credentialProblems ?? {};
  const shown = nodes.filter(({ kind }) => !isNew || kind !== 'MISSING');
  if (shown.length === 0) return null;
  const rest = shown.length - SHOWN_MAX;
  return (
    <section className="stack" aria-labelledby="credential-problems">
      <h2 id="credential-problems">Credentials that need attention</h2>
      <ul className="card card--flush">
        {shown.slice(0, SHOWN_MAX).map((problem) => (
          <Problem key={`${problem.stackId} ${problem.serverId} ${problem.fieldId}`} problem={problem} />
        ))}
      </ul>
      {rest > 0 && (
        <p className="soft small">
          And {rest} {isComplete ? 'more' : 'or more'}:{' '}
          <Link to="/stacks" search={{ show: 'attention' }}>
            the stacks that need attention
          </Link>
          .
        </p>
      )}
    </section>
  );
}

type Found = NonNullable<HomeCredentialProblemsQuery['credentialProblems']>['nodes'][number];

function Problem({ problem }: { readonly problem: Found }) {
  const { kind, stackId, stackName, serverName, wanted, expiresAt } = problem;
  const where = `${serverName} in ${stackName}`;
  return (
    <li className="home-step">
      <span className="home-step__mark">
        <KeyRound size={16} aria-hidden />
      </span>
      <div>
        <h3>{where}</h3>
        <p className="soft small">
          {wanted} {WORDS[kind]}
          {kind === 'EXPIRING' && expiresAt !== null && (
            <>
              {' '}
              <Time at={expiresAt} />
            </>
          )}
          .
        </p>
      </div>
      <ButtonLink to={`/stacks/${stackId}/credentials`} size="small">
        Fix<span className="visually-hidden">: {where}</span>
      </ButtonLink>
    </li>
  );
}
