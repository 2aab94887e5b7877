/** Levels of objects and arrays: deeper ones overflow the stack of whatever walks them. */
const JSON_DEPTH_MAX = 128;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isOpening = (byte: number | undefined): boolean => byte === OPEN_ARRAY || byte === OPEN_OBJECT;
const isClosing = (byte: number | undefined): boolean => byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;

/** True for a JSON text of more than JSON_DEPTH_MAX levels, counted before anything is parsed; brackets inside strings do not count. */
export function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length && depth <= JSON_DEPTH_MAX; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
  }
  return depth > JSON_DEPTH_MAX;
}

function endOfText(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1);
  while (at > 0 && isEscaped(bytes, at)) at = bytes.indexOf(QUOTE, at + 1);
  return at < 0 ? bytes.length : at;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
