import { STATISTICS_DAYS_MAX } from '../../core/callRecords/statistics.ts';
import { COMPARED_TOOLS_MAX, type ToolRankedBy } from '../../core/callRecords/toolRanking.ts';
import {
  CALLS_MIN_MAX,
  RANKED_TOOLS_DEFAULT,
  RANKED_TOOLS_MAX,
  readToolStatistics,
} from '../../core/callRecords/toolStatistics.ts';
import { builder } from '../builder.ts';
import { filterNamed } from '../references.ts';
import { OfTool } from './callStatistics.ts';

const Order = builder.enumType('ToolRanking', {
  description: 'How to rank tools, highest value first. In a tie, the tool with more calls comes first.',
  values: {
    CALLS: { value: 'calls', description: 'The number of calls.' },
    MEAN: { value: 'mean', description: 'The mean latency.' },
    P95: { value: 'p95', description: 'The 95th percentile of the latency.' },
    FAILURES: { value: 'failures', description: 'The number of failed calls.' },
    FAILURE_SHARE: { value: 'failureShare', description: 'The share of failed calls.' },
  } as const satisfies Record<string, { value: ToolRankedBy; description: string }>,
});

builder.queryField('toolStatistics', (t) =>
  t.field({
    type: [OfTool],
    nullable: true,
    description: `The most called, slowest or most failing tools of the account, a stack or a server. Uses the call records of \`callStatistics\`, with the same precision. A ranking by failures lists only tools with failures. A ranking by latency compares at most the ${COMPARED_TOOLS_MAX} most called tools.`,
    extensions: { limitClass: 'default' },
    args: {
      stackId: t.arg.id({ description: 'Only calls of this stack.' }),
      serverId: t.arg.id({ description: 'Only calls of this server’s tools.' }),
      since: t.arg({
        type: 'DateTime',
        required: true,
        description: `The start of the period, at most ${STATISTICS_DAYS_MAX} days before \`until\`.`,
      }),
      until: t.arg({ type: 'DateTime', description: 'The end of the period; now by default.' }),
      orderBy: t.arg({ type: Order, required: true, description: 'The ranking.' }),
      callsMin: t.arg.int({
        description: `Only tools with at least this many calls, 1 to ${CALLS_MIN_MAX}; 1 by default. Latencies based on few calls mean little.`,
      }),
      search: t.arg.string({ description: 'Text in the tool’s id or in its server’s, ignoring case.' }),
      first: t.arg.int({
        description: `The maximum number of tools, 1 to ${RANKED_TOOLS_MAX}; ${RANKED_TOOLS_DEFAULT} by default.`,
      }),
    },
    resolve: async (_root, args, { app }) => readToolStatistics(app, await filterNamed(app, args)),
  }),
);
