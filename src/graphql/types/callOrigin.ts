import { type CallDecision, type CallSurface, toCallDecision, toCallSurface } from '../../core/callRecords/decision.ts';
import { builder } from '../builder.ts';
import { Call } from './call.ts';
import { CallerKindEnum, toCallerKind } from './callerKind.ts';

const CallSurfaceEnum = builder.enumType('CallSurface', {
  description: 'The surface that received a call.',
  values: {
    ACCOUNT_API: { value: 'account_api', description: 'The account API, `/v1`.' },
    ENDPOINT_API: { value: 'endpoint_api', description: 'A client endpoint’s REST interface, `/s/{client_id}`.' },
    MCP: { value: 'mcp', description: 'A client endpoint’s MCP server.' },
    GRAPHQL: { value: 'graphql', description: 'GraphQL: the dashboard, the command line and applications.' },
  } as const satisfies { [K in CallSurface as Uppercase<K>]: { value: K; description: string } },
});

const CallDecisionEnum = builder.enumType('CallDecision', {
  description: 'The decision of the account’s rules on a call.',
  values: {
    ALLOWED: { value: 'allowed', description: 'No rule prevented it.' },
    DENIED: { value: 'denied', description: 'A rule denied it, or a person rejected the approval.' },
    HELD: {
      value: 'held',
      description: 'A rule requires approval, or the tool’s change awaits review. Nothing was sent.',
    },
    APPROVED: { value: 'approved', description: 'A rule required approval, and a person had approved it.' },
  } as const satisfies { [K in CallDecision as Uppercase<K>]: { value: K; description: string } },
});

builder.prismaObjectFields(Call, (t) => ({
  surface: t.field({
    type: CallSurfaceEnum,
    nullable: true,
    description: 'The surface that received the call; null for a call recorded by an earlier release.',
    resolve: ({ surface }) => toCallSurface(surface),
  }),
  callerKind: t.field({
    type: CallerKindEnum,
    nullable: true,
    description: 'The kind of caller; null for a call recorded by an earlier release.',
    resolve: ({ callerKind }) => toCallerKind(callerKind),
  }),
  callerId: t.exposeID('callerId', {
    nullable: true,
    description:
      'The id of the stack token, key or person that called; null for a call recorded by an earlier release.',
  }),
  endUser: t.exposeString('endUser', {
    nullable: true,
    description: 'The end user of the call, as the caller named it; null for the stack itself.',
  }),
  requestId: t.exposeID('requestId', {
    nullable: true,
    description: 'The `X-Request-Id` of its request, also in the service’s log.',
  }),
  traceId: t.exposeID('traceId', {
    nullable: true,
    description: 'The trace id in the caller’s `traceparent` (W3C Trace Context); null without one.',
  }),
}));

// The call's result.
builder.prismaObjectFields(Call, (t) => ({
  decision: t.field({
    type: CallDecisionEnum,
    nullable: true,
    description: 'The decision of the account’s rules; null if the call failed before the rules were evaluated.',
    resolve: ({ decision }) => toCallDecision(decision),
  }),
  approvalId: t.exposeID('approvalId', {
    nullable: true,
    description: 'The approval that it awaits or used; null if it has none.',
  }),
  stackVersion: t.exposeInt('stackVersion', {
    nullable: true,
    description: 'The number of the stack’s version that served it; null if it was recorded by an earlier release.',
  }),
  upstreamStatus: t.exposeInt('upstreamStatus', {
    nullable: true,
    description: 'The upstream’s last HTTP status; null without an answer, and for stdio servers.',
  }),
  queueMs: t.exposeInt('queueMs', {
    nullable: true,
    description:
      'Milliseconds spent waiting: from arrival to start, which `latencyMs` excludes, and for the upstream to be free.',
  }),
  ownMs: t.exposeInt('ownMs', {
    nullable: true,
    description: 'Milliseconds of `latencyMs` that Toolyard itself used, without waiting and the upstream.',
  }),
  upstreamMs: t.exposeInt('upstreamMs', {
    nullable: true,
    description: 'Milliseconds until the upstream’s answer was read; 0 if nothing was sent.',
  }),
  error: t.exposeString('error', {
    nullable: true,
    description:
      'Why it failed, up to 500 characters, without the secrets that it used; null for a success. It may include the error text of the tool or its service.',
  }),
}));
