type ScopeChoiceProps = {
  /** The credential's name. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly dropped: ReadonlySet<string>;
  readonly onChange: (dropped: ReadonlySet<string>) => void;
};

/** The scopes that a sign-in requests; the person can deselect some of them. */
export function ScopeChoice({ name, scopes, dropped, onChange }: ScopeChoiceProps) {
  const left = scopes.filter((scope) => !dropped.has(scope));
  const toggle = (scope: string, isSelected: boolean) => {
    const next = new Set(dropped);
    if (isSelected) next.delete(scope);
    else next.add(scope);
    onChange(next);
  };
  return (
    <details className="stack stack--small stacks-scopes">
      <summary className="small">
        Requests {left.length === scopes.length ? `all ${scopes.length}` : `${left.length} of ${scopes.length}`} scopes
      </summary>
      <fieldset className="stack stack--small">
        <legend className="small soft">
          Tools may need the scopes you deselect. Your OAuth application must allow the ones you select.
        </legend>
        {scopes.map((scope) => (
          <label key={scope} className="choice">
            <input
              type="checkbox"
              checked={!dropped.has(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      {left.length === 0 && (
        <p role="alert" className="field__error">
          Select at least one scope for {name}.
        </p>
      )}
    </details>
  );
}
