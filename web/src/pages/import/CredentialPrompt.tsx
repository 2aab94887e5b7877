import { TextField } from '../../ui/Field.tsx';

type CredentialPromptProps = {
  readonly fields: readonly { readonly id: string; readonly name: string }[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
};

/** Credentials that a server requires before it lists its tools. */
export function CredentialPrompt({ fields, values, onChange }: CredentialPromptProps) {
  if (fields.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="field__label import-legend">This server requires credentials to list its tools</legend>
      <p className="small soft">Used once and not stored. You’ll enter credentials for each stack later.</p>
      {fields.map(({ id, name }) => (
        <TextField
          key={id}
          type="password"
          label={name}
          autoComplete="off"
          value={values[id] ?? ''}
          onChange={({ target }) => onChange({ ...values, [id]: target.value })}
        />
      ))}
    </fieldset>
  );
}
