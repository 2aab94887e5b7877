import type { ToolCall } from './connector.ts';

/** Of one call: notices, and bytes of their messages together. */
const NOTICES_MAX = 1_000;
const BYTES_MAX = 65_536;

type OnProgress = NonNullable<ToolCall['onProgress']>;

/**
 * The same for one call: without secrets, and no more than the bounds above. A message that goes beyond is left out
 * alone, since clients wait longer for a call that goes on.
 */
export function boundedProgress(onProgress: OnProgress, scrub: ToolCall['scrub']): OnProgress {
  let [noticesLeft, bytesLeft] = [NOTICES_MAX, BYTES_MAX];
  return ({ message, ...progress }) => {
    if (noticesLeft === 0) return;
    noticesLeft -= 1;
    bytesLeft -= Buffer.byteLength(message ?? '');
    const isTold = message !== undefined && bytesLeft >= 0;
    onProgress({ ...progress, ...(isTold && { message: scrub(message) }) });
  };
}
