import { useMayInAccount } from '../../shell/useMay.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { TextField } from '../../ui/Field.tsx';
import { type AddChoice, NEW_STACK, type Problem } from './addToStack.ts';

type StackSelectProps = {
  readonly choice: AddChoice;
  readonly hasStacks: boolean;
  /** Stacks that already have the server. */
  readonly holding: ReadonlySet<string>;
  readonly problem: Problem | null;
  readonly onChange: (next: Partial<AddChoice>) => void;
};

const messageAt = (problem: Problem | null, field: Problem['field']): string | null =>
  problem?.field === field ? problem.message : null;

export function StackSelect({ choice, hasStacks, holding, problem, onChange }: StackSelectProps) {
  const mayMake = useMayInAccount('WRITE');
  return (
    <>
      {hasStacks && (
        <StackField
          label="Stack"
          value={choice.stackId}
          right="WRITE"
          {...(mayMake && { none: 'New stack…' })}
          disabledReasonOf={({ id }) => (holding.has(id) ? 'already has it' : null)}
          error={messageAt(problem, 'stack')}
          onChange={(stackId) => onChange({ stackId })}
        />
      )}
      {choice.stackId === NEW_STACK && (
        <TextField
          label="New stack name"
          hint="Agents connect to a stack. Its calls are recorded without inputs and outputs, and appear in Activity."
          value={choice.newName}
          error={messageAt(problem, 'name')}
          onChange={(event) => onChange({ newName: event.target.value })}
        />
      )}
    </>
  );
}
