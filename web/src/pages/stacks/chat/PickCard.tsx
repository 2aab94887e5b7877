import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Code } from '../../../ui/Code.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { pretty } from '../../playground/json.ts';
import { type Run, useRun } from '../../playground/run.ts';
import { type PickedTool, shortened, type ToolAnswer } from './turns.ts';

type PickProps = {
  readonly stackId: string;
  readonly picked: PickedTool;
  /** The result; absent until there is one. */
  readonly result: ToolAnswer | undefined;
  readonly isOpen: boolean;
  readonly onGiven: (result: ToolAnswer) => void;
};

/** A call that the model picked. It runs only when the person starts it. */
export function PickCard({ stackId, picked, result, isOpen, onGiven }: PickProps) {
  const run = useRun();
  const { ref, name, toolId, toolInput, inputText } = picked;
  const start = (id: string) =>
    run.mutate(
      { stackId, toolId: id, toolInput: toolInput ?? {} },
      { onSuccess: (ended) => onGiven({ ref, ...resultOf(ended) }) },
    );
  return (
    <section className="card stack stack--small" aria-label={`Picked: ${name}`}>
      <h3 className="chat__name">
        <code>{name}</code>
      </h3>
      <Code text={toolInput === null ? inputText : pretty(toolInput)} label={`Arguments of ${name}`} />
      {toolId === null && <p className="small">No tool has this name; the model invented it.</p>}
      {toolInput === null && <p className="small">The arguments aren’t a JSON object.</p>}
      <ErrorNotice error={run.error} />
      {isOpen && !result && (
        <div className="row">
          {toolId !== null && toolInput !== null && (
            <Button kind="primary" isBusy={run.isPending} onClick={() => start(toolId)}>
              Run {name}
            </Button>
          )}
          <Button onClick={() => onGiven({ ref, text: 'The user declined this call.', isError: true })}>Skip</Button>
        </div>
      )}
      {result && (
        <details>
          <summary>
            Result <Badge kind={result.isError ? 'warn' : 'good'}>{result.isError ? 'Failed' : 'Success'}</Badge>
          </summary>
          <Code text={result.text} label={`Result of ${name}`} isWrapped />
        </details>
      )}
    </section>
  );
}

function resultOf({ outcome }: Run): Omit<ToolAnswer, 'ref'> {
  if (outcome.kind === 'success') return { text: shortened(JSON.stringify(outcome.result)), isError: false };
  if (outcome.kind === 'failed') return { text: shortened(outcome.message), isError: true };
  if (outcome.kind === 'refused') return { text: shortened(refusalOf(outcome.error)), isError: true };
  return { text: 'The call was cancelled.', isError: true };
}

const refusalOf = ({ message, issues }: { message: string; issues: readonly { path: string; message: string }[] }) =>
  [message, ...issues.map((issue) => `${issue.path}: ${issue.message}`)].join('\n');
