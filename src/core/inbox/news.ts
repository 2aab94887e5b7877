import type { Alert, Approval, Server, Stack } from '../../generated/prisma/client.ts';
import { findAlert } from '../alerts/alert.ts';
import { findApproval } from '../approvals/approval.ts';
import { type AuditNotice, type Live, watch, watchAuditNotices, withLoaded } from '../callRecords/live.ts';
import { chainOf, OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { findStack, getStack } from '../kernel/findStack.ts';
import { type ServerId, type StackId, toApprovalId, toServerId } from '../kernel/ids.ts';
import { ownAccountId, requireManagement, singleStacks } from '../kernel/scope.ts';
import { findServer } from '../servers/server.ts';

/* Events for live pages, from all instances. After an interruption, a page reloads its lists. */

type InStack = { readonly stackId?: StackId | null | undefined };
type Watched<T> = AsyncGenerator<Live<T>, void, void>;

/**
 * Approvals that are requested, decided or used.
 * @throws forbidden without the right `approve`; not_found, also for another account's stack
 */
export async function watchApprovals(ctx: Ctx, { stackId }: InStack): Promise<Watched<Approval>> {
  if (stackId) await getStack(ctx, stackId, { select: { id: true } });
  const notices = await watchAuditNotices(
    ctx,
    (notice) => (isOf('approval', notice) && (!stackId || notice.stackId === stackId) ? notice : null),
    'approve',
  );
  return withLoaded(notices, async ({ targetId }) =>
    targetId === null ? null : findApproval(ctx, toApprovalId(targetId)),
  );
}

const isOf = (kind: string, { action }: AuditNotice): boolean => action?.startsWith(`${kind}.`) ?? false;

/** Alerts that begin, change or end. @throws forbidden without the right `read` */
export async function watchAlerts(ctx: Ctx): Promise<Watched<Alert>> {
  const single = singleStacks(ctx.actor);
  const accountId = ownAccountId(ctx.actor);
  const heard = await watch(ctx, (event) => {
    if (event.kind !== 'alert' || event.accountId !== accountId) return null;
    return single === null || single.some((id) => id === event.stackId) ? event.id : null;
  });
  return withLoaded(heard, (id) => findAlert(ctx, id));
}

/** A change of a stack; `stack` is null once it is deleted. */
export type StackNews = { readonly action: string; readonly stackId: StackId; readonly stack: Stack | null };

/** Changes of stacks. @throws forbidden without the right `read`; not_found, also for another account's stack */
export async function watchStacks(ctx: Ctx, { stackId: only }: InStack): Promise<Watched<StackNews>> {
  if (only) await getStack(ctx, only, { select: { id: true } });
  const notices = await watchAuditNotices(ctx, ({ action, stackId }) => {
    if (action === null || stackId === null || action.startsWith('approval.')) return null;
    return !only || stackId === only ? { action, stackId } : null;
  });
  return withLoaded(notices, async (news) => ({ ...news, stack: await findStack(ctx, news.stackId) }));
}

/** A change of a server; `server` is null once it is removed. */
export type ServerNews = { readonly action: string; readonly serverId: ServerId; readonly server: Server | null };

/** Changes of the account's servers and those of the marketplace. @throws forbidden without the right `read` */
export async function watchServers(ctx: Ctx): Promise<Watched<ServerNews>> {
  requireManagement(ctx.actor);
  const single = singleStacks(ctx.actor);
  const chains = [chainOf(ctx.actor), OPERATOR_CHAIN];
  const heard = await watch(ctx, (event) => {
    if (event.kind !== 'auditEvent' || !chains.includes(event.chain)) return null;
    const { action, targetId, stackId } = event;
    if (action === null || targetId === null || !(isOf('server', event) || isOf('tool', event))) return null;
    if (single !== null && event.chain !== OPERATOR_CHAIN && !single.some((id) => id === stackId)) return null;
    return { action, serverId: toServerId(targetId) };
  });
  return withLoaded(heard, async (news) => ({ ...news, server: await findServer(ctx, news.serverId) }));
}
