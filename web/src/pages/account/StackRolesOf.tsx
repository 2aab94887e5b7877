import { useApiQuery } from '../../api/hooks.ts';
import { nameOfRole } from '../../shell/roleWords.ts';
import { ACCOUNT_STACKS } from './operations.ts';
import type { InStack } from './StackRolesField.tsx';

/** What somebody may do in single stacks, in words; nothing where it is nothing. */
export function StackRolesOf({ roles }: { readonly roles: readonly InStack[] }) {
  const { data } = useApiQuery(ACCOUNT_STACKS, {}, { enabled: roles.length > 0 });
  if (roles.length === 0) return null;
  const nameOf = (stackId: string) => data?.stacks?.nodes.find(({ id }) => id === stackId)?.name ?? stackId;
  return (
    <ul className="small account-stack-roles" aria-label="Roles in single stacks">
      {roles.map(({ stackId, role }) => (
        <li key={stackId}>
          {nameOf(stackId)}: {nameOfRole(role)}
        </li>
      ))}
    </ul>
  );
}
