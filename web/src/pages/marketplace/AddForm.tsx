import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import type { AddableServer, Target } from './AddDialog.tsx';
import { type AddChoice, addProblem, addToStack, NEW_STACK } from './addToStack.ts';
import { MARKETPLACE_STACKS } from './operations.ts';
import { type ChoosableStack, StackSelect } from './StackSelect.tsx';
import { ToolChoice } from './ToolChoice.tsx';
import type { AddedServer } from './useStackChoice.ts';

type AddFormProps = {
  readonly server: AddableServer;
  readonly stackId: string | undefined;
  readonly onDone: (added: AddedServer, stack: Target) => void;
  /** Absent where it stands on a page instead of in a dialog. */
  readonly onClose?: () => void;
};

/** Waits for the stacks, so that the first choice is a valid one. */
export function AddForm(props: AddFormProps) {
  const stacks = useList(MARKETPLACE_STACKS, {}, (data) => data.stacks, { isWhole: true });
  return (
    <Loaded query={stacks}>
      {(list) => <ReadyForm {...props} stacks={list.filter(({ rights }) => rights.includes('WRITE'))} />}
    </Loaded>
  );
}

function firstChoice(stacks: readonly ChoosableStack[], serverId: string, stackId: string | undefined): AddChoice {
  const free = stacks.filter(({ servers }) => !servers.nodes.some(({ server }) => server.id === serverId));
  const stack = stacks.find(({ id }) => id === stackId) ?? free[0];
  return { stackId: stack?.id ?? NEW_STACK, newName: '', tools: 'all', picked: new Set() };
}

function ReadyForm({ server, stackId, stacks, onDone, onClose }: AddFormProps & { stacks: readonly ChoosableStack[] }) {
  const [wanted, setWanted] = useState(() => firstChoice(stacks, server.id, stackId));
  const [isTried, setIsTried] = useState(false);
  const change = (next: Partial<AddChoice>) => setWanted((now) => ({ ...now, ...next }));
  const add = useApiMutation(['createStack', 'addServerToStack'], (input: AddChoice) =>
    addToStack(server.id, input, stacks, ({ id }) => change({ stackId: id, newName: '' })),
  );
  const problem = addProblem(wanted, stacks, server.id);
  const submit = () => {
    setIsTried(true);
    if (problem === null && !add.isPending)
      add.mutate(wanted, { onSuccess: ({ added, stack }) => onDone(added, stack) });
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
        wanted={wanted}
        stacks={stacks}
        serverId={server.id}
        problem={isTried ? problem : null}
        onChange={change}
      />
      <ToolChoice serverId={server.id} wanted={wanted} problem={isTried ? problem : null} onChange={change} />
      <ErrorNotice error={add.error} />
      <div className="dialog__actions">
        {onClose && <Button onClick={onClose}>Cancel</Button>}
        <Button type="submit" kind="primary" isBusy={add.isPending}>
          Add to stack
        </Button>
      </div>
    </form>
  );
}
