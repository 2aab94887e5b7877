import { Link } from '@tanstack/react-router';
import { countText, type FiguresOf, latencyText } from '../../../records/figures.ts';
import { Table } from '../../../ui/Table.tsx';

type ToolFiguresProps = {
  readonly stackId: string;
  readonly days: number;
  readonly tools: readonly { readonly toolId: string; readonly figures: FiguresOf }[];
};

/** The most called tools. Each links to its calls over time. */
export function ToolFigures({ stackId, days, tools }: ToolFiguresProps) {
  return (
    <Table
      label="Calls by tool"
      columns={[
        'Tool',
        { number: 'Calls' },
        { number: 'Failed' },
        { number: 'Median (p50)' },
        { number: '95th percentile (p95)' },
      ]}
    >
      {tools.map(({ toolId, figures }) => (
        <tr key={toolId}>
          <th scope="row">
            <Link to="/activity" search={{ stack: stackId, tool: toolId, range: days === 1 ? 'day' : 'week' }}>
              <code>{toolId}</code>
            </Link>
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
    </Table>
  );
}
