import { Check } from 'lucide-react';
import { ButtonLink } from '../../ui/Button.tsx';
import type { Step } from './checklist.ts';

type StepListProps = { readonly steps: readonly Step[] };

export function StepList({ steps }: StepListProps) {
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone) ?? null;
  return (
    <section className="stack" aria-labelledby="steps-title">
      <div className="row row--spread">
        <h2 id="steps-title">First steps</h2>
        <span className="soft" role="status">
          {doneCount} of {steps.length} done
        </span>
      </div>
      <Steps steps={steps} next={next} />
    </section>
  );
}

/** The completed steps, collapsed. */
export function DoneSteps({ steps }: StepListProps) {
  return (
    <details className="stack">
      <summary>
        <h2 className="home-done">First steps: all done</h2>
      </summary>
      <Steps steps={steps} next={null} />
    </details>
  );
}

const Steps = ({ steps, next }: StepListProps & { readonly next: Step | null }) => (
  <ol className="card card--flush">
    {steps.map((step, at) => (
      <StepItem key={step.title} step={step} number={at + 1} isNext={step === next} />
    ))}
  </ol>
);

type StepItemProps = { readonly step: Step; readonly number: number; readonly isNext: boolean };

function StepItem({ step: { title, about, isDone, action, to, search }, number, isNext }: StepItemProps) {
  return (
    <li className="home-step" data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className="home-step__mark">
        {isDone ? <Check size={16} aria-hidden /> : <span aria-hidden>{number}</span>}
        <span className="visually-hidden">{isDone ? 'Done:' : 'To do:'}</span>
      </span>
      <div>
        <h3>{title}</h3>
        <p className="soft small">{about}</p>
      </div>
      <ButtonLink to={to} search={search} size="small" {...(isNext && { kind: 'primary' as const })}>
        {isDone ? 'View' : action}
        <span className="visually-hidden">: {title}</span>
      </ButtonLink>
    </li>
  );
}
