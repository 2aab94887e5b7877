import type { WhenAnswered } from '../../core/limits/answerBytes.ts';

/** How long a client may take for one piece of a long answer. */
const TAKEN_MS_MAX = 60_000;

/**
 * Pieces of an answer as they are; a client that takes none of them for so long is disconnected. One that is gone
 * without a word would keep its account's turn until TCP gives up, after a quarter of an hour.
 */
export async function* withReadTimeout(
  pieces: AsyncIterable<Uint8Array>,
  whenAnswered: WhenAnswered,
  msMax = TAKEN_MS_MAX,
): AsyncGenerator<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const hangUp = whenAnswered(() => clearTimeout(timer));
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(hangUp, msMax).unref();
  };
  for await (const piece of pieces) {
    restart();
    yield piece;
  }
  // Data in the socket must be read, too.
  restart();
}
