import { isRecord } from '../../../api/isRecord.ts';
import { type JsonObject, parseInput } from '../json.ts';

/** Longer addresses are cut by programs that pass them on. */
const LINK_CHARS_MAX = 8_000;
const NAME = 'args';

/**
 * The part of the playground's address that holds arguments. After the `#`, so that no server and no log sees them.
 * Null where they are too long for a link.
 */
export function linkPartOf(input: JsonObject): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(input));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const part = `${NAME}=${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return part.length > LINK_CHARS_MAX ? null : part;
}

/** The arguments of a link; null where it has none that can be read. */
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
