import { KeyRound } from 'lucide-react';
import { useApiQuery } from '../../api/hooks.ts';
import type { CredentialProblemKind } from '../../gql/graphql.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CREDENTIAL_PROBLEMS } from './operations.ts';

const SHOWN_MAX = 5;

const WORDS: Readonly<Record<CredentialProblemKind, string>> = {
  MISSING: 'is missing',
  MOVED: 'has to be entered again, because the server has changed',
  RECONNECT_REQUIRED: 'needs a new sign-in',
  EXPIRING: 'expires soon and cannot renew itself',
};

/** The stacks’ credentials that somebody has to see to; nothing where there are none. */
export function CredentialProblems() {
  const { data } = useApiQuery(CREDENTIAL_PROBLEMS, {});
  const { nodes = [], isComplete = true } = data?.credentialProblems ?? {};
  if (nodes.length === 0) return null;
  const rest = nodes.length - SHOWN_MAX;
  return (
    <section className="stack" aria-labelledby="credential-problems">
      <h2 id="credential-problems">Credentials that need you</h2>
      <ul className="card card--flush">
        {nodes.slice(0, SHOWN_MAX).map(({ kind, stackId, stackName, serverId, serverName, fieldId, fieldName }) => (
          <li key={`${stackId} ${serverId} ${fieldId}`} className="home-step">
            <span className="home-step__mark">
              <KeyRound size={16} aria-hidden />
            </span>
            <div>
              <h3>
                {serverName} in {stackName}
              </h3>
              <p className="soft small">
                {fieldName} {WORDS[kind]}.
              </p>
            </div>
            <ButtonLink to={`/stacks/${stackId}/credentials`} size="small">
              Fix<span className="visually-hidden">: {`${serverName} in ${stackName}`}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="soft small">
          And {rest} {isComplete ? '' : 'or more '}others.
        </p>
      )}
    </section>
  );
}
