import { nameOfRole } from '../../shell/roleWords.ts';
import type { InStack } from './StackRolesField.tsx';

/** `stack` is null once it's deleted. */
type NamedRole = InStack & { readonly stack: { readonly name: string } | null };

export function StackRolesOf({ roles }: { readonly roles: readonly NamedRole[] }) {
  if (roles.length === 0) return null;
  return (
    <ul className="small account-stack-roles" aria-label="Roles per stack">
      {roles.map(({ stackId, stack, role }) => (
        <li key={stackId}>
          {stack?.name ?? stackId}: {nameOfRole(role)}
        </li>
      ))}
    </ul>
  );
}
