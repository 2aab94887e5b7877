import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable, databaseFault } from '../lib/databaseFault.ts';
import { createKeyedMutex } from '../lib/fairQueue.ts';
import { appendAudit, type NewAuditEvent } from './audit/audit.ts';
import type { Announcement, Change } from './changes.ts';
import type { Ctx, Tx } from './context.ts';
import { deleteStoredAnswer } from './idempotencyRecord.ts';
import type { AccountId } from './ids.ts';
import { recordVersions } from './recordVersion.ts';
import { requireCurrentRole } from './storedRole.ts';

/** Result of a write: the value to return, the audit event and the cache invalidations. */
export type WriteResult<T> = {
  readonly value: T;
  readonly audit: NewAuditEvent;
  readonly changes?: readonly Change[];
  /**
   * Set if the change has already happened elsewhere, such as at a provider. Then it is recorded even if the caller has
   * lost the right in the meantime.
   */
  readonly hasHappened?: true;
};

/**
 * Maximum duration of one change, in ms; equal to the statement timeout. The largest changes of an account, such as
 * 20,000 credentials of a moved server, must succeed on a busy machine.
 */
const CHANGE_MS_MAX = 15_000;

/*
 * Changes of one account run one after the other, since each locks the head of the account's chain to append to it. The
 * drawback: a small change waits until a large one of its account has completely finished.
 */
const changeTurns = createKeyedMutex({
  tooMany: 'Too many changes of this account wait for one another: send fewer at a time',
  busy: 'Too many changes are being made: try again',
});

/**
 * Changes the database. Rows, audit event, stack versions and notifications commit in one transaction, and this
 * instance's caches are invalidated before the caller gets a response. Each account makes one change at a time. An
 * actor that loses the right while it waits is refused.
 * @throws as `work`, with nothing written; forbidden (`requireCurrentRole`); AppError rate_limited, unavailable as
 * `FairQueue`
 * @throws `DatabaseUnavailable`, which says whether the write may have happened
 */
export function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<WriteResult<T>>): Promise<T> {
  return withAccountMutex(ctx.actor.accountId, () => writeNow(ctx, work));
}

/** Runs a transaction that locks rows of an account, while no change of the account runs. @throws as `FairQueue` */
export const withAccountMutex = <T>(accountId: AccountId | null, work: () => Promise<T>): Promise<T> =>
  // Ignore the caller's signal, since a change made at an upstream is recorded even after a disconnect.
  accountId === null ? work() : changeTurns(accountId, work);

class AlreadyDone extends Error {}

/**
 * As `write`, for a change that another request may already have made. If `work` detects this and returns null, nothing
 * is written and the result is null.
 * @throws as `write`
 */
export async function writeUnlessDone<T>(
  ctx: Ctx,
  work: (tx: Tx) => Promise<WriteResult<T> | null>,
): Promise<T | null> {
  try {
    return await write(ctx, async (tx) => {
      const result = await work(tx);
      if (result === null) throw new AlreadyDone();
      return result;
    });
  } catch (error) {
    if (error instanceof AlreadyDone) return null;
    throw error;
  }
}

async function writeNow<T>(ctx: Ctx, work: (tx: Tx) => Promise<WriteResult<T>>): Promise<T> {
  let changes: readonly Change[] = [];
  let isCommitting = false;
  let announcement: Announcement | null = null;
  try {
    const { value } = await ctx.db.$transaction(
      async (tx) => {
        const result = await work(tx);
        announcement = announcementOf(ctx.changes.origin(), result.changes ?? []);
        await recordVersions(ctx, tx, result);
        await appendAudit(ctx, tx, result.audit, announcement);
        await deleteStoredAnswer(ctx, tx, result.audit);
        if (!result.hasHappened) await requireCurrentRole(ctx, tx, result.audit);
        changes = result.changes ?? [];
        isCommitting = true;
        return result;
      },
      { timeout: CHANGE_MS_MAX },
    );
    if (announcement) ctx.changes.announce(announcement);
    return value;
  } catch (error) {
    // The commit may have succeeded although its response was lost. So this instance must react to its own
    // notification.
    if (changes.length > 0) ctx.changes.resetInstanceId();
    const fault = isCommitting ? databaseFault(error) : null;
    throw fault?.mayHaveHappened ? new DatabaseUnavailable(fault, error, true) : error;
  } finally {
    ctx.changes.publishLocally(changes);
  }
}

/** Notification of changes for other instances; null if there are no changes. */
function announcementOf(origin: string, changes: readonly Change[]): Announcement | null {
  if (changes.length === 0) return null;
  return { id: randomUUID(), payloads: changes.map((change) => JSON.stringify({ origin, ...change })) };
}
