import { useApiQuery } from '../../api/hooks.ts';
import { issueIn } from '../../api/issueAt.ts';
import type { Role } from '../../gql/graphql.ts';
import { ROLE_WORDS, roleOf } from '../../shell/roleWords.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { ACCOUNT_STACKS } from './operations.ts';

/** What somebody may do in one stack, beside what they may do in all of the account. */
export type InStack = { readonly stackId: string; readonly role: Role };

/** That of an owner is for the account, and a member’s is none. */
const IN_STACKS = ROLE_WORDS.filter(([role]) => role !== 'OWNER' && role !== 'MEMBER');

type StackRolesProps = {
  readonly roles: readonly InStack[];
  readonly error: Error | null;
  readonly onChange: (roles: readonly InStack[]) => void;
};

/** Roles in single stacks, of which one adds as many as one wants. */
export function StackRolesField({ roles, error, onChange }: StackRolesProps) {
  const { data } = useApiQuery(ACCOUNT_STACKS, {});
  const stacks = data?.stacks?.nodes ?? [];
  const [free] = stacks.filter(({ id }) => roles.every(({ stackId }) => stackId !== id));
  const change = (at: number, next: Partial<InStack>) =>
    onChange(roles.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const issue = issueIn(error, '/stackRoles');
  return (
    <fieldset className="field">
      <legend className="field__label">In single stacks, besides (optional)</legend>
      {roles.map(({ stackId, role }, at) => (
        <div key={stackId} className="row account-stack-role">
          <StackOption
            label={`Stack ${at + 1}`}
            stacks={stacks.filter(({ id }) => id === stackId || roles.every((each) => each.stackId !== id))}
            stackId={stackId}
            onChange={(next) => change(at, { stackId: next })}
          />
          <SelectField
            label={`Role in stack ${at + 1}`}
            value={role}
            onChange={({ target }) => change(at, { role: roleOf(target.value) })}
          >
            {IN_STACKS.map(([value, name, about]) => (
              <option key={value} value={value}>
                {name}: {about}
              </option>
            ))}
          </SelectField>
          <Button
            size="small"
            aria-label={`Remove stack ${at + 1}`}
            onClick={() => onChange(roles.filter((_each, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {issue && <p className="field__error">{issue}</p>}
      {free && (
        <div>
          <Button size="small" onClick={() => onChange([...roles, { stackId: free.id, role: 'DEVELOPER' }])}>
            Add a stack
          </Button>
        </div>
      )}
      {data && stacks.length === 0 && <p className="field__hint">There is no stack yet.</p>}
    </fieldset>
  );
}

type StackOptionProps = {
  readonly label: string;
  readonly stacks: readonly { readonly id: string; readonly name: string }[];
  readonly stackId: string;
  readonly onChange: (stackId: string) => void;
};

function StackOption({ label, stacks, stackId, onChange }: StackOptionProps) {
  return (
    <SelectField label={label} value={stackId} onChange={({ target }) => onChange(target.value)}>
      {stacks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {!stacks.some(({ id }) => id === stackId) && <option value={stackId}>{stackId}</option>}
    </SelectField>
  );
}
