import { type CallsBefore, readCallsBefore } from '../../core/callRecords/callsBefore.ts';
import {
  type CallBucket,
  type CallStatistics,
  EXACT_CALLS_MAX,
  EXACT_HOURS_MAX,
  readCallStatistics,
  STATISTICS_BUCKETS_MAX,
  STATISTICS_DAYS_MAX,
} from '../../core/callRecords/statistics.ts';
import type { CallFigures } from '../../core/callRecords/statisticsRows.ts';
import { STATISTICS_TOOLS_MAX } from '../../core/callRecords/statisticsRows.ts';
import type { OutcomeFigures, ToolFigures } from '../../core/callRecords/toolFigures.ts';
import { builder } from '../builder.ts';
import { CallOutcomeEnum } from '../errors.ts';
import { filterNamed } from '../references.ts';

const Figures = builder.objectRef<CallFigures>('CallFigures').implement({
  description: 'Counts and latencies of a set of calls.',
  fields: (t) => ({
    callCount: t.exposeInt('callCount', { description: 'The number of calls, including failures.' }),
    failureCount: t.exposeInt('failureCount', { description: 'The number of calls with an outcome other than OK.' }),
    meanMs: t.exposeFloat('meanMs', {
      nullable: true,
      description: 'The mean latency in milliseconds; null without calls.',
    }),
    p50Ms: t.exposeFloat('p50Ms', {
      nullable: true,
      description: 'The median latency in milliseconds, interpolated; null without calls.',
    }),
    p95Ms: t.exposeFloat('p95Ms', {
      nullable: true,
      description: 'The 95th percentile of the latency in milliseconds, interpolated; null without calls.',
    }),
  }),
});

const Bucket = builder.objectRef<CallBucket>('CallBucket').implement({
  description: 'The calls of one time period.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      description: 'The start of the period. It ends at the start of the next one.',
    }),
    figures: t.field({ type: Figures, description: 'The figures of this period.', resolve: (bucket) => bucket }),
  }),
});

const OfOutcome = builder.objectRef<OutcomeFigures>('OutcomeFigures').implement({
  description: 'The calls with one outcome.',
  fields: (t) => ({
    outcome: t.field({ type: CallOutcomeEnum, description: 'The outcome.', resolve: ({ outcome }) => outcome }),
    callCount: t.exposeInt('callCount', { description: 'The number of calls.' }),
  }),
});

export const OfTool = builder.objectRef<ToolFigures>('ToolFigures').implement({
  description: 'The calls of one tool.',
  fields: (t) => ({
    toolId: t.exposeID('toolId', { description: 'The tool’s stable id.' }),
    serverId: t.exposeID('serverId', { description: 'The id of its server.' }),
    figures: t.field({ type: Figures, description: 'The figures of this tool.', resolve: (tool) => tool }),
    mainFailure: t.field({
      type: OfOutcome,
      nullable: true,
      description: 'The most common failure and its count; null without failures.',
      resolve: ({ mainFailure }) => mainFailure,
    }),
  }),
});

const Before = builder.objectRef<CallsBefore>('CallsBefore').implement({
  description: 'The preceding period of the same length, for comparison.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'When it begins.' }),
    until: t.expose('until', { type: 'DateTime', description: 'When it ends, which is the start of the statistics.' }),
    recordedSince: t.expose('recordedSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest recorded call of the account or stack ended, across all tools; null without calls.',
    }),
    total: t.field({
      type: Figures,
      nullable: true,
      description:
        'The calls of the same stack, server or tool. Null if records begin after this time, because deleted or unrecorded calls aren’t reported as zero.',
      resolve: ({ total }) => total,
    }),
  }),
});

const Statistics = builder.objectRef<CallStatistics>('CallStatistics').implement({
  description: 'Counts and latencies of the account’s call records in a time period.',
  fields: (t) => ({
    total: t.field({ type: Figures, description: 'Totals of the whole period.', resolve: ({ total }) => total }),
    buckets: t.field({
      type: [Bucket],
      complexity: { field: 1, multiplier: 1 },
      description: 'Figures by time, oldest first, including empty buckets.',
      resolve: ({ buckets }) => [...buckets],
    }),
    byTool: t.field({
      type: [OfTool],
      description: `The ${STATISTICS_TOOLS_MAX} most called tools, most called first.`,
      resolve: ({ byTool }) => [...byTool],
    }),
    byOutcome: t.field({
      type: [OfOutcome],
      description: 'Figures by outcome, most frequent first. Outcomes that did not occur are left out.',
      resolve: ({ byOutcome }) => [...byOutcome],
    }),
    before: t.field({
      type: Before,
      nullable: true,
      description:
        'The preceding period of the same length, for comparison. Costs as much as another `callStatistics` query. If it fails, it is null and the response has an error.',
      resolve: ({ range }, _args, { app }) => readCallsBefore(app, range),
    }),
  }),
});

builder.queryField('callStatistics', (t) =>
  t.field({
    type: Statistics,
    nullable: true,
    description: `Figures of the call records of the account, a stack, a server or a tool. Figures are exact for up to ${EXACT_CALLS_MAX} calls. With more calls, or with buckets of an hour or longer over more than ${EXACT_HOURS_MAX} hours, they come from quarter-hour totals, or hourly totals for one server or tool. A total counts in the bucket in which it begins, unless buckets are shorter. Means and percentiles are then within 10% of the exact values.`,
    extensions: { limitClass: 'default' },
    args: {
      stackId: t.arg.id({ description: 'Only calls of this stack.' }),
      serverId: t.arg.id({ description: 'Only calls of this server’s tools.' }),
      toolId: t.arg.id({ description: 'Only calls of this tool, by its stable id.' }),
      since: t.arg({
        type: 'DateTime',
        required: true,
        description: `The start of the period, at most ${STATISTICS_DAYS_MAX} days before \`until\`.`,
      }),
      until: t.arg({ type: 'DateTime', description: 'The end of the period; now by default.' }),
      bucketSeconds: t.arg.int({
        required: true,
        description: `Length of a bucket; the first begins at \`since\`, and there are at most ${STATISTICS_BUCKETS_MAX}.`,
      }),
    },
    resolve: async (_root, args, { app }) => readCallStatistics(app, await filterNamed(app, args)),
  }),
);
