import { type ReactNode, useMemo } from 'react';
import { Markdown } from '../../ui/Markdown.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { textBelow } from '../server/textBelow.ts';
import { Arguments } from './Arguments.tsx';
import { useDraft } from './draft.ts';
import { errorsOf } from './form/errors.ts';
import { toFormSchema } from './form/schema.ts';
import { requestOf } from './request.ts';
import { RunView } from './result/RunView.tsx';
import { useRun } from './run.ts';
import { SameCall } from './SameCall.tsx';
import type { Stack, Tool } from './StackTools.tsx';
import { SaveButtons } from './saved/SaveButtons.tsx';
import { SavedCalls } from './saved/SavedCalls.tsx';
import { useGivenInput } from './saved/useGivenInput.ts';
import { useSavedCalls } from './saved/useSavedCalls.ts';
import type { SnippetName } from './snippets/names.ts';

type ToolCallProps = {
  readonly stack: Stack;
  readonly tool: Tool;
  readonly code: SnippetName;
  readonly onCode: (name: SnippetName) => void;
  /** The button for choosing another tool on narrow screens. */
  readonly change: ReactNode;
};

export function ToolCall({ stack, tool, code, onCode, change }: ToolCallProps) {
  const schema = useMemo(() => toFormSchema(tool.inputSchema), [tool.inputSchema]);
  const initial = useGivenInput(schema);
  const draft = useDraft(schema, initial.input);
  const run = useRun();
  const saved = useSavedCalls(stack.id, tool.id, schema);
  const start = (isDryRun: boolean) => {
    if (run.isPending || !draft.check()) return;
    const { input } = draft;
    run.mutate(
      { ...requestOf(stack.id, tool.id, draft), ...(isDryRun && { isDryRun }) },
      {
        onSuccess: (ended) => {
          draft.setErrors(ended.outcome.kind === 'refused' ? errorsOf(ended.outcome.error.issues) : {});
          if (!isDryRun) saved.note(input, ended);
        },
      },
    );
  };
  return (
    <div className="playground__bench">
      <section className="stack" aria-labelledby="tool-name">
        <div className="row row--spread playground__head">
          <h2 id="tool-name">{tool.title ?? tool.exposedName}</h2>
          {change}
        </div>
        <Markdown
          className="soft playground__description"
          text={textBelow(tool.title ?? tool.exposedName, tool.description)}
        />
        <p className="small soft">
          <code>{tool.exposedName}</code> of {tool.serverName}
        </p>
        {initial.isOfLink && (
          <Notice>These arguments came from the link you opened. Review them before you run the tool.</Notice>
        )}
        <Arguments
          stackId={stack.id}
          schema={schema}
          draft={draft}
          isBusy={run.isPending}
          onRun={() => start(false)}
          onDryRun={() => start(true)}
        />
        <SaveButtons input={draft.input} schema={schema} saved={saved} />
      </section>
      <div className="stack stack--large playground__answer">
        <RunView stack={stack} tool={tool} run={run} />
        <SavedCalls saved={saved} onUse={draft.load} />
        <SameCall stack={stack} tool={tool} draft={draft} name={code} onName={onCode} />
      </div>
    </div>
  );
}
