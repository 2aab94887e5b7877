import '../stacks.css';
import { issueIn } from '../../../api/issueAt.ts';
import { TextField } from '../../../ui/Field.tsx';
import type { Reach } from './reach.ts';

type ReachFieldsProps = {
  readonly reach: Reach;
  /** False for credentials whose calls aren't counted. */
  readonly hasCalls?: boolean;
  readonly error: Error | null;
  readonly onChange: (reach: Reach) => void;
};

const CALLS_MAX = 1_000_000_000;

/** Restrictions of a new token or API key. */
export function ReachFields({ reach, hasCalls = true, error, onChange }: ReachFieldsProps) {
  const field = (name: keyof Reach) => ({
    value: reach[name],
    error: issueIn(error, `/${name}`),
    isMono: true,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...reach, [name]: target.value }),
  });
  return (
    <details className="stacks-details">
      <summary>Restrict access</summary>
      <div className="stack">
        <TextField
          label="Tools (optional)"
          hint="Tool IDs, with * as a wildcard: github_get_*, memory_read_graph. Leave empty for all tools."
          {...field('tools')}
        />
        <TextField
          label="Networks (optional)"
          hint="Allowed IP addresses and ranges: 10.0.0.0/8, 2001:db8::/32. Leave empty to allow any."
          {...field('networks')}
        />
        {hasCalls && (
          <TextField
            label="Call limit (optional)"
            hint="The token stops working after this many calls. Leave empty for no limit."
            type="number"
            min={1}
            max={CALLS_MAX}
            step={1}
            {...field('callsMax')}
          />
        )}
      </div>
    </details>
  );
}
