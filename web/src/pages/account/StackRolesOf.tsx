import { nameOfRole } from '../../shell/roleWords.ts';
import type { InStack } from './StackRolesField.tsx';

/** A role in a stack, which is null once that is deleted. */
type NamedRole = InStack & { readonly stack: { readonly name: string } | null };

/** What somebody may do in single stacks, in words; nothing where it is nothing. */
export function StackRolesOf({ roles }: { readonly roles: readonly NamedRole[] }) {
  if (roles.length === 0) return null;
  return (
    <ul className="small account-stack-roles" aria-label="Roles in single stacks">
      {roles.map(({ stackId, stack, role }) => (
        <li key={stackId}>
          {stack?.name ?? stackId}: {nameOfRole(role)}
        </li>
      ))}
    </ul>
  );
}
