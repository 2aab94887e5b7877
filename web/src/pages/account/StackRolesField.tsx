import { issueIn } from '../../api/issueAt.ts';
import type { Role } from '../../gql/graphql.ts';
import { ROLE_WORDS, roleOf } from '../../shell/roleWords.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { useStacks } from '../../stackField/useStacks.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';

export type InStack = { readonly stackId: string; readonly role: Role };

/** `owner` exists only in the account, and `member` has no rights. */
const IN_STACKS = ROLE_WORDS.filter(([role]) => role !== 'OWNER' && role !== 'MEMBER');

type StackRolesProps = {
  readonly roles: readonly InStack[];
  readonly error: Error | null;
  readonly onChange: (roles: readonly InStack[]) => void;
};

export function StackRolesField({ roles, error, onChange }: StackRolesProps) {
  const { stacks, isKnown } = useStacks();
  const isTaken = (id: string) => roles.some(({ stackId }) => stackId === id);
  const free = stacks.find(({ id }) => !isTaken(id));
  const change = (at: number, next: Partial<InStack>) =>
    onChange(roles.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const issue = issueIn(error, '/stackRoles');
  return (
    <fieldset className="field">
      <legend className="field__label">Additional roles per stack (optional)</legend>
      {roles.map(({ stackId, role }, at) => (
        <div key={stackId} className="row account-stack-role">
          <StackField
            label={`Stack ${at + 1}`}
            value={stackId}
            disabledReasonOf={({ id }) => (id !== stackId && isTaken(id) ? 'already has a role' : null)}
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
      {isKnown && stacks.length === 0 && <p className="field__hint">No stacks yet.</p>}
    </fieldset>
  );
}
