import { TextField } from '../../../ui/Field.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import type { DeclaredField } from './CredentialField.tsx';

type CredentialInputProps = {
  readonly field: DeclaredField;
  readonly value: string;
  readonly error: string | null;
  readonly onType: (value: string) => void;
};

/** What the API takes at most, in characters of one byte. */
const VALUE_CHARACTERS_MAX = 16 * 1024;

export function CredentialInput({ field, value, error, onType }: CredentialInputProps) {
  const input = {
    label: field.name,
    hint: field.description,
    error,
    value,
    maxLength: VALUE_CHARACTERS_MAX,
    autoComplete: 'off',
    // Password managers would offer to keep what belongs in the vault alone.
    'data-1p-ignore': true,
    'data-lpignore': true,
    onChange: (event: { readonly target: { readonly value: string } }) => onType(event.target.value),
  } as const;
  return field.secret ? <PasswordField {...input} /> : <TextField {...input} />;
}
