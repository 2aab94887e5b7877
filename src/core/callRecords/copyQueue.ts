import type { AccountId, CallId, StackId } from '../kernel/ids.ts';

/** A call in the store's format, and its account. */
export type Copy = {
  readonly id: CallId;
  readonly accountId: AccountId;
  readonly stackId: StackId;
  readonly row: string;
};

/** Calls waiting to be copied, in order per account. */
type CopyQueue = {
  /** Adds a call. Returns how many calls were dropped: none, this one, or some of an account with a longer backlog. */
  add(copy: Copy): number;
  /** Removes and returns the oldest calls. If there are more than `max`, each account gets an equal share. */
  dequeue(max: number): readonly Copy[];
  size(): number;
};

/** Calls dropped at once, so that the longest backlog isn't searched for every call. */
const DROPPED_AT_ONCE = 100;

/**
 * Fair queue of up to `max` calls. One account may fill it. When full, an account below its equal share displaces the
 * newest calls of the account with the longest backlog.
 */
export function createCopyQueue(max: number): CopyQueue {
  const queues = new Map<AccountId, Copy[]>();
  let size = 0;

  /** Drops the newest calls of the account with the longest backlog, at most down to its share. */
  const makeRoom = (share: number): number => {
    const [largest = []] = [...queues.values()].sort((a, b) => b.length - a.length);
    const count = Math.min(DROPPED_AT_ONCE, Math.ceil(largest.length - share));
    largest.length -= count;
    size -= count;
    return count;
  };

  return {
    size: () => size,
    add(copy) {
      const own = queues.get(copy.accountId) ?? [];
      const share = max / (queues.size + (own.length > 0 ? 0 : 1));
      // Drop this call if its account already has its share. Otherwise another account exceeds its own share.
      if (size >= max && own.length + 1 > share) return 1;
      const dropped = size >= max ? makeRoom(share) : 0;
      own.push(copy);
      queues.set(copy.accountId, own);
      size += 1;
      return dropped;
    },
    dequeue(count) {
      const batch: Copy[] = [];
      while (batch.length < count && queues.size > 0) {
        const share = Math.ceil((count - batch.length) / queues.size);
        for (const [accountId, queue] of [...queues]) {
          // Move a served account to the end, so that others come first next time.
          queues.delete(accountId);
          batch.push(...queue.splice(0, Math.min(share, count - batch.length)));
          if (queue.length > 0) queues.set(accountId, queue);
        }
      }
      size -= batch.length;
      return batch;
    },
  };
}
