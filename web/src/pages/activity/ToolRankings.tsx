import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { ActivityToolsQuery, ToolRanking } from '../../gql/graphql.ts';
import { countText, latencyText, shareText } from '../../records/figures.ts';
import { OUTCOMES } from '../../records/outcomes.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { ACTIVITY_TOOLS } from './operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

type Tool = NonNullable<ActivityToolsQuery['toolStatistics']>[number];
type RankingQuery = { readonly search: ActivitySearch; readonly period: Period; readonly refetchEveryMs?: number };

/** Fewer calls aren't representative. */
const CALLS_MIN = 5;

export function ToolRankings(query: RankingQuery) {
  return (
    <div className="activity__rankings">
      <Ranking
        {...query}
        title="Slowest tools"
        orders={SLOW}
        callsMin={() => CALLS_MIN}
        empty={`No tool had at least ${CALLS_MIN} calls in this period.`}
        columns={[{ number: 'Calls' }, { number: 'Mean' }, { number: 'p95' }]}
        row={(tool) => <SlowRow key={tool.toolId} tool={tool} search={query.search} />}
      />
      <Ranking
        {...query}
        title="Most failing tools"
        orders={BAD}
        callsMin={(order) => (order === 'FAILURES' ? 1 : CALLS_MIN)}
        empty="No failures in this period."
        columns={[{ number: 'Failed' }, { number: 'Share' }, 'Top error']}
        row={(tool) => <BadRow key={tool.toolId} tool={tool} search={query.search} />}
      />
    </div>
  );
}

type Orders = Partial<Record<ToolRanking, string>>;
const SLOW = { P95: '95th percentile', MEAN: 'Mean' } as const satisfies Orders;
const BAD = { FAILURES: 'Number of failures', FAILURE_SHARE: 'Failure rate (min. 5 calls)' } as const satisfies Orders;
const SHOWN = 5;

type RankingProps = RankingQuery & {
  readonly title: string;
  readonly orders: Orders;
  readonly callsMin: (order: ToolRanking) => number;
  readonly empty: string;
  readonly columns: readonly Column[];
  readonly row: (tool: Tool) => ReactNode;
};

/** Boundary: the names are the record's keys. */
const ordersOf = (orders: Orders) => Object.keys(orders) as ToolRanking[];

function Ranking({ title, orders, callsMin, empty, columns, row, search, period, refetchEveryMs }: RankingProps) {
  const id = useId();
  const names = ordersOf(orders);
  const [orderBy, setOrderBy] = useState<ToolRanking>(names[0] ?? 'CALLS');
  const [isWhole, setIsWhole] = useState(false);
  const { since, until } = period;
  const query = useApiQuery(
    ACTIVITY_TOOLS,
    {
      ...{ stackId: search.stack ?? null, serverId: search.server ?? null, since, until },
      ...{ orderBy, callsMin: callsMin(orderBy) },
    },
    { keepPrevious: true, ...(refetchEveryMs !== undefined && { refetchEveryMs }) },
  );
  return (
    <section className="card stack stack--small" aria-labelledby={id}>
      <div className="row row--spread">
        <h2 id={id}>{title}</h2>
        <div className="activity__order">
          <SelectField
            label={<span className="visually-hidden">{title} by</span>}
            value={orderBy}
            onChange={({ target }) => setOrderBy(names.find((name) => name === target.value) ?? orderBy)}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {orders[name]}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <Loaded query={query} lines={SHOWN}>
        {({ toolStatistics }) => {
          const tools = toolStatistics ?? [];
          if (tools.length === 0) return <p className="soft">{empty}</p>;
          return (
            <>
              <Table label={`${title} table`} columns={['Tool', ...columns]} frame="activity__tools">
                {(isWhole ? tools : tools.slice(0, SHOWN)).map(row)}
              </Table>
              {tools.length > SHOWN && (
                <div>
                  <Button kind="plain" size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
                    {isWhole ? 'Show fewer' : `Show all ${tools.length}`}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type RowProps = { readonly tool: Tool; readonly search: ActivitySearch };

function SlowRow({ tool: { toolId, figures }, search }: RowProps) {
  return (
    <tr>
      <ToolName toolId={toolId} search={search} />
      <td className="number" data-label="Calls">
        {countText(figures.callCount)}
      </td>
      <td className="number" data-label="Mean">
        {latencyText(figures.meanMs)}
      </td>
      <td className="number" data-label="p95">
        {latencyText(figures.p95Ms)}
      </td>
    </tr>
  );
}

function BadRow({ tool: { toolId, figures, mainFailure }, search }: RowProps) {
  const { callCount, failureCount } = figures;
  return (
    <tr>
      <ToolName toolId={toolId} search={{ ...search, outcome: 'FAILED' }} />
      <td className="number" data-label="Failed">
        <span>
          {countText(failureCount)} <span className="soft">of {countText(callCount)}</span>
        </span>
      </td>
      <td className="number" data-label="Share">
        {shareText(failureCount / callCount)}
      </td>
      <td data-label="Top error">{mainFailure && OUTCOMES[mainFailure.outcome].title}</td>
    </tr>
  );
}

export function ToolName({ toolId, search }: { readonly toolId: string; readonly search: ActivitySearch }) {
  return (
    <th scope="row">
      <Link to="/activity" search={{ ...search, tool: toolId }} hash="calls" title="View calls">
        {toolId}
      </Link>
    </th>
  );
}
