import type { Alert } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AlertId } from '../kernel/ids.ts';
import { inStackWhere } from '../kernel/scope.ts';

/** Maximum alerts in a list, and of an account, so the list needs no pages. */
export const LISTED_MAX = BOUNDS.max_alerts.max;

/**
 * Alerts of the account, or of the stacks visible to the caller: open first, then closed, each newest first. Not
 * paginated; bounded by `max_alerts`. `isOpen` filters by state.
 * @throws forbidden for callers without read access
 */
export async function listAlerts(ctx: Ctx, { isOpen }: { readonly isOpen?: boolean | null } = {}): Promise<Alert[]> {
  const where = inStackWhere(ctx.actor);
  const orderBy = [{ endedAt: { sort: 'desc' as const, nulls: 'first' as const } }, { startedAt: 'desc' as const }];
  const endedAt = isOpen === true ? null : { not: null };
  const chosen = typeof isOpen === 'boolean' ? { endedAt } : {};
  return ctx.db.alert.findMany({ where: { ...where, ...chosen }, orderBy, take: LISTED_MAX });
}

/** One alert; null if unknown or another account's. @throws forbidden */
export const findAlert = (ctx: Ctx, id: AlertId): Promise<Alert | null> =>
  ctx.db.alert.findFirst({ where: { id, ...inStackWhere(ctx.actor) } });
