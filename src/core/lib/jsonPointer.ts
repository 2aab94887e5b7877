import { isRecord } from './json.ts';

/** JSON Pointer for member names and element indexes, outermost first (RFC 6901, section 3). */
export const toPointer = (path: readonly unknown[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The path segments of a JSON Pointer, outermost first; empty for the whole document (RFC 6901, section 4). */
export const pathOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescaped);

/**
 * Path segments of a pointer in a `$ref` fragment (RFC 6901, section 6): `#` or `#/…`, percent-encoded. Each part is
 * decoded separately, as Ajv does, so that `%2F` stays in its name. Null for a reference that leads out of the
 * document.
 */
export function pathOfRef(ref: string): readonly string[] | null {
  if (ref === '#') return [];
  return ref.startsWith('#/')
    ? ref
        .slice(2)
        .split('/')
        .map((part) => {
          try {
            return decodeURIComponent(part);
          } catch {
            return part;
          }
        })
        .map(unescaped)
    : null;
}

/** The value at the end of a path; undefined if there is none. Ignores inherited members. */
export const valueAtPath = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, value);

// Decode `~1` first, so that `~01` becomes `~1` and not `/`.
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
