import { findCall, listCalls } from '../../core/callRecords/calls.ts';
import { countCalls } from '../../core/callRecords/countCalls.ts';
import { toCallOutcome } from '../../core/callRecords/outcome.ts';
import { toCallId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { CallOutcomeEnum } from '../errors.ts';
import { OLD_FILTER } from '../filters.ts';
import { endpointOf, ownStackOf } from '../found.ts';
import { BY_TIME, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { callsNamed } from '../references.ts';
import { ClientEndpoint } from './endpoint.ts';
import { Node } from './node.ts';
import { RowCountType } from './rowCount.ts';
import { Stack } from './stack.ts';

export const Call = builder.prismaObject('CallRecord', {
  interfaces: [Node],
  name: 'Call',
  description:
    'A recorded tool call. Calls of all surfaces are recorded while their stack’s `isRecorded` is true. The record holds the caller, sizes, times, the outcome and its reason; `contents` says whether the input and output are stored. Calls refused for invalid input or missing credentials are recorded. Requests that hit a rate limit, name no enabled tool, or replay an idempotency key’s stored answer are not.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The call’s id.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    stackId: t.exposeID('stackId', { description: 'The id of the stack whose tool was called.' }),
    stack: t.field({
      type: Stack,
      description: 'The stack whose tool was called.',
      resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
    }),
    serverId: t.exposeID('serverId', {
      description: 'The id of the tool’s server, which may since have been deleted.',
    }),
    toolId: t.exposeID('toolId', { description: 'The tool’s stable id, regardless of its name in the stack.' }),
    endpointId: t.exposeID('endpointId', {
      nullable: true,
      description: 'The id of the client endpoint that received it; null for a call over the account API.',
    }),
    endpoint: t.field({
      type: ClientEndpoint,
      nullable: true,
      description: 'The client endpoint that received it; null for the account API, and if the endpoint was deleted.',
      resolve: ({ endpointId }, _args, context) => (endpointId === null ? null : endpointOf(context, endpointId)),
    }),
    outcome: t.field({
      type: CallOutcomeEnum,
      description: 'How it ended.',
      resolve: ({ outcome }) => toCallOutcome(outcome),
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'Milliseconds from the start of the call to its answer.' }),
    inputBytes: t.expose('inputBytes', { type: 'SafeInt', description: 'Size of the input as JSON.' }),
    outputBytes: t.expose('outputBytes', {
      type: 'SafeInt',
      description: 'Size of the tool’s answer as JSON; 0 without one.',
    }),
  }),
});

builder.queryField('call', (t) =>
  t.prismaField({
    type: 'CallRecord',
    nullable: true,
    description: 'One call record of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The call’s id.' }) },
    resolve: (load, _root, { id }, { app }) => findCall(app, toCallId(id), load),
  }),
);

const CallOrder = orderOf('Call', 'calls', BY_TIME);

const CallFilter = builder.inputType('CallFilter', {
  description: 'Conditions on calls, all of which apply.',
  fields: (t) => ({
    stackId: t.id({ description: 'Only results for this stack.' }),
    toolId: t.id({ description: 'Only calls of this tool, by its stable id.' }),
    serverId: t.id({ description: 'Only calls of this server’s tools.' }),
    callerId: t.id({
      description:
        'Only calls of this client endpoint, API key or user, as `usageStatistics` counts them, or of this stack token.',
    }),
    endUser: t.string({
      description: 'Only calls for this end user, as an agent named it. Calls of users count for the user.',
    }),
    outcome: t.field({ type: [CallOutcomeEnum], description: 'Only calls with one of these outcomes.' }),
    isFailure: t.boolean({ description: 'True for failures only, false for successes only.' }),
    since: t.field({ type: 'DateTime', description: 'Only results at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Only results before this time.' }),
  }),
});

builder.queryField('callCount', (t) =>
  t.field({
    type: RowCountType,
    nullable: true,
    description: 'How many calls `calls` lists with the same filter.',
    extensions: { limitClass: 'default' },
    args: { filter: t.arg({ type: CallFilter, description: 'The calls to return; all by default.' }) },
    resolve: async (_root, { filter }, { app }) => countCalls(app, await callsNamed(app, filter ?? {})),
  }),
);

builder.queryField('calls', (t) =>
  t.prismaConnection(
    {
      type: 'CallRecord',
      cursor: 'id_at',
      nullable: true,
      description: 'The call records of the account, as far back as the installation keeps them (30 days by default).',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: CallFilter, description: 'The calls to return; all by default.' }),
        stackId: t.arg.id(OLD_FILTER),
        toolId: t.arg.id(OLD_FILTER),
        serverId: t.arg.id(OLD_FILTER),
        outcome: t.arg({ type: [CallOutcomeEnum], ...OLD_FILTER }),
        isFailure: t.arg.boolean(OLD_FILTER),
        since: t.arg({ type: 'DateTime', ...OLD_FILTER }),
        until: t.arg({ type: 'DateTime', ...OLD_FILTER }),
        orderBy: t.arg({ type: CallOrder, description: ordered('newest first') }),
      },
      resolve: async (load, _root, { orderBy, filter, ...old }, { app }) =>
        listCalls(app, await callsNamed(app, { ...old, ...filter }), load, orderBy?.direction),
    },
    pageOf('Call', 'calls'),
    edgeOf('Call', 'calls'),
  ),
);
