/*
 * Characters that show nothing, or change how what is around them shows: with them a name looks like another one, turns
 * a line of a page around, or ends a line of a log (Unicode TR36, section 3; UTS39, section 3.1). Letters of every
 * script, their marks, and emoji are none of these.
 */

/**
 * Controls, line and paragraph separators, lone surrogates, and all that is invisible by default: directions, joiners,
 * fillers, tags, variation selectors.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
/** Scripts whose words are written with joiners (Unicode, UAX31, section 2.3.1). */
const JOINING = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
/** Invisible characters that belong to a text: parts of emoji, and joiners within words. */
const MEANT = new RegExp(String.raw`\p{RGI_Emoji}|(?<=[[${JOINING}]&&[\p{L}\p{M}]])[\u200c\u200d](?=\p{L})`, 'gv');
const LINES = /[\n\t]/g;

const HIDDEN_ALL = new RegExp(HIDDEN, 'gu');
/** Longer than any emoji, in code units: characters further away do not matter. */
const REACH = 20;
/**
 * Invisible characters that are examined, since each takes microseconds; a text with more counts as hiding something.
 */
const MEANT_MAX = 100;

/**
 * True for a text of one line with an invisible character or a line end. Takes a millisecond or two at most, whatever
 * the text.
 */
export function hasHiddenText(text: string): boolean {
  let looked = 0;
  for (const { index } of text.matchAll(HIDDEN_ALL)) {
    looked += 1;
    if (looked > MEANT_MAX || !belongsToText(text, index)) return true;
  }
  return false;
}

function belongsToText(text: string, index: number): boolean {
  const from = Math.max(0, index - REACH);
  const around = text.slice(from, index + REACH);
  return [...around.matchAll(MEANT)].some(({ index: at, 0: found }) => {
    const start = from + at;
    return start <= index && index < start + found.length;
  });
}

/** The same for text that may have several lines. */
export const hidesInLines = (text: string): boolean => hasHiddenText(text.replace(LINES, ''));

/** The text without its invisible characters; line ends stay. */
export const withoutHiddenInLines = (text: string): string =>
  hidesInLines(text) ? text.split('\n').map(withoutHidden).join('\n') : text;

/** A name from elsewhere without what it hides. */
export const withoutHidden = (text: string): string =>
  hasHiddenText(text) ? text.replace(HIDDEN_ALL, ' ').replace(/ {2,}/g, ' ').trim() : text;
