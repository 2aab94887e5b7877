import { type Actor, actorIdOf } from './actor.ts';
import type { NewAuditEvent } from './audit/audit.ts';
import type { Ctx, Tx } from './context.ts';

const ENDS =
  /^(?:(?:api_key|token|endpoint|machine_client|trusted_issuer|rule|webhook|invitation|stack)\.(?:revoke|delete|rotate)|user\.remove)$/;

/**
 * The ids of what a creation made, of what that belongs to and of who made it: when one of them ends, the answer is of
 * no more use to anybody.
 */
export function idsOfCreation(actor: Actor, { target, stackId, details }: NewAuditEvent): readonly string[] {
  const endpointId = details?.['endpointId'];
  return [target.id, stackId, endpointId, actorIdOf(actor)].flatMap((id) => (typeof id === 'string' ? [id] : []));
}

/**
 * When something is revoked or deleted, or its secret is replaced, the answer that is kept for the `Idempotency-Key` of
 * its creation goes, in the same transaction. The key stays used, so that a late repetition does not make it again.
 */
export async function forgetKeptAnswer(ctx: Ctx, tx: Tx, { action, target, chain }: NewAuditEvent): Promise<void> {
  const accountId = chain ?? ctx.actor.accountId;
  if (accountId === null || !ENDS.test(action)) return;
  await tx.$executeRaw`
    UPDATE kept_creation SET sealed = '' WHERE account_id = ${accountId} AND ${target.id} = ANY(made)`;
}
