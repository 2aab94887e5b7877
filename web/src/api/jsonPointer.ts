// The order matters: `~01` decodes to `~1`, not `/`.
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The segments of a JSON Pointer; empty for the whole document (RFC 6901, section 4). */
export const pathOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescaped);

/** A segment as it's written in a JSON Pointer. */
export const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The segments of a percent-encoded fragment of a `$ref`, `#/…` (RFC 6901, section 6). */
export const pathOfRef = (ref: string): readonly string[] => ref.split('/').slice(1).map(decoded).map(unescaped);
