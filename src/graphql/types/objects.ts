import { findOwnKey } from '../../core/accounts/apiKey.ts';
import { listApprovalsById } from '../../core/approvals/approval.ts';
import { listCallsById } from '../../core/callRecords/calls.ts';
import {
  type ServerId,
  type StackId,
  type ToolId,
  toApprovalId,
  toCallerId,
  toServerId,
  toToolId,
} from '../../core/ids.ts';
import { listToolsByName } from '../../core/marketplace/byKey.ts';
import { findServersBySlug } from '../../core/marketplace/server.ts';
import { listPlacesByName, placeName } from '../../core/stacks/byKey.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { actorOf, endpointOf, stackOf } from '../found.ts';
import { Viewer } from './account.ts';
import { Actor } from './actor.ts';
import { ApiKey } from './apiKey.ts';
import { SharingPayload } from './applicationSharing.ts';
import { Approval } from './approval.ts';
import { ApprovalCaller, ApprovalToolType } from './approvalDetails.ts';
import { Call } from './call.ts';
import { CallContentsObject } from './callContents.ts';
import { OfTool } from './callStatistics.ts';
import { DeleteCredentialPayload, RemoveCredentialPayload, SetCredentialsPayload } from './credential.ts';
import { CredentialProblem } from './credentialProblem.ts';
import { ClientEndpoint } from './endpoint.ts';
import { MachineClient } from './machineClient.ts';
import { Server } from './marketplaceServer.ts';
import { DryRunCalls } from './policyDecision.ts';
import { Stack } from './stack.ts';
import { StackServer } from './stackServer.ts';
import { StackToken } from './stackToken.ts';
import { EnabledTool } from './stackTools.ts';
import { TestConnectionPayload } from './testConnection.ts';
import { Tool } from './tool.ts';
import { holdingStacksOf, STACKS_COST, ToolChange } from './toolChange.ts';

/*
 * The object beside each id that an object names, of all rows of a page in one query. Null for one that is gone, and
 * for one that the caller may not see.
 */

const approvalOf = batched(listApprovalsById);
const callOf = batched(listCallsById);
const serverOf = batched(findServersBySlug);
const toolsOf = batched(listToolsByName);

const actorNamed = (context: GraphqlContext, id: string | null) =>
  id === null ? null : actorOf(context, toCallerId(id));

/** A tool by its name on its server, or on any server where none is given. */
async function toolNamed(context: GraphqlContext, toolId: ToolId, serverId: ServerId | null = null) {
  const found = (await toolsOf(context, toolId)) ?? [];
  return found.find(({ server }) => serverId === null || server.slug === serverId) ?? null;
}

async function toolsNamed(context: GraphqlContext, toolIds: readonly ToolId[]) {
  const found = await Promise.all(toolIds.map((toolId) => toolNamed(context, toolId)));
  return found.filter((tool) => tool !== null);
}

const MAKER_OBJECT =
  'Who created it: the person, or the API key if no person is known. Null for the operator, and if that is gone.';

builder.prismaObjectFields(Call, (t) => ({
  caller: t.field({
    type: Actor,
    nullable: true,
    description: 'The stack token, API key or person that called; null if it is gone.',
    resolve: ({ callerId }, _args, context) => actorNamed(context, callerId),
  }),
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The tool’s server; null if it was deleted.',
    resolve: ({ serverId }, _args, context) => serverOf(context, toServerId(serverId)),
  }),
  approval: t.field({
    type: Approval,
    nullable: true,
    description: 'The approval that it awaits or used; null if it has none, and for callers who may not decide on it.',
    resolve: ({ approvalId }, _args, context) =>
      approvalId === null ? null : approvalOf(context, toApprovalId(approvalId)),
  }),
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
  caller: t.field({
    type: Actor,
    nullable: true,
    description: 'The stack token, API key or person that calls; null if it is gone.',
    resolve: ({ callerId }, _args, context) => actorNamed(context, callerId),
  }),
  decider: t.field({
    type: Actor,
    nullable: true,
    description: 'The person or API key that decided; null until then.',
    resolve: ({ deciderId }, _args, context) => actorNamed(context, deciderId),
  }),
}));

builder.objectField(ApprovalCaller, 'endpoint', (t) =>
  t.field({
    type: ClientEndpoint,
    nullable: true,
    description: 'The client endpoint at which it calls; null for calls over the account API.',
    resolve: ({ endpointId }, _args, context) => (endpointId === null ? null : endpointOf(context, endpointId)),
  }),
);

builder.objectField(ApprovalToolType, 'server', (t) =>
  t.field({
    type: Server,
    nullable: true,
    description: 'The server that provides it.',
    resolve: ({ serverId }, _args, context) => serverOf(context, serverId),
  }),
);

