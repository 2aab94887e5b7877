import { LRUCache } from 'lru-cache';

/** The text and slots of a template, in order. */
type TemplatePieces<S extends object> = ReadonlyArray<string | S>;

const CHARS_MAX = 2 * 1_024 * 1_024;
const ENTRY_CHARS = 200;

/**
 * Parses templates with slots that match `pattern` (global flag). Templates come from server documents and contain no
 * values, so parsed templates are cached, up to 2 MiB of template text.
 */
export function createTemplates<S extends object>(
  pattern: RegExp,
  slotOf: (match: RegExpExecArray) => S,
): (text: string) => TemplatePieces<S> {
  const known = new LRUCache<string, TemplatePieces<S>>({
    maxSize: CHARS_MAX,
    sizeCalculation: (_pieces, text) => text.length + ENTRY_CHARS,
  });
  return (text) => {
    const cached = known.get(text);
    if (cached) return cached;
    const pieces = piecesOf(text, pattern, slotOf);
    known.set(text, pieces);
    return pieces;
  };
}

function piecesOf<S extends object>(
  text: string,
  pattern: RegExp,
  slotOf: (match: RegExpExecArray) => S,
): TemplatePieces<S> {
  const pieces: (string | S)[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    pieces.push(slotOf(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}
