import { useState } from 'react';
import { isSent, useApiMutation } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import { type PickedStack, useStacks } from '../../stackField/useStacks.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import type { AddableServer } from './AddDialog.tsx';
import { type AddChoice, addProblem, addToStack, NAME_CHARS_MAX, NEW_STACK } from './addToStack.ts';
import { MARKETPLACE_HOLDING } from './operations.ts';
import { StackSelect } from './StackSelect.tsx';
import { ToolChoice } from './ToolChoice.tsx';
import { type AddedServer, useStackChoice } from './useStackChoice.ts';

type AddFormProps = {
  readonly server: AddableServer;
  readonly stackId: string | undefined;
  readonly onDone: (added: AddedServer) => void;
  /** Absent if the form isn't in a dialog. */
  readonly onClose?: () => void;
};

const ALL = { isWhole: true } as const;

/** Waits for the stacks to load so that the initial choice is valid. */
export function AddForm(props: AddFormProps) {
  const { stacks, query } = useStacks({ right: 'WRITE' });
  const holding = useList(MARKETPLACE_HOLDING, { id: props.server.id }, ({ server }) => server?.stacks, ALL);
  return (
    <Loaded query={query}>
      {() => (
        <Loaded query={holding}>
          {(having) => <ReadyForm {...props} stacks={stacks} holding={new Set(having.map(({ id }) => id))} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type ReadyFormProps = AddFormProps & {
  readonly stacks: readonly PickedStack[];
  readonly holding: ReadonlySet<string>;
};

function firstChoice({ server, stacks, holding, stackId }: ReadyFormProps): AddChoice {
  const first = stackId ?? stacks.find(({ id }) => !holding.has(id))?.id;
  return {
    stackId: first ?? NEW_STACK,
    newName: stacks.some(({ name }) => name === server.name) ? '' : server.name.slice(0, NAME_CHARS_MAX),
    tools: 'all',
    picked: new Set(),
  };
}

function ReadyForm(props: ReadyFormProps) {
  const { server, stacks, holding, onDone, onClose } = props;
  const [choice, setChoice] = useState(() => firstChoice(props));
  const [isTried, setIsTried] = useState(false);
  const { held } = useStackChoice(choice.stackId === NEW_STACK ? undefined : choice.stackId);
  const change = (next: Partial<AddChoice>) => setChoice((now) => ({ ...now, ...next }));
  const add = useApiMutation(['createStack', 'addServerToStack'], (input: AddChoice) =>
    addToStack(server.id, input, ({ id }) => change({ stackId: id, newName: '' })),
  );
  const problem = addProblem(choice, held.has(server.id) || holding.has(choice.stackId));
  const submit = () => {
    setIsTried(true);
    if (problem === null && !add.hasBegun()) add.mutate(choice, { onSuccess: onDone });
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <StackSelect
        choice={choice}
        hasStacks={stacks.length > 0}
        holding={holding}
        problem={isTried ? problem : null}
        onChange={change}
      />
      <ToolChoice serverId={server.id} choice={choice} problem={isTried ? problem : null} onChange={change} />
      <ErrorNotice error={add.error} />
      <div className="dialog__actions">
        {onClose && <Button onClick={onClose}>Cancel</Button>}
        <Button type="submit" kind="primary" isBusy={isSent(add)}>
          Add to stack
        </Button>
      </div>
    </form>
  );
}
