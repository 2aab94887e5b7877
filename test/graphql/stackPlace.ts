import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type CallId, newCallId, type StackId, toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { ownAccountId } from '../../src/core/kernel/scope.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import type { World } from '../harness/world.ts';

/** The ids of a stack and of everything in it, by the names that arguments use. */
export type Place = Readonly<Record<string, string>>;

/** A stack with one of each kind of object. */
export async function makePlace(world: World, name: string): Promise<Place> {
  const { ctx } = world.account;
  const { id: stackId } = await createStack(ctx, { name });
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId, name });
  const { client } = await createServiceAccount(ctx, { endpointId: endpoint.id, name });
  const issuer = { name, issuer: `https://${name}.test`, jwksUrl: `https://${name}.test/jwks` };
  const trusted = await createTrustedIssuer(ctx, { endpointId: endpoint.id, ...issuer });
  const rule = await createPolicyRule(ctx, { name, effect: 'ask', stackId });
  const approvalId = await makeHeldCall(ctx, stackId, rule.id);
  const callId = await makeCall(ctx, stackId);
  const { id: eventId } = await ctx.db.auditEvent.findFirstOrThrow({ where: { targetId: endpoint.id } });
  const latest = { where: { stackId }, orderBy: { number: 'desc' } } as const;
  const { id: versionId } = await ctx.db.stackVersion.findFirstOrThrow(latest);
  const inPlace = [stackId, endpoint.id, tokenRecord.id, client.id, trusted.id, rule.id, approvalId];
  return placeOf([...inPlace, callId, eventId, versionId]);
}

/** A call record of a tool of the stack. */
async function makeCall({ db, actor, now }: Ctx, stackId: StackId): Promise<CallId> {
  const id = newCallId();
  const of = { accountId: ownAccountId(actor), stackId, serverId: toServerId('x'), toolId: toToolId('x_y') };
  const figures = { outcome: 'ok', latencyMs: 1, inputBytes: 1, outputBytes: 1 };
  await db.callRecord.create({ data: { id, ...of, ...figures, at: now() } });
  return id;
}

/** The place with these ids, which are given in this order. */
export const placeOf = ([
  stackId,
  endpointId,
  tokenId,
  serviceAccountId,
  trustedIssuerId,
  ruleId,
  approvalId,
  callId,
  eventId,
  versionId,
]: readonly string[]) =>
  ({
    ...{ stackId, endpointId, tokenId, serviceAccountId, trustedIssuerId, ruleId, approvalId, versionId },
    ...{
      'stack.id': stackId,
      'clientEndpoint.id': endpointId,
      'stackToken.id': tokenId,
      'node.id': endpointId,
      ids: endpointId,
    },
    ...{
      'serviceAccount.id': serviceAccountId,
      'trustedIssuer.id': trustedIssuerId,
      'approval.id': approvalId,
      'policyRule.id': ruleId,
      ...{ callId, 'call.id': callId, 'auditEvent.id': eventId, callerId: endpointId, callers: endpointId },
    },
  }) as Place;
