import { listApprovalsById } from '../core/approvals/approval.ts';
import { listActors } from '../core/callRecords/actors.ts';
import { endpointNotFound, listEndpointsById } from '../core/endpoints/findEndpoint.ts';
import type { EndpointId, ServerId, ServerKey, StackId, ToolId } from '../core/kernel/ids.ts';
import { noSuchStack } from '../core/kernel/scope.ts';
import {
  listFieldsByServer,
  listServersByKey,
  listToolsByServer,
  listToolsBySlug,
  nameOn,
} from '../core/marketplace/byKey.ts';
import { listRulesById } from '../core/policies/ruleLists.ts';
import { findServersBySlug } from '../core/servers/server.ts';
import { listStacksById } from '../core/stacks/stackList.ts';
import type { ClientEndpoint, CredentialField, Stack, Tool } from '../generated/prisma/client.ts';
import { batched } from './batched.ts';
import type { GraphqlContext } from './context.ts';

/* Objects that rows refer to, found in one query per page; null if the caller can't see them. */

export const stackOf = batched(listStacksById);

export const endpointOf = batched(listEndpointsById);

/** The actor with an id. */
export const actorOf = batched(listActors);

export const approvalOf = batched(listApprovalsById);

export const ruleOf = batched(listRulesById);

/** The server with a row id, even if a private server hides it. */
export const serverByKeyOf = batched(listServersByKey);

/** The server with a slug, as stacks of the account see it. */
export const serverBySlugOf = batched(findServersBySlug);

const fieldOf = batched(listFieldsByServer);
const toolByServerOf = batched(listToolsByServer);
const toolBySlugOf = batched(listToolsBySlug);

/** The tool with this id on the server with a row id. */
export const toolOn = (context: GraphqlContext, server: ServerKey, toolId: ToolId): Promise<Tool | null> =>
  toolByServerOf(context, nameOn(server, toolId));

export const toolBySlug = (context: GraphqlContext, slug: ServerId, toolId: ToolId): Promise<Tool | null> =>
  toolBySlugOf(context, nameOn(slug, toolId));

/** The credential field with this key on the server with a row id. */
export const fieldOn = (context: GraphqlContext, server: ServerKey, fieldId: string): Promise<CredentialField | null> =>
  fieldOf(context, nameOn(server, fieldId));

/** The credential field with this key on the server with a slug, as stacks of the account see it. */
export async function fieldBySlug(
  context: GraphqlContext,
  slug: ServerId,
  fieldId: string,
): Promise<CredentialField | null> {
  const server = await serverBySlugOf(context, slug);
  return server && fieldOn(context, server.id, fieldId);
}

/** The stack that a row is in. A caller that sees the row may see its stack. @throws not_found */
export async function ownStackOf(context: GraphqlContext, id: StackId): Promise<Stack> {
  const stack = await stackOf(context, id);
  if (!stack) throw noSuchStack();
  return stack;
}

/** The client endpoint of a row. A caller that sees the row may see its endpoint. @throws not_found */
export async function ownEndpointOf(context: GraphqlContext, id: EndpointId): Promise<ClientEndpoint> {
  const endpoint = await endpointOf(context, id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}
