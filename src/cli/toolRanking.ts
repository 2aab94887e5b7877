import type { CliToolsQuery, CliToolsQueryVariables, ToolRanking } from '../generated/gql/graphql.ts';
import type { Api } from './api.ts';
import { usageError } from './exit.ts';
import { RankToolsDocument } from './operations/activity.ts';
import { type Result, table } from './output.ts';

/** The values of `--tools`, and the API's names. */
const ORDERS: Readonly<Record<string, ToolRanking>> = {
  calls: 'CALLS',
  mean: 'MEAN',
  p95: 'P95',
  failures: 'FAILURES',
  share: 'FAILURE_SHARE',
};

export const RANKINGS = Object.keys(ORDERS).join(', ');

type Tool = NonNullable<CliToolsQuery['toolStatistics']>[number];

const ms = (value: number | null): string => (value === null ? '' : String(Math.round(value)));
const PERCENT = 100;

const rowOf = ({ toolId, figures, mainFailure }: Tool) => [
  toolId,
  figures.callCount,
  figures.failureCount,
  `${((figures.failureCount / figures.callCount) * PERCENT).toFixed(1)}%`,
  ms(figures.meanMs),
  ms(figures.p95Ms),
  mainFailure ? mainFailure.outcome.toLowerCase() : '',
];

type RankingQuery = Omit<CliToolsQueryVariables, 'orderBy'> & { readonly by: string };

/** The tools that were called most, are slowest or fail most. @throws CliError usage for another order */
export async function rankTools(api: Api, { by, ...query }: RankingQuery): Promise<Result> {
  const orderBy = ORDERS[by];
  if (orderBy === undefined) throw usageError(`--tools must be one of ${RANKINGS}`);
  const { toolStatistics } = await api(RankToolsDocument, { ...query, orderBy });
  const tools = toolStatistics ?? [];
  const head = ['TOOL', 'CALLS', 'FAILED', 'SHARE', 'MEAN MS', 'P95 MS', 'MOSTLY'];
  return {
    json: tools.map(({ toolId, serverId, figures, mainFailure }) => ({
      ...{ tool_id: toolId, server_id: serverId, calls: figures.callCount, failures: figures.failureCount },
      ...{ mean_ms: figures.meanMs, p50_ms: figures.p50Ms, p95_ms: figures.p95Ms },
      main_failure: mainFailure && { outcome: mainFailure.outcome.toLowerCase(), calls: mainFailure.callCount },
    })),
    text: table(head, tools.map(rowOf), 'No calls recorded in this period'),
  };
}
