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
/** What is hidden but meant: parts of emoji, and joiners within words. */
const MEANT = new RegExp(String.raw`\p{RGI_Emoji}|(?<=[[${JOINING}]&&[\p{L}\p{M}]])[\u200c\u200d](?=\p{L})`, 'gv');
const LINES = /[\n\t]/g;

const HIDDEN_ALL = new RegExp(HIDDEN, 'gu');

/** True for a name of one line with a hidden character. */
export const hidesSomething = (text: string): boolean => HIDDEN.test(text.replace(MEANT, ''));

/** The same for text that may have several lines. */
export const hidesInLines = (text: string): boolean => hidesSomething(text.replace(LINES, ''));

/** A name from elsewhere without what it hides. */
export const withoutHidden = (text: string): string =>
  hidesSomething(text) ? text.replace(HIDDEN_ALL, ' ').replace(/ {2,}/g, ' ').trim() : text;
