import { getOwnAccount } from '../../core/accounts/account.ts';
import { findOwnKey } from '../../core/accounts/apiKey.ts';
import { listCallsById } from '../../core/callRecords/calls.ts';
import {
  type EndpointId,
  type ServerId,
  type StackId,
  toApprovalId,
  toCallerId,
  toServerId,
  toToolId,
} from '../../core/kernel/ids.ts';
import { findOwnUser } from '../../core/people/user.ts';
import { listEnabledByName, listPlacesByName, placeName } from '../../core/snapshots/byKey.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import {
  actorOf,
  approvalOf,
  endpointOf,
  fieldBySlug,
  fieldOn,
  serverByKeyOf,
  serverBySlugOf,
  stackOf,
  toolBySlug,
  toolOn,
} from '../found.ts';
import { Account, Viewer } from './account.ts';
import { Actor } from './actor.ts';
import { ApiKey } from './apiKey.ts';
import { SharingPayload } from './applicationSharing.ts';
import { Approval } from './approval.ts';
import { ApprovalCaller, ApprovalToolType } from './approvalDetails.ts';
import { Call } from './call.ts';
import { CallContentsObject } from './callContents.ts';
import { OfTool } from './callStatistics.ts';
import {
  CreateConnectLinkPayload,
  CredentialFieldStatus,
  DeleteCredentialPayload,
  RemoveCredentialPayload,
  SetCredentialsPayload,
} from './credential.ts';
import { CredentialField } from './credentialField.ts';
import { CredentialProblem } from './credentialProblem.ts';
import { ClientEndpoint } from './endpoint.ts';
import { RevokeInvitationPayload } from './invitation.ts';
import { Job } from './job.ts';
import { DeleteServerPayload, Server } from './marketplaceServer.ts';
import { RevokePasskeyPayload } from './passkey.ts';
import { DryRunCalls } from './policyDecision.ts';
import { ServiceAccount } from './serviceAccount.ts';
import { DeleteStackPayload, Stack } from './stack.ts';
import { StackServer } from './stackServer.ts';
import { StackToken } from './stackToken.ts';
import { EnabledTool } from './stackTools.ts';
import { TestConnectionPayload } from './testConnection.ts';
import { Tool } from './tool.ts';
import { AcceptPayload, holdingStacksOf, RefusePayload, STACKS_COST, ToolChange } from './toolChange.ts';
import { OfUsage } from './usageStatistics.ts';
import { DeleteUserPayload, RevokeSessionPayload, User } from './user.ts';
import { DeleteWebhookPayload } from './webhook.ts';

/* Fields that return the object behind an id field. One query finds the objects of all rows of a page. Null if the
   object no longer exists, or if the caller may not see it. */

const callOf = batched(listCallsById);
const placeOf = batched(listPlacesByName);
const enabledToolOf = batched(listEnabledByName);

/** The actor whose id a row has in this column. */
const actorIn = <K extends string>(column: K, description: string) =>
  ({
    type: Actor,
    nullable: true,
    description,
    resolve: (row: Readonly<Record<K, string | null>>, _args: object, context: GraphqlContext) => {
      const id = row[column];
      return id === null ? null : actorOf(context, toCallerId(id));
    },
  }) as const;

const MAKER_OBJECT = actorIn(
  'makerId',
  'The creator: a person, or an API key if no person is known. Null for the operator or a deleted creator.',
);

/** The server whose slug an object has. */
const serverIn = (description: string) =>
  ({
    type: Server,
    nullable: true,
    description,
    resolve: ({ serverId }: { readonly serverId: string | null }, _args: object, context: GraphqlContext) =>
      serverId === null ? null : serverBySlugOf(context, toServerId(serverId)),
  }) as const;

type NamedTool = { readonly serverId: string | null; readonly toolId: string | null };

/** The tool whose name, and whose server's slug, an object has. */
const toolIn = (description: string) =>
  ({
    type: Tool,
    nullable: true,
    description,
    resolve: ({ serverId, toolId }: NamedTool, _args: object, context: GraphqlContext) =>
      serverId === null || toolId === null ? null : toolBySlug(context, toServerId(serverId), toToolId(toolId)),
  }) as const;

