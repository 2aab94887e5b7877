const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * A code location without this machine's directories: `node:…`, or a path within our own code or a package. Null for
 * any other location, because text from outside may contain an invented stack frame.
 * @param from a path or a `file:` URL, possibly with line and column
 */
export function codePlace(from: string): string | null {
  if (from.startsWith('node:')) return from;
  const path = from.replace(/^file:\/\//, '');
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : null;
}
