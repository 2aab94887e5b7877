import { lazy, Suspense, useId } from 'react';
import type { Line } from './Chart.tsx';

const Chart = lazy(() => import('./Chart.tsx').then((module) => ({ default: module.Chart })));

type ChartCardProps = {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** Formats a value. */
  readonly text: (value: number) => string;
  /** Top of the scale; defaults to the highest value. */
  readonly max?: number;
};

export function ChartCard({ title, summary, times, lines, text, max }: ChartCardProps) {
  const id = useId();
  return (
    <section className="card stack stack--small activity__chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="small soft activity__summary">{summary}</p>
      <Suspense fallback={<div className="activity__room" aria-busy="true" />}>
        <Chart
          label={`${title}. ${summary}`}
          times={times}
          lines={lines}
          text={text}
          {...(max !== undefined && { max })}
        />
      </Suspense>
      <details className="small">
        <summary>{title} as a table</summary>
        <PointTable title={title} times={times} lines={lines} text={text} />
      </details>
    </section>
  );
}

export const TIME = new Intl.DateTimeFormat('en', {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});
const SECOND_MS = 1_000;

function PointTable({ title, times, lines, text }: Omit<ChartCardProps, 'summary' | 'max'>) {
  const rows = times
    .map((time, index) => ({ time, values: lines.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0));
  if (rows.length === 0) return <p className="soft">No data.</p>;
  return (
    // Scrollable regions must be reachable by keyboard (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="activity__points" tabIndex={0} aria-label={`${title}, values`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">From</th>
            {lines.map(({ label }) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, values }) => (
            <tr key={time}>
              <th scope="row">{TIME.format(time * SECOND_MS)}</th>
              {values.map((value, index) => (
                <td key={lines[index]?.label} className="number">
                  {value === null ? '–' : text(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
