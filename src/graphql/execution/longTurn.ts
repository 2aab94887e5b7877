import type { Ctx } from '../../core/kernel/context.ts';
import { longAnswerSlots } from '../../core/limits/concurrency.ts';

/** An operation with more points than this waits for its turn before it reads anything. */
export const TURN_POINTS = 1_000;
/** A response with more entries of unpaged lists than this continues in turns. */
export const TURN_ENTRIES = 1_000;

/**
 * An operation's turn among its account's long responses. Until the client has received a long response, the response
 * and its data occupy many times its length in memory. The rate limit alone allows dozens at a time.
 */
export type LongTurn = {
  /**
   * Resolves when the response may become long; null if it already may.
   * @throws rate_limited
   */
  acquire(): Promise<void> | null;
  /** Lets the next operation begin, because the response is short after all. */
  release(): void;
};

/** A turn that never waits, for subscriptions: their events have their own limits. */
export const NO_TURN: LongTurn = { acquire: () => null, release: () => undefined };

/**
 * The turn of one operation, until its response is sent or the turn is given back. Tested by
 * `test/graphql/longTurns.test.ts`.
 */
export function openTurn({ actor, signal, whenAnswered }: Pick<Ctx, 'actor' | 'signal' | 'whenAnswered'>): LongTurn {
  let pending: Promise<void> | null = null;
  let release: (() => void) | null = null;
  const acquire = async (): Promise<void> => {
    release = await longAnswerSlots.acquire(actor, signal);
    whenAnswered?.(release);
  };
  return {
    acquire: () => {
      pending ??= acquire();
      return release ? null : pending;
    },
    release: () => release?.(),
  };
}