const STACK_OBJECT = {
  type: Stack,
  nullable: true,
  description: 'The stack.',
  resolve: ({ stackId }: { readonly stackId: StackId }, _args: object, context: GraphqlContext) =>
    stackOf(context, stackId),
} as const;

const endpointIn = (description: string) =>
  ({
    type: ClientEndpoint,
    nullable: true,
    description,
    resolve: ({ endpointId }: { readonly endpointId: EndpointId | null }, _args: object, context: GraphqlContext) =>
      endpointId === null ? null : endpointOf(context, endpointId),
  }) as const;

type Placed = { readonly stackId: StackId; readonly serverId: ServerId };

/** Where a change in a stack was made; null if the server has been removed since. */
const PLACE_OBJECT = {
  type: StackServer,
  nullable: true,
  description: 'The server in the stack.',
  resolve: ({ stackId, serverId }: Placed, _args: object, context: GraphqlContext) =>
    placeOf(context, placeName(stackId, serverId)),
} as const;

const APPROVAL_OBJECT = {
  type: Approval,
  nullable: true,
  description: 'The approval that it awaits or used; null if it has none, and for callers who may not decide on it.',
  resolve: ({ approvalId }: { readonly approvalId: string | null }, _args: object, context: GraphqlContext) =>
    approvalId === null ? null : approvalOf(context, toApprovalId(approvalId)),
} as const;

builder.prismaObjectFields(Call, (t) => ({
  caller: t.field(actorIn('callerId', 'The stack token, API key or person that called; null if it is gone.')),
  server: t.field(serverIn('The tool’s server; null if it was deleted.')),
  approval: t.field(APPROVAL_OBJECT),
}));

builder.prismaObjectFields(Job, (t) => ({
  caller: t.field(actorIn('callerId', 'The stack token, API key or person that started it; null if it is gone.')),
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool as its server offers it now; null if the stack no longer has it enabled.',
    resolve: ({ stackId, toolId }, _args, context) => enabledToolOf(context, placeName(stackId, toToolId(toolId))),
  }),
  approval: t.field(APPROVAL_OBJECT),
}));

builder.objectField(CallContentsObject, 'call', (t) =>
  t.field({
    type: Call,
    nullable: true,
    description: 'The call.',
    resolve: ({ callId }, _args, context) => callOf(context, callId),
  }),
);

builder.prismaObjectFields(Approval, (t) => ({
  caller: t.field(actorIn('callerId', 'The stack token, API key or person that calls; null if it is gone.')),
  decider: t.field(actorIn('deciderId', 'The person or API key that decided; null until then.')),
}));

builder.objectField(ApprovalCaller, 'endpoint', (t) =>
  t.field(endpointIn('The client endpoint at which it calls; null for calls over the account API.')),
);

builder.objectField(ApprovalToolType, 'server', (t) =>
  t.field({
    type: Server,
    nullable: true,
    description: 'The server that provides it.',
    resolve: ({ serverKey }, _args, context) => serverByKeyOf(context, serverKey),
  }),
);

builder.prismaObjectFields(ApiKey, (t) => ({ maker: t.field(MAKER_OBJECT) }));
builder.prismaObjectFields(ServiceAccount, (t) => ({ maker: t.field(MAKER_OBJECT) }));
builder.prismaObjectFields(StackToken, (t) => ({
  maker: t.field(MAKER_OBJECT),
  grant: t.field(
    actorIn('grantId', 'The service account or trusted issuer that it was made for; null for any other token.'),
  ),
}));

builder.objectField(Viewer, 'apiKey', (t) =>
  t.field({
    type: ApiKey,
    nullable: true,
    description: 'The API key in use; null for a person who is signed in.',
    resolve: (_actor, _args, { app }) => findOwnKey(app),
  }),
);

builder.objectFields(CredentialProblem, (t) => ({
  stack: t.field(STACK_OBJECT),
  server: t.field(serverIn('The server.')),
  field: t.field({
    type: CredentialField,
    nullable: true,
    description: 'The credential field.',
    resolve: ({ serverId, fieldId }, _args, context) => fieldBySlug(context, toServerId(serverId), fieldId),
  }),
}));

