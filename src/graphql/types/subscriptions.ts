import { watchAuditEvents, watchCalls } from '../../core/callRecords/live.ts';
import { LAST_HOUR, type Since } from '../../core/callRecords/since.ts';
import { watchProgress } from '../../core/calls/progressEvents.ts';
import { countInbox, type InboxCounts, watchInbox } from '../../core/inbox/inbox.ts';
import {
  type ServerNews,
  type StackNews,
  watchAlerts,
  watchApprovals,
  watchServers,
  watchStacks,
} from '../../core/inbox/news.ts';
import { watchJobs } from '../../core/jobs/job.ts';
import { toAuditEventId, toCallId, toJobId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { orNull, withStack } from '../input.ts';
import { Alert } from './alert.ts';
import { Approval } from './approval.ts';
import { AuditEvent } from './audit.ts';
import { ACTION } from './auditActions.ts';
import { Call } from './call.ts';
import { Job } from './job.ts';
import { eventsFor, eventValue } from './live.ts';
import { Server } from './marketplaceServer.ts';
import { Stack } from './stack.ts';
import { ToolProgress } from './toolProgress.ts';

builder.subscriptionType({
  authScopes: { account: true },
  description:
    'Live events of the account from all instances. They arrive as `text/event-stream`, one operation per request, or over a WebSocket. When the service restarts or events may be missing, the connection breaks without a `complete`: subscribe again, with `after`. An event with an error ends the subscription for good.',
});

const StackChange = builder.objectRef<StackNews>('StackChange').implement({
  description: 'One change of a stack, or of something in it.',
  fields: (t) => ({
    action: t.field(ACTION),
    stackId: t.exposeID('stackId', { description: 'The id of the stack, which may have been deleted since.' }),
    stack: t.field({
      type: Stack,
      nullable: true,
      description: 'The stack as it is now; null once it is deleted.',
      resolve: ({ stack }) => stack,
    }),
  }),
});

const ServerChange = builder.objectRef<ServerNews>('ServerChange').implement({
  description: 'One change of a server, or of its tools.',
  fields: (t) => ({
    action: t.field(ACTION),
    serverId: t.exposeID('serverId', { description: 'The id of the server, which may have been removed since.' }),
    server: t.field({
      type: Server,
      nullable: true,
      description: 'The server as it is now; null once it is removed.',
      resolve: ({ server }) => server,
    }),
  }),
});

const Inbox = builder.objectRef<InboxCounts>('Inbox').implement({
  description: 'Counts of items that wait for a person.',
  fields: (t) => ({
    approvalCount: t.exposeInt('approvalCount', {
      description: 'Calls that wait for an approval; 0 for callers that may not decide.',
    }),
    reviewCount: t.exposeInt('reviewCount', { description: 'Servers whose changes wait for a review.' }),
    alertCount: t.exposeInt('alertCount', { description: 'Open alerts, except for waiting reviews.' }),
  }),
});

builder.queryField('inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description: 'Pending work for a person. Subscribe to `inbox` for its changes.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => countInbox(app),
  }),
);

const AFTER =
  'Resumes after a break: pass the id of the last event you received. Missed events are sent first, up to 10,000. An empty text replays the last hour. If omitted, only new events are sent.';

const sinceOf = <Id>(after: string | null | undefined, parse: (text: string) => Id): Since<Id> =>
  after === '' ? LAST_HOUR : orNull(after, parse);

const inStack = builder.args((t) => ({ stackId: t.id({ description: 'Only results for this stack.' }) }));

builder.subscriptionFields((t) => ({
  calls: t.field({
    type: Call,
    description: 'Each call of a tool, once it has ended and been recorded.',
    extensions: { limitClass: 'default' },
    args: {
      ...inStack,
      after: t.arg.id({ description: `${AFTER} Deduplicate calls by \`id\`, because a call can arrive twice.` }),
    },
    subscribe: async (_root, { after, ...filter }, context) => {
      const { stackId } = withStack(filter);
      return eventsFor(context, await watchCalls(context.app, { stackId, after: sinceOf(after, toCallId) }));
    },
    resolve: eventValue,
  }),
  auditEvents: t.field({
    type: AuditEvent,
    description: 'Each change in the account, once it is made.',
    extensions: { limitClass: 'default' },
    args: { after: t.arg.id({ description: AFTER }) },
    subscribe: async (_root, { after }, context) =>
      eventsFor(context, await watchAuditEvents(context.app, { after: sinceOf(after, toAuditEventId) })),
    resolve: eventValue,
  }),
}));

builder.subscriptionFields((t) => ({
  approvals: t.field({
    type: Approval,
    description: 'Each approval that is requested, decided or used.',
    extensions: { limitClass: 'default' },
    args: inStack,
    subscribe: async (_root, filter, context) =>
      eventsFor(context, await watchApprovals(context.app, withStack(filter))),
    resolve: eventValue,
  }),
  jobs: t.field({
    type: Job,
    description: 'Each job that begins, progresses or ends.',
    extensions: { limitClass: 'default' },
    args: { ...inStack, jobId: t.arg.id({ description: 'Only this job.' }) },
    subscribe: async (_root, { jobId, ...filter }, context) =>
      eventsFor(context, await watchJobs(context.app, { ...withStack(filter), id: orNull(jobId, toJobId) })),
    resolve: eventValue,
  }),
  alerts: t.field({
    type: Alert,
    description: 'Each alert that begins, changes or ends.',
    extensions: { limitClass: 'default' },
    subscribe: async (_root, _args, context) => eventsFor(context, await watchAlerts(context.app)),
    resolve: eventValue,
  }),
  stacks: t.field({
    type: StackChange,
    description: 'Each change of a stack: its name, its servers and tools, their credentials, and its deletion.',
    extensions: { limitClass: 'default' },
    args: inStack,
    subscribe: async (_root, filter, context) => eventsFor(context, await watchStacks(context.app, withStack(filter))),
    resolve: eventValue,
  }),
  servers: t.field({
    type: ServerChange,
    description: 'Each change of a server of the account or the marketplace, such as an import or a held tool.',
    extensions: { limitClass: 'default' },
    subscribe: async (_root, _args, context) => eventsFor(context, await watchServers(context.app)),
    resolve: eventValue,
  }),
  inbox: t.field({
    type: Inbox,
    description: 'Counts of pending work for a person: now, and after each possible change.',
    extensions: { limitClass: 'default' },
    subscribe: async (_root, _args, context) => eventsFor(context, await watchInbox(context.app)),
    resolve: eventValue,
  }),
  toolProgress: t.field({
    type: ToolProgress,
    description:
      'The progress of a call that you are about to make with this `progressId`, until the call ends. At most two notices a second; the last one is always sent. Subscribe first. Only this subscription receives it, and calls without progress send nothing.',
    extensions: { limitClass: 'default' },
    args: {
      progressId: t.arg.id({ required: true, description: 'The `progressId` in the input of `invokeTool`.' }),
    },
    subscribe: async (_root, { progressId }, context) =>
      eventsFor(context, await watchProgress(context.app, progressId)),
    resolve: eventValue,
  }),
}));
