import type { Actor } from '../kernel/actor.ts';
import { type BoundName, boundOf, boundReached } from '../kernel/bounds.ts';
import type { AccountId } from '../kernel/ids.ts';

const slotsByBound = new Map<BoundName, number>();

/** The number of slots of each kind in use in this process, by all accounts. */
export const slotsInUse = (): ReadonlyMap<BoundName, number> => slotsByBound;

/** Resources that an account may hold concurrently in this process. */
type Slots = {
  /** Takes a slot; the returned function releases it once. @throws rate_limited at the bound */
  acquire(actor: Actor): () => void;
  /** As `acquire`, but null at the bound. */
  tryAcquire(actor: Actor): (() => void) | null;
};

/**
 * Counts slots per account against the bound `name`. The operator has no bound. Tested by
 * `test/core/limits/slots.test.ts`.
 */
export function createSlots(name: BoundName): Slots {
  const usedByAccount = new Map<AccountId, number>();
  if (!slotsByBound.has(name)) slotsByBound.set(name, 0);
  const slots: Slots = {
    acquire(actor) {
      const done = slots.tryAcquire(actor);
      if (!done) throw boundReached(name, boundOf(actor, name), 'rate_limited');
      return done;
    },
    tryAcquire(actor) {
      const { accountId } = actor;
      if (accountId === null) return () => undefined;
      const used = usedByAccount.get(accountId) ?? 0;
      if (used >= boundOf(actor, name)) return null;
      usedByAccount.set(accountId, used + 1);
      slotsByBound.set(name, (slotsByBound.get(name) ?? 0) + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        slotsByBound.set(name, (slotsByBound.get(name) ?? 1) - 1);
        const left = (usedByAccount.get(accountId) ?? 1) - 1;
        if (left === 0) usedByAccount.delete(accountId);
        else usedByAccount.set(accountId, left);
      };
    },
  };
  return slots;
}
