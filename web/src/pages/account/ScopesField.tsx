import type { KeyScope } from '../../gql/graphql.ts';

/** The scopes of an API key, each with what it lets a key do. */
const SCOPES = [
  ['READ', 'see all but secrets'],
  ['WRITE', 'see and change stacks, servers and credentials'],
  ['INVOKE', 'list and call tools'],
  ['ADMIN', 'see all, manage people, keys and rules, decide about calls that wait'],
] as const satisfies readonly (readonly [KeyScope, string])[];

type ScopesFieldProps = {
  readonly scopes: readonly KeyScope[];
  readonly error: string | null;
  readonly onChange: (scopes: readonly KeyScope[]) => void;
};

/** What a new key is held to of all that its role may do: all of it without a choice. */
export function ScopesField({ scopes, error, onChange }: ScopesFieldProps) {
  return (
    <fieldset className="field">
      <legend className="field__label">Only for (optional)</legend>
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
      <p className="field__hint">Without a choice it may do all that its role may.</p>
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  );
}
