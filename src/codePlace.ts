const ROOT = new URL('..', import.meta.url).pathname;

/**
 * Where code stands, for others than this machine's: `node:…`, or a path in our own code or a package below it; null
 * for any other place, which a text from elsewhere may have made up.
 *
 * @param from a path or a `file:` URL, possibly with line and column
 */
export function codePlace(from: string): string | null {
  if (from.startsWith('node:')) return from;
  const path = from.replace(/^file:\/\//, '');
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : null;
}
