import type { SourceKind } from './draft.ts';
import { KIND_NAMES, KINDS } from './kinds.ts';

type KindChoiceProps = { readonly kind: SourceKind; readonly onChange: (kind: SourceKind) => void };

export function KindChoice({ kind, onChange }: KindChoiceProps) {
  return (
    <fieldset className="stack stack--small">
      <legend className="field__label import-legend">What do you have?</legend>
      <div className="import-kinds">
        {KIND_NAMES.map((name) => (
          <label key={name} className="card import-kind">
            <input type="radio" name="kind" checked={name === kind} onChange={() => onChange(name)} />
            <span>
              <strong>{KINDS[name].title}</strong>
              <span className="small soft import-kind__about">{KINDS[name].about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
