/** Limit of a file in an input: as base64 in JSON it must fit into a request (256 KiB). */
export const FILE_BYTES_MAX = 180_000;

/** Every browser lets `String.fromCharCode` take this many arguments. */
const STEP = 8_192;

export function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}
