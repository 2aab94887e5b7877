import { type Compared, countChange, failureChange, latencyChange } from './comparison.ts';
import { countText, type FiguresOf, latencyText, shareText } from './figures.ts';
import './records.css';

type FiguresProps = {
  readonly figures: FiguresOf;
  /** Absent without a comparison; null while loading. */
  readonly compared?: Compared | null | undefined;
};

/** Calls, failures and latency, compared with the previous period. */
export function Figures({ figures, compared }: FiguresProps) {
  const { callCount, failureCount, p50Ms, p95Ms } = figures;
  const failureShare = callCount === 0 ? 0 : failureCount / callCount;
  const changes = compared === undefined ? undefined : changesOf(figures, compared);
  return (
    <dl className="records-figures">
      <Figure label="Calls" text={countText(callCount)} change={changes?.calls} />
      <Figure
        label="Failed"
        text={`${countText(failureCount)} (${shareText(failureShare)})`}
        change={changes?.failures}
      />
      <Figure label="Median latency (p50)" text={latencyText(p50Ms)} change={changes?.p50} />
      <Figure label="95th percentile (p95)" text={latencyText(p95Ms)} change={changes?.p95} />
    </dl>
  );
}

function changesOf(now: FiguresOf, compared: Compared | null) {
  if (compared === null || compared.total === null) {
    const text = compared === null ? '' : `unknown for ${compared.name}`;
    return { calls: text, failures: text, p50: text, p95: text };
  }
  const { total: before, name } = compared;
  const both = { now, before, name };
  return {
    calls: countChange(now.callCount, before.callCount, name),
    failures: failureChange(now, before, name),
    p50: latencyChange('p50Ms', both),
    p95: latencyChange('p95Ms', both),
  };
}

type FigureProps = { readonly label: string; readonly text: string; readonly change: string | undefined };

function Figure({ label, text, change }: FigureProps) {
  return (
    <div className="card">
      <dt className="soft small">{label}</dt>
      <dd>{text}</dd>
      {change !== undefined && <dd className="soft small records-figures__change">{change}</dd>}
    </div>
  );
}
