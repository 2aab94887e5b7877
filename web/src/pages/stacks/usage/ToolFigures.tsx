import { countText, type FiguresOf, latencyText } from '../../../records/figures.ts';

type ToolFiguresProps = { readonly tools: readonly { readonly toolId: string; readonly figures: FiguresOf }[] };

/** The tools that were called most, most called first. */
export function ToolFigures({ tools }: ToolFiguresProps) {
  return (
    <>
      {/* What scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="table-frame" tabIndex={0} aria-label="Calls by tool">
        <table className="table table--cards">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              {['Calls', 'Failed', 'Median (p50)', '95th percentile (p95)'].map((label) => (
                <th key={label} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tools.map(({ toolId, figures }) => (
              <tr key={toolId}>
                <th scope="row">
                  <code>{toolId}</code>
                </th>
                <td className="number" data-label="Calls">
                  {countText(figures.callCount)}
                </td>
                <td className="number" data-label="Failed">
                  {countText(figures.failureCount)}
                </td>
                <td className="number" data-label="p50">
                  {latencyText(figures.p50Ms)}
                </td>
                <td className="number" data-label="p95">
                  {latencyText(figures.p95Ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
