import { STATISTICS_DAYS_MAX } from '../../core/callRecords/statistics.ts';
import { COMPARED_TOOLS_MAX, type ToolRankedBy } from '../../core/callRecords/toolRanking.ts';
import {
  CALLS_MIN_MAX,
  RANKED_TOOLS_DEFAULT,
  RANKED_TOOLS_MAX,
  readToolStatistics,
} from '../../core/callRecords/toolStatistics.ts';
import { builder } from '../builder.ts';
import { withIds } from '../input.ts';
import { OfTool } from './callStatistics.ts';

const Order = builder.enumType('ToolRanking', {
  description: 'What tools are compared by; the largest comes first, and of equal ones that with more calls.',
  values: {
    CALLS: { value: 'calls', description: 'How many calls they had.' },
    MEAN: { value: 'mean', description: 'The mean latency.' },
    P95: { value: 'p95', description: 'The 95th percentile of the latency.' },
    FAILURES: { value: 'failures', description: 'How many calls failed.' },
    FAILURE_SHARE: { value: 'failureShare', description: 'Which part of the calls failed.' },
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
        description: `From then on: at most ${STATISTICS_DAYS_MAX} days before \`until\`.`,
      }),
      until: t.arg({ type: 'DateTime', description: 'Before then; now when left out.' }),
      orderBy: t.arg({ type: Order, required: true, description: 'Which tools come first.' }),
      callsMin: t.arg.int({
        description: `Only tools with at least so many calls, 1 to ${CALLS_MIN_MAX}; 1 when left out. The slowest of a few calls says little.`,
      }),
      search: t.arg.string({ description: 'Text in the tool’s id or in its server’s, in any case.' }),
      first: t.arg.int({
        description: `How many tools at most, 1 to ${RANKED_TOOLS_MAX}; ${RANKED_TOOLS_DEFAULT} when left out.`,
      }),
    },
    resolve: (_root, asked, { app }) => readToolStatistics(app, withIds(asked)),
  }),
);