builder.prismaObjectFields(ApiKey, (t) => ({
  maker: t.field({
    type: Actor,
    nullable: true,
    description: MAKER_OBJECT,
    resolve: ({ makerId }, _args, context) => actorNamed(context, makerId),
  }),
}));
builder.prismaObjectFields(MachineClient, (t) => ({
  maker: t.field({
    type: Actor,
    nullable: true,
    description: MAKER_OBJECT,
    resolve: ({ makerId }, _args, context) => actorNamed(context, makerId),
  }),
}));
builder.prismaObjectFields(StackToken, (t) => ({
  maker: t.field({
    type: Actor,
    nullable: true,
    description: MAKER_OBJECT,
    resolve: ({ makerId }, _args, context) => actorNamed(context, makerId),
  }),
  grant: t.field({
    type: Actor,
    nullable: true,
    description: 'The machine client or trusted issuer that it was made for; null for any other token.',
    resolve: ({ grantId }, _args, context) => actorNamed(context, grantId),
  }),
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
  stack: t.field({
    type: Stack,
    nullable: true,
    description: 'The stack.',
    resolve: ({ stackId }, _args, context) => stackOf(context, stackId),
  }),
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The server.',
    resolve: ({ serverId }, _args, context) => serverOf(context, serverId),
  }),
}));

builder.objectFields(DryRunCalls, (t) => ({
  stack: t.field({
    type: Stack,
    nullable: true,
    description: 'The stack.',
    resolve: ({ stackId }, _args, context) => stackOf(context, stackId),
  }),
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The tool’s server.',
    resolve: ({ serverId }, _args, context) => serverOf(context, serverId),
  }),
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool.',
    resolve: ({ serverId, toolId }, _args, context) => toolNamed(context, toolId, serverId),
  }),
  endpoint: t.field({
    type: ClientEndpoint,
    nullable: true,
    description: 'The client endpoint that received them; null for calls over the account API.',
    resolve: ({ endpointId }, _args, context) => (endpointId === null ? null : endpointOf(context, endpointId)),
  }),
}));

builder.objectFields(OfTool, (t) => ({
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The tool’s server; null if it was deleted.',
    resolve: ({ serverId }, _args, context) => serverOf(context, toServerId(serverId)),
  }),
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool; null if it was deleted.',
    resolve: ({ serverId, toolId }, _args, context) => toolNamed(context, toToolId(toolId), toServerId(serverId)),
  }),
}));

builder.objectFields(EnabledTool, (t) => ({
  server: t.field({
    type: Server,
    nullable: true,
    description: 'The server that provides it.',
    resolve: ({ server }, _args, context) => serverOf(context, server.slug),
  }),
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool as its server offers it now; null if the server has removed it.',
    resolve: ({ server, toolId }, _args, context) => toolNamed(context, toolId, server.slug),
  }),
}));

builder.objectFields(TestConnectionPayload, (t) => ({
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool that was called; null if none was.',
    resolve: ({ toolId }, _args, context) => (toolId === null ? null : toolNamed(context, toolId)),
  }),
  tools: t.field({
    type: [Tool],
    description: 'The enabled tools that a test can call, up to 50. The default comes first.',
    resolve: ({ toolIds }, _args, context) => toolsNamed(context, toolIds),
  }),
}));

builder.prismaObjectFields(ToolChange, (t) => ({
  tool: t.field({
    type: Tool,
    description: 'The tool as its server has it now.',
    select: { tool: true },
    resolve: ({ tool }) => tool,
  }),
}));

builder.prismaObjectFields(ToolChange, (t) => ({
  stacks: t.field({
    type: [Stack],
    complexity: STACKS_COST,
    description: 'The stacks of `stackIds`.',
    select: { id: true },
    resolve: async ({ id }, _args, context) => {
      const ids = (await holdingStacksOf(context, id))?.stackIds ?? [];
      const found = await Promise.all(ids.map((stackId) => stackOf(context, stackId)));
      return found.filter((stack) => stack !== null);
    },
  }),
}));

const placeOf = batched(listPlacesByName);

/** Where a change in a stack was made; null where the server has been removed meanwhile. */
const place = (
  { stackId, serverId }: { readonly stackId: StackId; readonly serverId: ServerId },
  context: GraphqlContext,
) => placeOf(context, placeName(stackId, serverId));

for (const payload of [SetCredentialsPayload, DeleteCredentialPayload, RemoveCredentialPayload]) {
  builder.objectField(payload, 'stackServer', (t) =>
    t.field({
      type: StackServer,
      nullable: true,
      description: 'The server in the stack.',
      resolve: (changed, _args, context) => place(changed, context),
    }),
  );
}
builder.objectField(SharingPayload, 'stackServer', (t) =>
  t.field({
    type: StackServer,
    nullable: true,
    description: 'The server in the stack.',
    resolve: (changed, _args, context) => place(changed, context),
  }),
);
