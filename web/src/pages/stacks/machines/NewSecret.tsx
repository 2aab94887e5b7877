import { Code } from '../../../ui/Code.tsx';
import { SecretOnce } from '../../../ui/SecretOnce.tsx';

/** A secret that was made just now, and the machine client that it is of. */
export type FreshSecret = { readonly id: string; readonly name: string; readonly secret: string };

type NewSecretProps = { readonly fresh: FreshSecret; readonly onDone: () => void };

/** The one time that the secret is on the screen, with how to sign in with it. */
export function NewSecret({ fresh: { id, name, secret }, onDone }: NewSecretProps) {
  const tokenUrl = `${window.location.origin}/oauth/token`;
  return (
    <SecretOnce label={`secret of ${name}`} secret={secret} onDone={onDone}>
      <p>
        The program signs in with it at the token endpoint (OAuth 2.0, <code>client_credentials</code>):
      </p>
      <Code
        label="How to get a token"
        text={`curl -s ${tokenUrl} \\\n  -u "${id}:$SECRET" -d grant_type=client_credentials`}
      />
    </SecretOnce>
  );
}
