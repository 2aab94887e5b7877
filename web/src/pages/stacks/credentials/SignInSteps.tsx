import { Code } from '../../../ui/Code.tsx';
import type { DeclaredField } from './CredentialField.tsx';

type SignInStepsProps = {
  readonly field: DeclaredField;
  /** The names of the fields for the application’s id and secret. */
  readonly clientNames: readonly string[];
  /** The application’s id or secret is still to be entered. */
  readonly isClientMissing: boolean;
};

/** How to set up a sign-in that needs an OAuth application of one’s own, the redirect address first. */
export function SignInSteps({ field, clientNames, isClientMissing }: SignInStepsProps) {
  const { signIn } = field;
  if (signIn === null || clientNames.length === 0) return null;
  const { redirectUrl, providerUrl, scopes } = signIn;
  const names = clientNames.join(' and ');
  return (
    <details className="stack stack--small" open={isClientMissing}>
      <summary>How to set it up</summary>
      {redirectUrl !== null && (
        <>
          <p className="small">The redirect address that the service will ask you for:</p>
          <Code text={redirectUrl} label="Redirect address" isWrapped />
        </>
      )}
      <ol className="small stack stack--small">
        <li>
          Register an OAuth application at the service
          {providerUrl !== null && (
            <>
              {' ('}
              <a href={providerUrl} target="_blank" rel="noreferrer">
                {new URL(providerUrl).host}
              </a>
              )
            </>
          )}
          {redirectUrl !== null && ', with the redirect address above'}.
        </li>
        {scopes.length > 0 && (
          <li>
            Allow it these scopes:{' '}
            {scopes.map((scope) => (
              <code key={scope} className="stacks-scope">
                {scope}
              </code>
            ))}
          </li>
        )}
        <li>Copy its {names} into the fields below and save them.</li>
        <li>{redirectUrl === null ? 'Test the connection: nobody has to sign in.' : 'Press Connect.'}</li>
      </ol>
    </details>
  );
}
