/** A part of a text, and whether it is one of the words that were found. */
export type Part = { readonly text: string; readonly isFound: boolean };

const BEFORE_CHARS = 40;
const LINE_CHARS = 140;

/** Finds any of the words where a word begins; the longest first. */
function findingAny(words: readonly string[], flags: string): RegExp {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, flags);
}

/** A line of the text around the first of the words; its beginning where none is in it. */
export function contextOf(text: string, words: readonly string[]): readonly Part[] {
  const first = words.length === 0 ? 0 : Math.max(text.search(findingAny(words, 'iu')), 0);
  const start = first <= BEFORE_CHARS ? 0 : text.lastIndexOf(' ', first - BEFORE_CHARS) + 1;
  const line = text.slice(start, start + LINE_CHARS);
  return marked(`${start > 0 ? '…' : ''}${line}${start + LINE_CHARS < text.length ? '…' : ''}`, words);
}

/** The text in parts, of which those are found that are one of the words, in any case. */
export function marked(text: string, words: readonly string[]): readonly Part[] {
  if (words.length === 0) return [{ text, isFound: false }];
  // Split at a group, every other part is what the group found.
  return text
    .split(findingAny(words, 'giu'))
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
