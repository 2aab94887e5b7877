import '../stacks.css';
import { issueIn } from '../../../api/issueAt.ts';
import { TextField } from '../../../ui/Field.tsx';
import type { Reach } from './reach.ts';

type ReachFieldsProps = {
  readonly reach: Reach;
  /** False where calls are not counted. */
  readonly hasCalls?: boolean;
  readonly error: Error | null;
  readonly onChange: (reach: Reach) => void;
};

const CALLS_MAX = 1_000_000_000;

/** What a new token or API key may be limited to. */
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
      <summary>Limit what it can do</summary>
      <div className="stack">
        <TextField
          label="Tools (optional)"
          hint="Tool ids, with * for any text: github_get_*, memory_read_graph. Empty for all tools."
          {...field('tools')}
        />
        <TextField
          label="Networks (optional)"
          hint="Addresses and ranges that it works from: 10.0.0.0/8, 2001:db8::/32. Empty for anywhere."
          {...field('networks')}
        />
        {hasCalls && (
          <TextField
            label="Number of calls (optional)"
            hint="After so many calls it stops working. Empty for any number."
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
