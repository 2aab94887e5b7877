const ROOT = new URL('..', import.meta.url).pathname;
const PACKAGES = '/node_modules/';

/**
 * Where code stands, for others than this machine's: `node:…`, a path in a package, or one in our own code; null for
 * any other place.
 *
 * @param from a path or a `file:` URL, possibly with line and column
 */
export function codePlace(from: string): string | null {
  if (from.startsWith('node:')) return from;
  const path = from.replace(/^file:\/\//, '');
  const inPackage = path.lastIndexOf(PACKAGES);
  if (inPackage !== -1) return path.slice(inPackage + 1);
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : null;
}
