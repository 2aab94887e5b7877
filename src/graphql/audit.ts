import { listAuditEvents } from '../core/audit/list.ts';
import { builder } from './builder.ts';
import { edgeOf, pageOf } from './paging.ts';

builder.prismaObject('AuditEvent', {
  description: 'One change in the account. Events are chained by hash and cannot be changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The event’s id.' }),
    seq: t.exposeInt('seq', { description: 'Its place in the account’s chain, from 1.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    actorKind: t.exposeString('actorKind', { description: 'Who did it: `apiKey`, `agent` or `operator`.' }),
    actorId: t.exposeID('actorId', { description: 'The id of the key or token that did it.' }),
    action: t.exposeString('action', { description: 'What was done, such as `credentials.set`.' }),
    targetKind: t.exposeString('targetKind', { description: 'The kind of thing it was done to.' }),
    targetId: t.exposeID('targetId', { description: 'The id of the thing it was done to.' }),
    stackId: t.exposeID('stackId', { nullable: true, description: 'The stack it concerns, if one.' }),
    details: t.expose('details', { type: 'JSON', description: 'The names of what changed, never a value.' }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The id of the request that did it, as in `X-Request-Id` and in the log.',
    }),
    hash: t.string({
      description: 'SHA-256 over this event and the hash before it, in hexadecimal.',
      resolve: ({ hash }) => Buffer.from(hash).toString('hex'),
    }),
  }),
});

builder.queryField('auditEvents', (t) =>
  t.prismaConnection(
    {
      type: 'AuditEvent',
      cursor: 'id',
      nullable: true,
      description: 'The changes in the account, newest first.',
      extensions: { limitClass: 'default' },
      resolve: (load, _root, _args, { app }) => listAuditEvents(app, load),
    },
    pageOf('AuditEvent', 'changes'),
    edgeOf('AuditEvent', 'changes'),
  ),
);
