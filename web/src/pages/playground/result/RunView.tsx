import { useEffect, useRef, useState } from 'react';
import { isRecord } from '../../../api/isRecord.ts';
import { counted } from '../../../records/figures.ts';
import { OUTCOMES } from '../../../records/outcomes.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Code } from '../../../ui/Code.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { byteLength, pretty } from '../json.ts';
import type { Outcome, Run, useRun } from '../run.ts';
import type { Stack, Tool } from '../StackTools.tsx';
import { BlockView } from './BlockView.tsx';
import { blocksOf } from './blocks.ts';
import { DryRunView } from './DryRunView.tsx';
import { dryRunIn } from './dryRun.ts';
import { FailureView } from './FailureView.tsx';
import { JsonTree } from './JsonTree.tsx';
import { Running } from './Running.tsx';

type RunViewProps = { readonly stack: Stack; readonly tool: Tool; readonly run: ReturnType<typeof useRun> };

export function RunView({ stack, tool, run }: RunViewProps) {
  const section = useRef<HTMLElement>(null);
  // Below the form on narrow screens.
  useEffect(() => {
    if (run.data) section.current?.scrollIntoView({ block: 'nearest' });
  }, [run.data]);
  return (
    <section ref={section} className="stack" aria-labelledby="response">
      <h2 id="response">Response</h2>
      {run.isPending && <Running progress={run.progress} onCancel={run.cancel} />}
      <div className="stack" aria-live="polite" aria-busy={run.isPending}>
        {!run.isPending && <ErrorNotice error={run.error} />}
        {!run.isPending && run.data && <Ended stack={stack} tool={tool} run={run.data} />}
        {run.isIdle && (
          <p className="soft playground__waiting">Enter the arguments and run the tool to see the response.</p>
        )}
      </div>
    </section>
  );
}

type EndedProps = { readonly stack: Stack; readonly tool: Tool; readonly run: Run };

function Ended({ stack, tool, run: { request, tookMs, outcome } }: EndedProps) {
  const dryRun = request.isDryRun && outcome.kind === 'success' ? dryRunIn(outcome.result) : null;
  if (dryRun) return <DryRunView stackId={stack.id} dryRun={dryRun} />;
  const hasLink = stack.configuration.isRecorded && outcome.kind !== 'refused' && !request.isDryRun;
  return (
    <>
      <div className="row">
        <OutcomeBadge outcome={outcome} />
        <span className="small soft">
          {tookMs.toLocaleString('en')} ms round trip{outcome.kind === 'success' && `, ${sizeOf(outcome.result)}`}
        </span>
        {hasLink && (
          <ButtonLink kind="plain" size="small" to="/activity" search={{ stack: stack.id, tool: tool.id }}>
            View in Activity
          </ButtonLink>
        )}
      </div>
      {outcome.kind === 'success' && <ResultView result={outcome.result} />}
      {outcome.kind === 'cancelled' && <p>{CANCELLED}</p>}
      {(outcome.kind === 'failed' || outcome.kind === 'refused') && (
        <FailureView stackId={stack.id} outcome={outcome} />
      )}
      <details className="playground__more">
        <summary>Request</summary>
        <Code text={pretty(request)} label="Request as JSON" />
      </details>
    </>
  );
}

const CANCELLED = 'You cancelled the call, but the tool may already have made changes. Check before you run it again.';

function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'success') return <Badge kind="good">Success</Badge>;
  if (outcome.kind === 'cancelled') return <Badge kind="warn">Cancelled</Badge>;
  if (outcome.kind === 'refused') return <Badge kind="warn">Not sent</Badge>;
  return <Badge kind="bad">{OUTCOMES[outcome.outcome].title}</Badge>;
}

const KILO = 1000;

function sizeOf(result: unknown): string {
  const bytes = byteLength(JSON.stringify(result));
  return bytes < KILO ? counted(bytes, 'byte') : `${(bytes / KILO).toFixed(1)} kB`;
}

const VIEWS = { readable: 'Readable', json: 'JSON' } as const;

function ResultView({ result }: { readonly result: unknown }) {
  const [view, setView] = useState<keyof typeof VIEWS>('readable');
  const blocks = blocksOf(isRecord(result) ? result : {});
  return (
    <Tabs label="Result" names={VIEWS} current={view} onChange={setView}>
      {view === 'json' && <Code text={pretty(result)} label="Result as JSON" />}
      {view === 'readable' && (
        <div className="stack stack--small">
          {blocks === null && <JsonTree value={result} label="Result" />}
          {blocks?.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes
            <BlockView key={index} block={block} />
          ))}
        </div>
      )}
    </Tabs>
  );
}
