import type { MarketplaceStacksQuery } from '../../gql/graphql.ts';
import { useMayInAccount } from '../../shell/useMay.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { type AddChoice, holds, NEW_STACK, type Problem } from './addToStack.ts';

export type ChoosableStack = NonNullable<MarketplaceStacksQuery['stacks']>['nodes'][number];

type StackSelectProps = {
  readonly wanted: AddChoice;
  readonly stacks: readonly ChoosableStack[];
  readonly serverId: string;
  readonly problem: Problem | null;
  readonly onChange: (next: Partial<AddChoice>) => void;
};

const messageAt = (problem: Problem | null, field: Problem['field']): string | null =>
  problem?.field === field ? problem.message : null;

export function StackSelect({ wanted, stacks, serverId, problem, onChange }: StackSelectProps) {
  const mayMake = useMayInAccount('WRITE');
  return (
    <>
      {stacks.length > 0 && (
        <SelectField
          label="Stack"
          value={wanted.stackId}
          error={messageAt(problem, 'stack')}
          onChange={(event) => onChange({ stackId: event.target.value })}
        >
          {stacks.map((stack) => (
            <option key={stack.id} value={stack.id} disabled={holds(stack, serverId)}>
              {holds(stack, serverId) ? `${stack.name} (has it already)` : stack.name}
            </option>
          ))}
          {mayMake && <option value={NEW_STACK}>New stack…</option>}
        </SelectField>
      )}
      {wanted.stackId === NEW_STACK && (
        <TextField
          label="Name of the new stack"
          hint="A stack is a set of servers that agents connect to. Its calls are recorded, without what is in them, so that you can see them under Activity."
          value={wanted.newName}
          error={messageAt(problem, 'name')}
          onChange={(event) => onChange({ newName: event.target.value })}
        />
      )}
    </>
  );
}
