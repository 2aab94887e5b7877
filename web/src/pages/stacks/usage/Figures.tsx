import { countText, type FiguresOf, latencyText, shareText } from './figureText.ts';

type FiguresProps = { readonly figures: FiguresOf };

export function Figures({ figures }: FiguresProps) {
  const { callCount, failureCount, p50Ms, p95Ms } = figures;
  return (
    <dl className="grid stacks-figures">
      <Figure label="Calls" text={countText(callCount)} />
      <Figure label="Failed" text={`${countText(failureCount)} (${shareText(failureCount, callCount)})`} />
      <Figure label="Half are faster than" text={latencyText(p50Ms)} />
      <Figure label="95 of 100 are faster than" text={latencyText(p95Ms)} />
    </dl>
  );
}

type FigureProps = { readonly label: string; readonly text: string };

function Figure({ label, text }: FigureProps) {
  return (
    <div className="card">
      <dt className="soft small">{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
