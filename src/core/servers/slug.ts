/** Maximum characters of a server's id. */
export const SLUG_CHARS_MAX = 63;

/** A server id derived from a name: at most 63 characters of `a-z0-9-`; empty if the name has none of them. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_CHARS_MAX)
    .replace(/-$/, '');
