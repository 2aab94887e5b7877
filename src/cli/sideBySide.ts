import { canonicalJson } from '../core/lib/json.ts';
import { pathOf, valueAtPath } from '../core/lib/jsonPointer.ts';

/** Maximum characters shown per side, and of context before and after a difference. */
const SHOWN_CHARS = 600;
const CONTEXT_CHARS = 40;

/**
 * Excerpts of the values at a path (RFC 6901) in two definitions, around their difference, as printable text. If
 * neither definition has the path, uses its nearest parent.
 */
export function beforeAndAfter(
  { before, after }: { readonly before?: unknown; readonly after?: unknown },
  path: string,
) {
  const parts = [...pathOf(path)];
  const values = () => [valueAtPath(before, parts), valueAtPath(after, parts)];
  while (parts.length > 0 && values().every((value) => value === undefined)) parts.pop();
  // Characters that a terminal hides or interprets become escapes.
  const [was = '', is = ''] = values().map((value) =>
    (value === undefined ? '' : canonicalJson(value)).replaceAll(
      /[^\P{C}]/gu,
      (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
    ),
  );
  const start = Math.max(0, commonStart(was, is) - CONTEXT_CHARS);
  const end = Math.max(0, commonStart(reversed(was.slice(start)), reversed(is.slice(start))) - CONTEXT_CHARS);
  return [was, is].map((text) => shown(text, start, text.length - end));
}

const reversed = (text: string): string => text.split('').reverse().join('');

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function shown(text: string, start: number, end: number): string {
  if (text === '') return '-';
  const last = Math.min(end, start + SHOWN_CHARS);
  const more = end - last;
  const cut = more > 0 ? `…${more} more characters, see --json` : '…';
  return `${start > 0 ? '…' : ''}${text.slice(start, last)}${last < text.length ? cut : ''}`;
}
