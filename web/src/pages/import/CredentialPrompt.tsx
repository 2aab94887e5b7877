import { TextField } from '../../ui/Field.tsx';

type CredentialPromptProps = {
  readonly wanted: readonly { readonly id: string; readonly name: string }[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
};

/** The credentials that a server wants before it lists its tools; nothing when it wants none. */
export function CredentialPrompt({ wanted, values, onChange }: CredentialPromptProps) {
  if (wanted.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="field__label import-legend">The server lists its tools only with credentials</legend>
      <p className="small soft">They are used now and not stored; you enter them for each stack later.</p>
      {wanted.map(({ id, name }) => (
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
