import { issueIn } from '../../../api/issueAt.ts';
import { TextAreaField } from '../../../ui/Field.tsx';

export type CredentialDraft = { readonly kind: 'secret' | 'keys'; readonly keys: string };

export const CREDENTIAL_DEFAULT: CredentialDraft = { kind: 'secret', keys: '' };

const KINDS = [
  ['secret', 'Secret', 'shown once; the program stores it'],
  ['keys', 'Key pair', 'the program signs with a private key that never leaves it'],
] as const;

/** Converts a draft to input of the API: empty for a secret, null for invalid JSON. */
export function keysOf({ kind, keys }: CredentialDraft): { readonly publicKeys?: unknown } | null {
  if (kind === 'secret') return {};
  try {
    return { publicKeys: JSON.parse(keys) };
  } catch {
    return null;
  }
}

type CredentialFieldsProps = {
  readonly draft: CredentialDraft;
  readonly isWrong: boolean;
  readonly error: Error | null;
  readonly onChange: (draft: CredentialDraft) => void;
};

export function CredentialFields({ draft, isWrong, error, onChange }: CredentialFieldsProps) {
  return (
    <>
      <fieldset className="field">
        <legend className="field__label">Authentication</legend>
        {KINDS.map(([kind, label, about]) => (
          <label key={kind} className="choice">
            <input
              type="radio"
              name="credential"
              checked={draft.kind === kind}
              onChange={() => onChange({ ...draft, kind })}
            />
            <span>
              {label} <span className="soft small">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.kind === 'keys' && (
        <TextAreaField
          label="Public keys"
          hint="A JWK, or a JWK Set of up to 3: RSA, P-256, P-384, P-521 or Ed25519."
          rows={4}
          required
          isMono
          value={draft.keys}
          error={isWrong ? 'Invalid JSON.' : issueIn(error, '/publicKeys')}
          onChange={(event) => onChange({ ...draft, keys: event.target.value })}
        />
      )}
    </>
  );
}
