import { Code } from '../../../ui/Code.tsx';
import type { DeclaredField } from './CredentialField.tsx';

type SignInStepsProps = {
  readonly field: DeclaredField;
  /** Names of the fields for the application's ID and secret. */
  readonly clientNames: readonly string[];
  /** The application's ID or secret isn't stored yet. */
  readonly isClientMissing: boolean;
};

/** Setup steps for a sign-in that requires your own OAuth application. */
export function SignInSteps({ field, clientNames, isClientMissing }: SignInStepsProps) {
  const { signIn } = field;
  if (signIn === null || clientNames.length === 0) return null;
  const { redirectUrl, providerUrl, scopes } = signIn;
  const names = clientNames.join(' and ');
  return (
    <details className="stack stack--small" open={isClientMissing}>
      <summary>Setup instructions</summary>
      {redirectUrl !== null && (
        <>
          <p className="small">Redirect URL for your OAuth application:</p>
          <Code text={redirectUrl} label="Redirect URL" isWrapped />
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
          {redirectUrl !== null && ', with the redirect URL above'}.
        </li>
        {scopes.length > 0 && (
          <li>
            Allow these scopes:{' '}
            {scopes.map((scope) => (
              <code key={scope} className="stacks-scope">
                {scope}
              </code>
            ))}
          </li>
        )}
        <li>Copy its {names} into the fields below and save them.</li>
        <li>{redirectUrl === null ? 'Test the connection. No sign-in is required.' : 'Select Connect.'}</li>
      </ol>
    </details>
  );
}
