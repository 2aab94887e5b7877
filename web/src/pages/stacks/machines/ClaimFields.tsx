import { issueIn } from '../../../api/issueAt.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import type { ClaimRow } from './claims.ts';

const CLAIMS_MAX = 10;

const emptyRow = (rows: readonly ClaimRow[]): ClaimRow => ({
  key: String(Math.max(0, ...rows.map(({ key }) => Number(key))) + 1),
  claim: '',
  values: '',
});

type ClaimFieldsProps = {
  readonly rows: readonly ClaimRow[];
  readonly error: Error | null;
  readonly onChange: (rows: readonly ClaimRow[]) => void;
};

/** Claims that a JWT must have in addition to issuer and audience. */
export function ClaimFields({ rows, error, onChange }: ClaimFieldsProps) {
  const change = (key: string, next: Partial<ClaimRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  const issue = issueIn(error, '/claims');
  return (
    <fieldset className="field">
      <legend className="field__label">Required claims (optional)</legend>
      <p className="field__hint">
        For nested claims, use dots (<code>realm_access.roles</code>) or a JSON pointer ({' '}
        <code>/realm_access/roles</code>). One of the values must match.
      </p>
      {rows.map(({ key, claim, values }, at) => (
        <div key={key} className="row stacks-claim">
          <TextField
            label={`Claim ${at + 1}`}
            isMono
            value={claim}
            onChange={({ target }) => change(key, { claim: target.value })}
          />
          <TextField
            label={`Values of claim ${at + 1}`}
            isMono
            value={values}
            placeholder="engineering, support"
            onChange={({ target }) => change(key, { values: target.value })}
          />
          <Button
            size="small"
            aria-label={`Remove claim ${at + 1}`}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            Remove
          </Button>
        </div>
      ))}
      {issue && <p className="field__error">{issue}</p>}
      {rows.length < CLAIMS_MAX && (
        <div>
          <Button size="small" onClick={() => onChange([...rows, emptyRow(rows)])}>
            Add a claim
          </Button>
        </div>
      )}
    </fieldset>
  );
}
