import type { ReactNode } from 'react';
import type { Role } from '../../gql/graphql.ts';
import { ROLE_WORDS, roleOf } from '../../shell/roleWords.ts';
import { SelectField } from '../../ui/Field.tsx';

type RoleFieldProps = {
  readonly role: Role;
  readonly label?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onChange: (role: Role) => void;
};

/** The server refuses a role with more rights than the person who grants it. */
export function RoleField({ role, label = 'Role', isDisabled = false, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label={label}
      value={role}
      disabled={isDisabled}
      onChange={(event) => onChange(roleOf(event.target.value))}
    >
      {ROLE_WORDS.map(([value, name, about]) => (
        <option key={value} value={value}>
          {name}: {about}
        </option>
      ))}
    </SelectField>
  );
}
