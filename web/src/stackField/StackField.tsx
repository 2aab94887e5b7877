import type { ReactNode } from 'react';
import type { Right } from '../gql/graphql.ts';
import { SelectField } from '../ui/Field.tsx';
import { StackCombobox } from './StackCombobox.tsx';
import { type PickedStack, useStack, useStacks } from './useStacks.ts';

export type StackFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** The id of the chosen stack; empty for none. */
  readonly value: string;
  /** What choosing none is called, such as “All stacks”; left out where one has to be chosen. */
  readonly none?: string;
  readonly required?: boolean;
  /** Only stacks in which the person may do this. */
  readonly right?: Right;
  /** Only stacks that have this server. */
  readonly serverId?: string;
  /** Says of a stack why it cannot be chosen; null where it can. */
  readonly obstacleOf?: (stack: PickedStack) => string | null;
  readonly onChange: (stackId: string) => void;
};

/** Chooses a stack: from a list of all of them while they are few, and by a search once they are many. */
export function StackField(props: StackFieldProps) {
  const { label, hint, error = null, value, none, required = false, right, serverId, obstacleOf, onChange } = props;
  const { stacks, isMany } = useStacks({ right, serverId });
  const known = stacks.some(({ id }) => id === value);
  const chosen = useStack(known || value === '' ? '' : value);
  if (isMany) return <StackCombobox {...props} />;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      required={required}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {stacks.map((stack) => {
        const obstacle = obstacleOf?.(stack) ?? null;
        return (
          <option key={stack.id} value={stack.id} disabled={obstacle !== null}>
            {obstacle === null ? stack.name : `${stack.name} (${obstacle})`}
          </option>
        );
      })}
      {value !== '' && !known && <option value={value}>{chosen?.name ?? value}</option>}
    </SelectField>
  );
}
