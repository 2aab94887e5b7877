import type { NewAuditEvent } from './audit/audit.ts';
import type { Ctx, Tx } from './context.ts';

const ENDS =
  /^(?:(?:api_key|token|endpoint|service_account|trusted_issuer|rule|webhook|invitation|stack)\.(?:revoke|delete|rotate)|user\.remove)$/;

/**
 * Deletes the response stored for a creation's `Idempotency-Key` when the resource is revoked or deleted, or its secret
 * is replaced, in the same transaction. The key stays used, so that a late retry does not create the resource again.
 */
export async function deleteStoredAnswer(ctx: Ctx, tx: Tx, { action, target, chain }: NewAuditEvent): Promise<void> {
  const accountId = chain ?? ctx.actor.accountId;
  if (accountId === null || !ENDS.test(action)) return;
  await tx.$executeRaw`
    UPDATE kept_creation SET sealed = '' WHERE account_id = ${accountId} AND ${target.id} = ANY(made)`;
}
