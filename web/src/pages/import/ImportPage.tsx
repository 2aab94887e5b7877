import { MayOpen } from '../../shell/May.tsx';
import './import.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Page } from '../../ui/Page.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { SavedStep } from './SavedStep.tsx';
import { SourceStep } from './SourceStep.tsx';
import { useWizard } from './useWizard.ts';

const ABOUT = 'Turn an API or MCP server into tools for your agents. You review everything before it’s saved.';

export function ImportPage() {
  const wizard = useWizard();
  const { kind, draft, saved, shown, choice, change, choose, mark, show, back, finish, restart } = wizard;
  const step = saved !== null ? 2 : shown || choice ? 1 : 0;
  const place = choice ? 'choose' : step;
  return (
    <Page title="Import a server" about={ABOUT}>
      <MayOpen right="WRITE" action="import servers">
        <AtStep step={step} place={place}>
          {saved !== null && <SavedStep key={saved} serverId={saved} onAnother={restart} />}
          {step === 1 && shown && (
            <PreviewStep
              key={`${shown.server.id} ${shown.server.name}`}
              shown={shown}
              onRead={show}
              onBack={back}
              onSaved={finish}
            />
          )}
          {choice && <ChooseStep {...choice} onPick={wizard.pick} onRead={show} onBack={back} />}
          {place === 0 && (
            <SourceStep
              kind={kind}
              draft={draft}
              onKind={choose}
              onDraft={change}
              onReading={mark}
              onRead={show}
              onListed={wizard.list}
            />
          )}
        </AtStep>
      </MayOpen>
    </Page>
  );
}

type AtStepProps = {
  readonly step: 0 | 1 | 2;
  /** The step, or a part of it shown as a separate page. */
  readonly place: number | string;
  readonly children: ReactNode;
};

/** A step of the wizard. It takes the focus when it follows another step, but not on page load. */
function AtStep({ step, place, children }: AtStepProps) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    ref.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [place]);
  return (
    <div className="stack stack--large import-step" ref={ref} tabIndex={-1}>
      <Steps current={step} />
      {children}
    </div>
  );
}

const STEPS = ['Choose the source', 'Review', 'Add to a stack'] as const;

function Steps({ current }: { readonly current: 0 | 1 | 2 }) {
  return (
    <ol className="import-steps" aria-label="Steps">
      {STEPS.map((title, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined}>
          <span className="import-steps__number" aria-hidden>
            {index + 1}
          </span>
          {title}
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
