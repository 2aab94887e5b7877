import type { Ctx } from '../../core/context.ts';
import { longAnswerSlots } from '../../core/limits/concurrency.ts';

/** From so many points on an operation is executed in turn, before it reads anything. */
export const TURN_POINTS = 1_000;
/** Beyond so many entries of lists without pages an answer goes on in turn. */
export const TURN_ENTRIES = 1_000;

/**
 * The turn of an operation among the long answers of its account. What a long answer is made of, and itself until its
 * client has it, is in memory many times its length, and requests a minute alone let dozens be made at once.
 */
export type LongTurn = {
  /** Resolves when the answer may become long; null where it may already. @throws rate_limited */
  take(): Promise<void> | null;
  /** Lets the next one begin: the answer is short after all. */
  giveBack(): void;
};

/** Takes nothing: of a subscription, whose events have bounds of their own. */
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
