import type { ReactNode } from 'react';
import type { Right } from '../gql/graphql.ts';
import { SelectField } from '../ui/Field.tsx';
import { StackCombobox } from './StackCombobox.tsx';
import { type PickedStack, useStackName, useStacks } from './useStacks.ts';

export type StackFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** The chosen stack's ID; empty for none. */
  readonly value: string;
  /** Label of the empty option, such as “All stacks”; absent if a choice is required. */
  readonly none?: string;
  readonly required?: boolean;
  /** Only stacks with this right. */
  readonly right?: Right;
  /** Only stacks with this server. */
  readonly serverId?: string;
  /** Why a stack can't be chosen; null if it can. */
  readonly disabledReasonOf?: (stack: PickedStack) => string | null;
  readonly onChange: (stackId: string) => void;
};

/** A select for few stacks, a search for many. */
export function StackField(props: StackFieldProps) {
  const {
    label,
    hint,
    error = null,
    value,
    none,
    required = false,
    right,
    serverId,
    disabledReasonOf,
    onChange,
  } = props;
  const { stacks, isMany } = useStacks({ right, serverId });
  const known = stacks.some(({ id }) => id === value);
  const chosenName = useStackName(known ? '' : value);
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
        const disabledReason = disabledReasonOf?.(stack) ?? null;
        return (
          <option key={stack.id} value={stack.id} disabled={disabledReason !== null}>
            {disabledReason === null ? stack.name : `${stack.name} (${disabledReason})`}
          </option>
        );
      })}
      {value !== '' && !known && <option value={value}>{chosenName ?? 'Loading…'}</option>}
    </SelectField>
  );
}
