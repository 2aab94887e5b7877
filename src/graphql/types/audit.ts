import { z } from 'zod';
import { countAuditEvents, findAuditEvent, listAuditEvents } from '../../core/audit/list.ts';
import { summaryOf } from '../../core/audit/summary.ts';
import { toAuditEventId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { OLD_FILTER } from '../filters.ts';
import { withStack } from '../input.ts';
import { BY_TIME, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { ACTION } from './auditActions.ts';
import { AuditActorKindEnum, AuditTargetKindEnum, toAuditActorKind, toAuditTargetKind } from './auditKinds.ts';
import { Node } from './node.ts';
import { RowCountType } from './rowCount.ts';

const SEARCH = z.string().max(200);

export const AuditEvent = builder.prismaObject('AuditEvent', {
  interfaces: [Node],
  description: 'One change in the account. Events form a hash chain, so they can’t be changed unnoticed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The event’s id.' }),
    seq: t.expose('seq', { type: 'SafeInt', description: 'Its position in the account’s chain, from 1.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    actorKind: t.field({
      type: AuditActorKindEnum,
      nullable: true,
      description: 'The kind of actor; null for a kind added in a later release.',
      resolve: ({ actorKind }) => toAuditActorKind(actorKind),
    }),
    actorId: t.exposeID('actorId', { description: 'The id of the person, key, token or link that made the change.' }),
    action: t.field(ACTION),
    summary: t.string({
      description: 'The action in a sentence, such as `Created the stack research`.',
      resolve: summaryOf,
    }),
    targetKind: t.field({
      type: AuditTargetKindEnum,
      nullable: true,
      description: 'The kind of the changed object; null for a kind added in a later release.',
      resolve: ({ targetKind }) => toAuditTargetKind(targetKind),
    }),
    targetId: t.exposeID('targetId', { description: 'The id of the changed object.' }),
    stackId: t.exposeID('stackId', { nullable: true, description: 'The id of the stack it concerns, if any.' }),
    details: t.expose('details', { type: 'JSON', description: 'The names of the changed fields, never a value.' }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The id of the request that made the change, as in `X-Request-Id` and in the log.',
    }),
    hash: t.string({
      description: 'HMAC-SHA-256 over this event and the hash before it, in hexadecimal; SHA-256 for the oldest ones.',
      resolve: ({ hash }) => Buffer.from(hash).toString('hex'),
    }),
  }),
});

builder.queryField('auditEvent', (t) =>
  t.prismaField({
    type: 'AuditEvent',
    nullable: true,
    description: 'One change in the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The event’s id.' }) },
    resolve: (load, _root, { id }, { app }) => findAuditEvent(app, toAuditEventId(id), load),
  }),
);

const AuditEventOrder = orderOf('AuditEvent', 'audit events', BY_TIME);

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Conditions on changes, all of which apply.',
  fields: (t) => ({
    search: t.string({
      description:
        'Matches text in the action, its summary, the kind or id of the target or actor, or the actor’s e-mail or name. Ignores case.',
      validate: SEARCH,
    }),
    stackId: t.id({ description: 'Only changes that concern this stack.' }),
    since: t.field({ type: 'DateTime', description: 'Only results at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Only results before this time.' }),
  }),
});

builder.queryField('auditEventCount', (t) =>
  t.field({
    type: RowCountType,
    nullable: true,
    description: 'How many changes `auditEvents` lists with the same filter.',
    extensions: { limitClass: 'default' },
    args: { filter: t.arg({ type: AuditEventFilter, description: 'The changes to return; all by default.' }) },
    resolve: (_root, { filter }, { app }) => countAuditEvents(app, withStack(filter ?? {})),
  }),
);

builder.queryField('auditEvents', (t) =>
  t.prismaConnection(
    {
      type: 'AuditEvent',
      cursor: 'id',
      nullable: true,
      description: 'The changes in the account.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: AuditEventFilter, description: 'The changes to return; all by default.' }),
        search: t.arg.string({ ...OLD_FILTER, validate: SEARCH }),
        stackId: t.arg.id(OLD_FILTER),
        since: t.arg({ type: 'DateTime', ...OLD_FILTER }),
        until: t.arg({ type: 'DateTime', ...OLD_FILTER }),
        orderBy: t.arg({ type: AuditEventOrder, description: ordered('newest first') }),
      },
      resolve: (load, _root, { orderBy, filter, ...old }, { app }) =>
        listAuditEvents(app, load, withStack({ ...old, ...filter }), orderBy?.direction),
    },
    pageOf('AuditEvent', 'changes'),
    edgeOf('AuditEvent', 'changes'),
  ),
);
