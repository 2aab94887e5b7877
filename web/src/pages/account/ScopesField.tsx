import type { KeyScope } from '../../gql/graphql.ts';

const SCOPES = [
  ['READ', 'view everything except secrets'],
  ['WRITE', 'view and change stacks, servers and credentials'],
  ['INVOKE', 'list and call tools'],
  ['ADMIN', 'view everything, manage people, keys and rules, and decide approvals'],
] as const satisfies readonly (readonly [KeyScope, string])[];

type ScopesFieldProps = {
  readonly scopes: readonly KeyScope[];
  readonly error: string | null;
  readonly onChange: (scopes: readonly KeyScope[]) => void;
};

/** Scopes narrow the key's role; none means the whole role. */
export function ScopesField({ scopes, error, onChange }: ScopesFieldProps) {
  return (
    <fieldset className="field">
      <legend className="field__label">Scopes (optional)</legend>
      {SCOPES.map(([scope, about]) => (
        <label key={scope} className="choice">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
          <span>
            <code>{scope.toLowerCase()}</code> <span className="soft small">{about}</span>
          </span>
        </label>
      ))}
      <p className="field__hint">If you select none, the key can do everything its role allows.</p>
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  );
}
