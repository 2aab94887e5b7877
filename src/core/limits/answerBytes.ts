import type { Actor } from '../kernel/actor.ts';
import { type BoundName, boundOf, boundReached } from '../kernel/bounds.ts';
import { type SwapRemoveItem, SwapRemoveSet } from '../lib/swapRemoveSet.ts';

/** The answer of one upstream while it is in memory. */
type HeldAnswer = {
  /** Counts decoded bytes as they arrive, until the answer is cut off or released. */
  hold(bytes: number): void;
  /** Releases the bytes once the caller has received the response or disconnected. Call it when the call ends. */
  releaseOnceAnswered(whenAnswered: WhenAnswered | undefined): void;
};

/**
 * Calls `done` once the caller has received its response or disconnected; the returned function ends its connection.
 */
export type WhenAnswered = (done: () => void) => () => void;

/** Bytes of answers that are in memory, by account. */
export type AnswerBytes = {
  /** `cut` ends the answer's call at a bound, with an error message. */
  open(actor: Actor, cut: (message: string) => void): HeldAnswer;
  total(): number;
};

/** Maximum bytes of all accounts' answers together. */
const ALL_BYTES_MAX = 256 * 1_024 * 1_024;
const NAME = 'max_answer_bytes' satisfies BoundName;

type Held = SwapRemoveItem & { readonly owner: string; bytes: number; isOpen: boolean; end: (message: string) => void };

/**
 * Limits the upstream response bytes that an account's calls hold in memory to `max_answer_bytes`, and cuts the
 * response that exceeds it. If all accounts together hold too much, it cuts the largest response of the account that
 * holds most. If that response's caller isn't reading, it disconnects the caller. Bytes count when they arrive, not
 * when an upstream announces them. Created once per process. Tested by `test/core/limits/answerBytes.test.ts`.
 */
export function createAnswerBytes({ allMax = ALL_BYTES_MAX }: { readonly allMax?: number } = {}): AnswerBytes {
  const answers = new SwapRemoveSet<Held>();
  const bytesByOwner = new Map<string, number>();
  let total = 0;

  const release = (held: Held): void => {
    if (!held.isOpen) return;
    held.isOpen = false;
    answers.delete(held);
    const left = (bytesByOwner.get(held.owner) ?? 0) - held.bytes;
    if (left > 0) bytesByOwner.set(held.owner, left);
    else bytesByOwner.delete(held.owner);
    total -= held.bytes;
  };
  const cut = (held: Held, message: string): void => {
    release(held);
    held.end(message);
  };
  const cutLargest = (): void => {
    const [owner] = [...bytesByOwner].reduce((one, other) => (other[1] > one[1] ? other : one));
    const own = answers.all().filter((held) => held.owner === owner);
    cut(
      own.reduce((one, other) => (other.bytes > one.bytes ? other : one)),
      TOO_MUCH_IN_ALL,
    );
  };

  return {
    open(actor, end) {
      const max = boundOf(actor, NAME);
      const held: Held = { owner: actor.accountId ?? 'operator', bytes: 0, isOpen: true, end, place: -1 };
      return {
        hold(bytes) {
          if (!held.isOpen) return;
          answers.add(held);
          held.bytes += bytes;
          total += bytes;
          const own = (bytesByOwner.get(held.owner) ?? 0) + bytes;
          bytesByOwner.set(held.owner, own);
          if (own > max) cut(held, boundReached(NAME, max).message);
          while (total > allMax) cutLargest();
        },
        releaseOnceAnswered(whenAnswered) {
          if (whenAnswered && held.isOpen && held.bytes > 0) held.end = whenAnswered(() => release(held));
          else release(held);
        },
      };
    },
    total: () => total,
  };
}

const TOO_MUCH_IN_ALL = `Responses use too much memory, most of it by this account (${NAME}): request less data, or fewer responses at a time`;
