import { getAuditEvent } from '../../core/audit/list.ts';
import type { Live } from '../../core/callRecords/live.ts';
import { watchAuditEvents, watchCalls } from '../../core/callRecords/live.ts';
import { builder } from '../builder.ts';
import { withIds } from '../input.ts';
import { AuditEvent } from './audit.ts';
import { Call } from './call.ts';

builder.subscriptionType({
  authScopes: { account: true },
  description:
    'What happens in the account, from now on and on every instance: as `text/event-stream`, one operation per request. An event with an error is the last: what it says tells whether to subscribe again, after reading what was missed.',
});

/** The value that the watcher received. @throws the reason why its stream ended */
function valueOrThrow<T>(live: Live<T>): T {
  if (live.end) throw live.end;
  return live.value;
}

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
}));
