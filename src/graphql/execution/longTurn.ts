import type { Ctx } from '../../core/context.ts';
import { longAnswerSlots } from '../../core/limits/concurrency.ts';

/** Beyond this many points an operation waits for its turn before it reads anything. */
export const TURN_POINTS = 1_000;
/** Beyond this many entries of unpaged lists an answer continues in turns. */
export const TURN_ENTRIES = 1_000;

/**
 * An operation's turn among its account's long answers. A long answer and its data occupy many times its length in
 * memory until the client has it, and the rate limit alone allows dozens at once.
 */
export type LongTurn = {
  /**
   * Resolves when the answer may become long; null if it already may.
   * @throws rate_limited
   */
  take(): Promise<void> | null;
  /** Lets the next one begin: the answer is short after all. */
  giveBack(): void;
};

/** Takes nothing: for subscriptions, whose events have their own bounds. */
export const NO_TURN: LongTurn = { take: () => null, giveBack: () => undefined };

/** The turn of one operation, until it is answered or given back. Torn down in `test/graphql/longTurns.test.ts`. */
export function openTurn({ actor, signal, whenAnswered }: Pick<Ctx, 'actor' | 'signal' | 'whenAnswered'>): LongTurn {
  let asked: Promise<void> | null = null;
  let giveBack: (() => void) | null = null;
  const take = async (): Promise<void> => {
    giveBack = await longAnswerSlots.take(actor, signal);
    whenAnswered?.(giveBack);
  };
  return {
    take: () => {
      asked ??= take();
      return giveBack ? null : asked;
    },
    giveBack: () => giveBack?.(),
  };
}
