import { issueAt } from '../../../api/issueAt.ts';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { EXPIRIES } from './expiry.ts';

export type TokenValues = { readonly expiry: string; readonly endUser: string };

type TokenFieldsProps = {
  readonly values: TokenValues;
  readonly error: Error | null;
  readonly onChange: (values: TokenValues) => void;
};

export function TokenFields({ values, error, onChange }: TokenFieldsProps) {
  return (
    <>
      <SelectField
        label="Expiration"
        value={values.expiry}
        onChange={(event) => onChange({ ...values, expiry: event.target.value })}
      >
        {EXPIRIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="End user (optional)"
        hint="Your own ID for one of your users. Calls with this token can use that user’s credentials. Leave empty for your own agents."
        error={issueAt(error, '/endUser')}
        isMono
        pattern="[!-~]{1,128}"
        title="1 to 128 letters, digits or symbols, without spaces"
        value={values.endUser}
        onChange={(event) => onChange({ ...values, endUser: event.target.value })}
      />
    </>
  );
}
