import { isRecord } from '../../../api/isRecord.ts';
import { type JsonObject, parseInput } from '../json.ts';

/** Some programs truncate longer URLs. */
const LINK_CHARS_MAX = 8_000;
const NAME = 'args';

/** The URL fragment with the arguments, which no server or log sees. Null if too long for a link. */
export function linkPartOf(input: JsonObject): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(input));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const part = `${NAME}=${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return part.length > LINK_CHARS_MAX ? null : part;
}

/** The arguments in a link; null if there are none or they can't be parsed. */
export function inputOfLink(hash: string): JsonObject | null {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get(NAME);
  if (text === null || text.length > LINK_CHARS_MAX) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const parsed = parseInput(new TextDecoder().decode(bytes));
    return 'input' in parsed && isRecord(parsed.input) ? parsed.input : null;
  } catch {
    return null;
  }
}
