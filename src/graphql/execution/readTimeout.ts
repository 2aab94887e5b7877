import type { WhenAnswered } from '../../core/limits/answerBytes.ts';

/** How long a client may take to read one piece of a long response. */
const READ_MS_MAX = 60_000;

/**
 * Passes on the pieces of a response. A client that reads none of them for this long is disconnected. A vanished client
 * would otherwise keep its account's turn until TCP gives up, after a quarter of an hour.
 */
export async function* withReadTimeout(
  pieces: AsyncIterable<Uint8Array>,
  whenAnswered: WhenAnswered,
  msMax = READ_MS_MAX,
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
  // After the last piece, the client must still read the data in the socket's buffer.
  restart();
}
