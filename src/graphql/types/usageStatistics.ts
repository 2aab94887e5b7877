import { EXACT_CALLS_MAX, STATISTICS_DAYS_MAX } from '../../core/callRecords/statistics.ts';
import {
  readUsage,
  USAGE_BUCKETS_MAX,
  USAGE_FIRST_DEFAULT,
  USAGE_FIRST_MAX,
  type UsageBucket,
  type UsageBy,
  type UsageFigures,
} from '../../core/callRecords/usage.ts';
import { builder } from '../builder.ts';
import { actorOf } from '../found.ts';
import { callsNamed } from '../references.ts';
import { Actor } from './actor.ts';

const By = builder.enumType('UsageBreakdown', {
  description: 'How to break down usage.',
  values: {
    TOOL: { value: 'tool', description: 'By tool.' },
    AGENT: {
      value: 'agent',
      description:
        'By client endpoint, or by API key for calls over the account API and GraphQL. Calls of people in the dashboard count for no agent.',
    },
    PERSON: {
      value: 'person',
      description:
        'By the user who called in the dashboard, or by the end user that an agent named. Other calls count for no person.',
    },
  } as const satisfies Record<string, { value: UsageBy; description: string }>,
});

const Bucket = builder.objectRef<UsageBucket>('UsageBucket').implement({
  description: 'The calls of one tool, agent or person in one time period.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      description: 'The start of the period. It ends at the start of the next one.',
    }),
    callCount: t.exposeInt('callCount', { description: 'The number of calls, including failures.' }),
    failureCount: t.exposeInt('failureCount', { description: 'The number of calls with an outcome other than OK.' }),
  }),
});

export const OfUsage = builder.objectRef<UsageFigures>('UsageFigures').implement({
  description: 'The calls of one tool, agent or person over time.',
  fields: (t) => ({
    toolId: t.exposeID('toolId', { nullable: true, description: 'The tool’s stable id; null for a caller.' }),
    serverId: t.exposeID('serverId', {
      nullable: true,
      description: 'The id of the tool’s server; null for a caller.',
    }),
    callerId: t.exposeID('callerId', {
      nullable: true,
      description: 'The id of the client endpoint, API key or user; null for a tool or an end user.',
    }),
    caller: t.field({
      type: Actor,
      nullable: true,
      description: 'The client endpoint, API key or user; null if it is gone, and for a tool or an end user.',
      resolve: ({ callerId }, _args, context) => (callerId === null ? null : actorOf(context, callerId)),
    }),
    endUser: t.exposeString('endUser', {
      nullable: true,
      description: 'The end user, as the agent named it; null for anything else.',
    }),
    callCount: t.exposeInt('callCount', { description: 'The number of calls, including failures.' }),
    failureCount: t.exposeInt('failureCount', { description: 'The number of calls with an outcome other than OK.' }),
    buckets: t.field({
      type: [Bucket],
      complexity: { field: 1, multiplier: 1 },
      description: 'The calls by time, oldest first, including empty buckets.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
});

builder.queryField('usageStatistics', (t) =>
  t.field({
    type: [OfUsage],
    nullable: true,
    description: `The tools, agents or people with the most calls in the account or a stack, with their calls over time. Uses the call records of \`callStatistics\`. With buckets of an hour or longer, and more than ${EXACT_CALLS_MAX} calls or 48 hours, it counts from hourly totals: an hour counts in the bucket in which it begins.`,
    extensions: { limitClass: 'default' },
    args: {
      by: t.arg({ type: By, required: true, description: 'The breakdown.' }),
      stackId: t.arg.id({ description: 'Only calls of this stack.' }),
      callerId: t.arg.id({ description: 'Only this client endpoint, API key or user; by agent or person.' }),
      endUser: t.arg.string({ description: 'Only this end user, as an agent named it; by person.' }),
      since: t.arg({
        type: 'DateTime',
        required: true,
        description: `The start of the period, at most ${STATISTICS_DAYS_MAX} days before \`until\`.`,
      }),
      until: t.arg({ type: 'DateTime', description: 'The end of the period; now by default.' }),
      bucketSeconds: t.arg.int({
        required: true,
        description: `Length of a bucket; the first begins at \`since\`, and there are at most ${USAGE_BUCKETS_MAX}.`,
      }),
      first: t.arg.int({
        description: `The maximum number of tools, agents or people, 1 to ${USAGE_FIRST_MAX}; ${USAGE_FIRST_DEFAULT} by default.`,
      }),
    },
    resolve: async (_root, args, { app }) => readUsage(app, await callsNamed(app, args)),
  }),
);
