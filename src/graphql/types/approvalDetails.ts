import {
  type ApprovalNames,
  type ApprovalTool,
  listApprovalNames,
  listApprovalTools,
} from '../../core/webhooks/approvalDetails.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { storedTextOrNull } from '../execution/storedText.ts';
import { Approval } from './approval.ts';
import { type CallerKind, CallerKindEnum, toCallerKind } from './callerKind.ts';

export const ApprovalToolType = builder.objectRef<ApprovalTool>('ApprovalTool').implement({
  description: 'The tool of a call that awaits approval, as of the time of the call.',
  fields: (t) => ({
    exposedName: t.exposeString('exposedName', { description: 'The name by which agents of the stack call it.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Its display name; null if the server provides none.',
    }),
    description: t.exposeString('description', {
      description: 'Its description from the server, even if the stack overrides it for agents.',
    }),
    annotations: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ annotations }, _args, context, info) => storedTextOrNull(annotations, context, info),
      description:
        'Hints of the server, such as `readOnlyHint` and `destructiveHint`, with the account’s corrections. Rules treat a tool without them as possibly destructive.',
    }),
    isConfirmed: t.exposeBoolean('isConfirmed', {
      description: 'Whether a person of the account has set whether it only reads.',
    }),
    serverId: t.exposeID('serverId', { description: 'The server that provides it.' }),
    serverName: t.exposeString('serverName', { description: 'The server’s display name.' }),
  }),
});

type Caller = ApprovalNames & { readonly kind: CallerKind | null };

/** The caller of an approval, with display names. */
export const ApprovalCaller = builder.objectRef<Caller>('ApprovalCaller').implement({
  description: 'The caller of a call that awaits approval. Names are null for deleted objects.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: CallerKindEnum,
      nullable: true,
      description: 'The kind of caller; null for a kind added in a later release.',
    }),
    name: t.exposeString('credential', { nullable: true, description: 'The name of the stack token or API key.' }),
    endpointId: t.exposeID('endpointId', {
      nullable: true,
      description: 'The client endpoint at which it calls; null for calls over the account API.',
    }),
    endpointName: t.exposeString('endpoint', {
      nullable: true,
      description: 'The name of that endpoint, which identifies the agent.',
    }),
    serviceAccount: t.exposeString('serviceAccount', {
      nullable: true,
      description: 'The name of the service account that owns the token; null for other tokens.',
    }),
    trustedIssuer: t.exposeString('trustedIssuer', {
      nullable: true,
      description: 'The name of the trusted issuer that vouched for the end user; null for other tokens.',
    }),
    person: t.exposeString('person', {
      nullable: true,
      description: 'The e-mail address of the person who calls, or whose login the key is.',
    }),
  }),
});

const NAMELESS: ApprovalNames = {
  credential: null,
  endpointId: null,
  endpoint: null,
  serviceAccount: null,
  trustedIssuer: null,
  person: null,
  decider: null,
};
const toolOf = batched(listApprovalTools);
const namesOf = batched(listApprovalNames);

builder.prismaObjectFields(Approval, (t) => ({
  tool: t.field({
    type: ApprovalToolType,
    nullable: true,
    description:
      'The tool, if it’s unchanged since the call. Null for announced calls, and if it has changed, awaits review or is no longer enabled, because a decision would then have no effect.',
    resolve: ({ id }, _args, context) => toolOf(context, id),
  }),
  callerDetails: t.field({
    type: ApprovalCaller,
    description: 'The caller’s display names. Approvers can read them even if they can’t see the caller.',
    resolve: async ({ id, callerKind }, _args, context) => ({
      ...((await namesOf(context, id)) ?? NAMELESS),
      kind: toCallerKind(callerKind),
    }),
  }),
  callerKind: t.field({
    type: CallerKindEnum,
    nullable: true,
    description: 'The kind of caller; null for a kind added in a later release.',
    resolve: ({ callerKind }) => toCallerKind(callerKind),
  }),
  deciderKind: t.field({
    type: CallerKindEnum,
    nullable: true,
    description: 'Who decided, a person or an API key; null until then.',
    resolve: ({ deciderKind }) => toCallerKind(deciderKind),
  }),
  deciderName: t.string({
    nullable: true,
    description: 'The name of the API key, or the e-mail address of the person, that decided.',
    resolve: async ({ id }, _args, context) => (await namesOf(context, id))?.decider ?? null,
  }),
}));
