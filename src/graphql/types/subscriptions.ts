import { getAuditEvent } from '../../core/audit/list.ts';
import type { Live } from '../../core/callRecords/live.ts';
import { watchAuditEvents, watchCalls } from '../../core/callRecords/live.ts';
import { type ProgressNotice, watchProgress } from '../../core/calls/progressEvents.ts';
import { builder } from '../builder.ts';
import { withIds } from '../input.ts';
import { AuditEvent } from './audit.ts';
import { Call } from './call.ts';

builder.subscriptionType({
  authScopes: { account: true },
  description:
    'Live events of the account from all instances. They arrive as `text/event-stream`, one operation per request. An event with an error ends the stream. The error says whether to subscribe again, after reading missed changes.',
});

/** The value that the watcher received. @throws the reason why its stream ended */
function valueOrThrow<T>(live: Live<T>): T {
  if (live.end) throw live.end;
  return live.value;
}

const ToolProgress = builder.objectRef<ProgressNotice>('ToolProgress').implement({
  description: 'The progress of a call, as reported by its MCP server.',
  fields: (t) => ({
    progress: t.exposeFloat('progress', { description: 'The progress so far, in the server’s units.' }),
    total: t.exposeFloat('total', { nullable: true, description: 'The final value of `progress`, if known.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The server’s current activity as readable text, up to 500 characters.',
    }),
  }),
});

builder.subscriptionFields((t) => ({
  calls: t.field({
    type: Call,
    description: 'Each call of a tool, once it has ended and been recorded.',
    extensions: { limitClass: 'default' },
    args: { stackId: t.arg.id({ description: 'Only those of this stack.' }) },
    subscribe: (_root, filter, { app }) => watchCalls(app, withIds(filter)),
    resolve: (live) => valueOrThrow(live),
  }),
  auditEvents: t.field({
    type: AuditEvent,
    description: 'Each change in the account, once it is made.',
    extensions: { limitClass: 'default' },
    subscribe: (_root, _args, { app }) => watchAuditEvents(app),
    resolve: (live, _args, { app }) => getAuditEvent(app, valueOrThrow(live)),
  }),
  toolProgress: t.field({
    type: ToolProgress,
    description:
      'The progress of a call that you are about to make with this `progressId`, until the call ends. At most two notices a second; the last one is always sent. Subscribe first. Only this subscription receives it, and calls without progress send nothing.',
    extensions: { limitClass: 'default' },
    args: {
      progressId: t.arg.id({ required: true, description: 'The `progressId` in the input of `invokeTool`.' }),
    },
    subscribe: (_root, { progressId }, { app }) => watchProgress(app, progressId),
    resolve: (live) => valueOrThrow(live),
  }),
}));
