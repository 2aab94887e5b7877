import type { ToolChangeKind } from '../../gql/graphql.ts';
import { KIND_WORDS } from './kindWords.ts';

type HoldableKind = Exclude<ToolChangeKind, 'COSMETIC'>;

/** The kinds of changes that can need a review, most severe first. Cosmetic changes always apply at once. */
const HOLDABLE: readonly HoldableKind[] = ['REMOVED', 'WIDENING', 'REWORDED', 'BREAKING', 'COMPATIBLE'];

type HeldKindsFieldProps = {
  readonly legend: string;
  readonly kinds: readonly ToolChangeKind[];
  readonly isDisabled: boolean;
  readonly onChange: (kinds: readonly ToolChangeKind[]) => void;
};

export function HeldKindsField({ legend, kinds, isDisabled, onChange }: HeldKindsFieldProps) {
  return (
    <fieldset className="field" disabled={isDisabled}>
      <legend className="field__label">{legend}</legend>
      {HOLDABLE.map((kind) => (
        <label key={kind} className="choice">
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
            }
          />
          <span>
            {KIND_WORDS[kind].title} <span className="soft small">{KIND_WORDS[kind].means}</span>
          </span>
        </label>
      ))}
      <p className="field__hint">Other changes apply at once. Pending reviews stay open.</p>
    </fieldset>
  );
}
