import { Code } from '../../../ui/Code.tsx';
import { SecretOnce } from '../../../ui/SecretOnce.tsx';

/** A newly created secret and its service account. */
export type FreshSecret = { readonly id: string; readonly name: string; readonly secret: string };

type NewSecretProps = { readonly fresh: FreshSecret; readonly onDone: () => void };

/** Shows the secret once, with an example sign-in. */
export function NewSecret({ fresh: { id, name, secret }, onDone }: NewSecretProps) {
  const tokenUrl = `${window.location.origin}/oauth/token`;
  return (
    <SecretOnce label={`secret of ${name}`} secret={secret} onDone={onDone}>
      <p>
        The program exchanges it for tokens at the token endpoint (OAuth 2.0, <code>client_credentials</code>):
      </p>
      <Code
        label="How to get a token"
        text={`curl -s ${tokenUrl} \\\n  -u "${id}:$SECRET" -d grant_type=client_credentials`}
      />
    </SecretOnce>
  );
}