builder.objectField(CredentialFieldStatus, 'field', (t) =>
  t.field({
    type: CredentialField,
    nullable: true,
    description: 'The field, with its name for people.',
    resolve: ({ serverKey, fieldId }, _args, context) => fieldOn(context, serverKey, fieldId),
  }),
);

builder.objectFields(DryRunCalls, (t) => ({
  stack: t.field(STACK_OBJECT),
  server: t.field(serverIn('The tool’s server.')),
  tool: t.field(toolIn('The tool.')),
  endpoint: t.field(endpointIn('The client endpoint that received them; null for calls over the account API.')),
}));

builder.objectFields(OfTool, (t) => ({
  server: t.field(serverIn('The tool’s server; null if it was deleted.')),
  tool: t.field(toolIn('The tool; null if it was deleted.')),
}));

builder.objectFields(OfUsage, (t) => ({
  server: t.field(serverIn('The tool’s server; null if it was deleted, and for a caller.')),
  tool: t.field(toolIn('The tool; null if it was deleted, and for a caller.')),
}));

builder.objectFields(EnabledTool, (t) => ({
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The server that provides it.',
    resolve: ({ server }, _args, context) => serverByKeyOf(context, server.id),
  }),
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool as its server offers it now; null if the server has removed it.',
    resolve: ({ server: { id }, toolId }, _args, context) => toolOn(context, id, toolId),
  }),
}));

builder.objectFields(TestConnectionPayload, (t) => ({
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool that was called; null if none was.',
    resolve: ({ serverKey, toolId }, _args, context) => (toolId === null ? null : toolOn(context, serverKey, toolId)),
  }),
  tools: t.field({
    type: [Tool],
    description: 'The enabled tools that a test can call, up to 50. The default comes first.',
    resolve: async ({ serverKey, toolIds }, _args, context) => {
      const tools = await Promise.all(toolIds.map((toolId) => toolOn(context, serverKey, toolId)));
      return tools.filter((tool) => tool !== null);
    },
  }),
}));

for (const payload of [AcceptPayload, RefusePayload]) {
  builder.objectField(payload, 'tools', (t) =>
    t.field({
      type: [Tool],
      description: 'The affected tools, without those that the server no longer has.',
      resolve: async ({ server, toolIds }, _args, context) => {
        const tools = await Promise.all(toolIds.map((toolId) => toolOn(context, server.id, toolId)));
        return tools.filter((tool) => tool !== null);
      },
    }),
  );
}

builder.prismaObjectFields(ToolChange, (t) => ({
  tool: t.field({
    type: Tool,
    description: 'The tool as its server has it now.',
    select: { tool: true },
    resolve: ({ tool }) => tool,
  }),
  stacks: t.field({
    type: [Stack],
    complexity: STACKS_COST,
    description: 'The stacks of `stackIds`.',
    select: { id: true },
    resolve: async ({ id }, _args, context) => {
      const ids = (await holdingStacksOf(context, id))?.stackIds ?? [];
      const stacks = await Promise.all(ids.map((stackId) => stackOf(context, stackId)));
      return stacks.filter((stack) => stack !== null);
    },
  }),
}));

for (const payload of [
  SetCredentialsPayload,
  DeleteCredentialPayload,
  RemoveCredentialPayload,
  CreateConnectLinkPayload,
]) {
  builder.objectField(payload, 'stackServer', (t) => t.field(PLACE_OBJECT));
}
builder.objectField(SharingPayload, 'stackServer', (t) => t.field(PLACE_OBJECT));

/* The parents of a deleted or revoked object, so that clients can update their caches. */

for (const payload of [
  DeleteServerPayload,
  DeleteStackPayload,
  DeleteUserPayload,
  DeleteWebhookPayload,
  RevokeInvitationPayload,
]) {
  builder.objectField(payload, 'account', (t) =>
    t.field({
      type: Account,
      description: 'The account that it belonged to.',
      resolve: (_gone, _args, { app }) => getOwnAccount(app),
    }),
  );
}
for (const payload of [RevokePasskeyPayload, RevokeSessionPayload]) {
  builder.objectField(payload, 'user', (t) =>
    t.field({
      type: User,
      nullable: true,
      description: 'The person that it belonged to.',
      resolve: (_gone, _args, { app }) => findOwnUser(app),
    }),
  );
}
