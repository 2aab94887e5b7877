import { findWaitingReviews } from '../alerts/waitingReviews.ts';
import { countApprovals } from '../approvals/approval.ts';
import { type Live, watch, withLoaded } from '../callRecords/live.ts';
import { chainOf } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { hasRightSomewhere, inStackWhere, ownAccountId, singleStacks } from '../kernel/scope.ts';
import { heavyRead } from '../limits/heavyReads.ts';

/** Number of items that wait for a person. */
export type InboxCounts = {
  /** Calls that wait for approval; 0 if the caller may not decide. */
  readonly approvalCount: number;
  /** Servers whose changed tools or instructions wait for a review. */
  readonly reviewCount: number;
  /** Open alerts, except alerts about waiting reviews. */
  readonly alertCount: number;
};

/**
 * Pending work of the caller.
 * @throws forbidden without the right `read`; as `heavyRead`
 */
export async function countInbox(ctx: Ctx): Promise<InboxCounts> {
  const stackIds = singleStacks(ctx.actor);
  const accountId = ownAccountId(ctx.actor);
  const mayDecide = hasRightSomewhere(ctx.actor, 'approve');
  const { alerts: reviews } = await heavyRead(ctx, (tx) => findWaitingReviews(tx, accountId, stackIds));
  const open = { ...inStackWhere(ctx.actor), endedAt: null, kind: { not: 'review' } };
  return {
    approvalCount: mayDecide ? await countApprovals(ctx, { isPending: true }) : 0,
    reviewCount: reviews.length,
    alertCount: await ctx.db.alert.count({ where: open }),
  };
}

/** Audit actions that may change the counts. */
const OF_INBOX = /^(?:approval|tool|server|stack)\./;

/**
 * The counts now, and again after every event on any instance that may have changed them.
 * @throws forbidden without the right `read`
 */
export async function watchInbox(ctx: Ctx): Promise<AsyncGenerator<Live<InboxCounts>, void, void>> {
  singleStacks(ctx.actor);
  const [accountId, chain] = [ownAccountId(ctx.actor), chainOf(ctx.actor)];
  // One count covers all events before it, so that a burst of changes costs few counts.
  const next = { isWaiting: false };
  const live = await watch(ctx, (event) => {
    const isMeant =
      event.kind === 'alert'
        ? event.accountId === accountId
        : event.kind === 'auditEvent' && event.chain === chain && OF_INBOX.test(event.action ?? '');
    if (next.isWaiting || !isMeant) return null;
    next.isWaiting = true;
    return event;
  });
  return countAfterEach(ctx, live, next);
}

async function* countAfterEach(
  ctx: Ctx,
  live: AsyncIterable<Live<unknown>>,
  next: { isWaiting: boolean },
): AsyncGenerator<Live<InboxCounts>, void, void> {
  yield { value: await countInbox(ctx) };
  yield* withLoaded(live, () => {
    next.isWaiting = false;
    return countInbox(ctx);
  });
}
