import type { CallRecord } from '../../generated/prisma/client.ts';
import { chainOf } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import type { AuditEventId, StackId } from '../ids.ts';
import { accountIdOf, requireManagement } from '../scope.ts';
import { getStack } from '../stacks/stack.ts';
import { type Live, watch } from './live.ts';

/**
 * Follows the calls of the account, or of one stack, as any instance records them.
 * @throws not_found, for another account's stack as for none
 */
export async function watchCalls(
  ctx: Ctx,
  { stackId }: { readonly stackId?: StackId | null | undefined },
): Promise<AsyncGenerator<Live<CallRecord>, void, void>> {
  const accountId = accountIdOf(ctx.actor);
  if (stackId) await getStack(ctx, stackId, { select: { id: true } });
  return watch(ctx, (event) => {
    if (event.kind !== 'call' || event.call.accountId !== accountId) return null;
    return !stackId || event.call.stackId === stackId ? event.call : null;
  });
}

/** Follows the audit events of the actor's account, as ids, as any instance writes them. */
export function watchAuditEvents(ctx: Ctx): AsyncGenerator<Live<AuditEventId>, void, void> {
  requireManagement(ctx.actor);
  const chain = chainOf(ctx.actor);
  return watch(ctx, (event) => (event.kind === 'auditEvent' && event.chain === chain ? event.id : null));
}
