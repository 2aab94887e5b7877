/** A part of a text, and whether it matched. */
export type Part = { readonly text: string; readonly isFound: boolean };

const BEFORE_CHARS = 40;
const LINE_CHARS = 140;

/** Matches any of the words at a word start, longest first. */
function findingAny(words: readonly string[], flags: string): RegExp {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, flags);
}

/** A line around the first match, or the start of the text. */
export function contextOf(text: string, words: readonly string[]): readonly Part[] {
  const first = words.length === 0 ? 0 : Math.max(text.search(findingAny(words, 'iu')), 0);
  const start = first <= BEFORE_CHARS ? 0 : text.lastIndexOf(' ', first - BEFORE_CHARS) + 1;
  const line = text.slice(start, start + LINE_CHARS);
  return marked(`${start > 0 ? '…' : ''}${line}${start + LINE_CHARS < text.length ? '…' : ''}`, words);
}

/** Splits a text into matching and other parts, ignoring case. */
export function marked(text: string, words: readonly string[]): readonly Part[] {
  if (words.length === 0) return [{ text, isFound: false }];
  // Splitting by a group makes every other part a match.
  return text
    .split(findingAny(words, 'giu'))
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
