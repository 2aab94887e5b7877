import { countText, type FiguresOf, latencyText, shareText } from './figures.ts';
import './records.css';

/** How many calls there were, how many failed, and how fast they were. */
export function Figures({ figures: { callCount, failureCount, p50Ms, p95Ms } }: { readonly figures: FiguresOf }) {
  const failureShare = callCount === 0 ? 0 : failureCount / callCount;
  return (
    <dl className="records-figures">
      <Figure label="Calls" text={countText(callCount)} />
      <Figure label="Failed" text={`${countText(failureCount)} (${shareText(failureShare)})`} />
      <Figure label="Median latency (p50)" text={latencyText(p50Ms)} />
      <Figure label="95th percentile (p95)" text={latencyText(p95Ms)} />
    </dl>
  );
}

function Figure({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="card">
      <dt className="soft small">{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
