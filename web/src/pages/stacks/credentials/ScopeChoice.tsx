type ScopeChoiceProps = {
  /** What the credential is called. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly dropped: ReadonlySet<string>;
  readonly onChange: (dropped: ReadonlySet<string>) => void;
};

/** What a sign-in asks the service for; whoever signs in can leave out what they do not want to allow. */
export function ScopeChoice({ name, scopes, dropped, onChange }: ScopeChoiceProps) {
  const left = scopes.filter((scope) => !dropped.has(scope));
  const toggle = (scope: string, isAsked: boolean) => {
    const next = new Set(dropped);
    if (isAsked) next.delete(scope);
    else next.add(scope);
    onChange(next);
  };
  return (
    <details className="stack stack--small stacks-scopes">
      <summary className="small">
        Asks for {left.length === scopes.length ? `all ${scopes.length}` : `${left.length} of ${scopes.length}`} scopes
      </summary>
      <fieldset className="stack stack--small">
        <legend className="small soft">
          Tools may need those that you leave out. The application has to be allowed the others at the service.
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
          Leave {name} at least one scope.
        </p>
      )}
    </details>
  );
}
