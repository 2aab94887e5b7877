import { z } from 'zod';
import { hasHiddenText, hidesInLines } from './hiddenText.ts';

/** Whether PostgreSQL can store a text: it has no NUL and no lone surrogates. No row can contain any other text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** “1 call”, “2 calls”, for nouns with a plural in s. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The first names, and how many more there are: “a, b and 3 more”. */
export const firstNames = (names: readonly string[], shownMax: number): string =>
  names.slice(0, shownMax).join(', ') + (names.length > shownMax ? ` and ${names.length - shownMax} more` : '');

/** The beginning of a text that PostgreSQL can store: at most `charsMax` UTF-16 units, and `…` if truncated. */
export function storable(text: string, charsMax: number): string {
  const short = text.length > charsMax ? `${text.slice(0, charsMax)}…` : text;
  return isStorable(short) ? short : short.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Cuts a text that is longer than `charsMax` UTF-16 units, and ends it with an ellipsis within that length. */
export const ellipsized = (text: string, charsMax: number): string =>
  text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text;

/** A percent-encoded text as plain text; unchanged if its encoding is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Maximum code points of a person's, stack's or key's name. */
export const NAME_LENGTH_MAX = 100;

const HIDES = 'must not contain control, invisible or direction-changing characters';

/**
 * A name that other people may see: one line without invisible characters.
 */
export const shownName = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  .refine((text) => !hasHiddenText(text), HIDES);

/** As `shownName`, for several lines. */
export const shownText = z
  .string()
  .refine(isStorable, 'must be well-formed Unicode without NUL')
  .refine((text) => !hidesInLines(text), HIDES);

const nameText = (shown: z.ZodString): z.ZodString =>
  shown
    .refine((name) => name.trim() !== '', 'must not be blank')
    .refine((name) => [...name].length <= NAME_LENGTH_MAX, `must be at most ${NAME_LENGTH_MAX} characters`);

/** A name: 1 to 100 code points, not blank, without invisible characters. */
export const nameSchema = nameText(shownName);

/** A stack's name: the documented interface also allows tabs and line ends in it. */
export const stackNameSchema = nameText(shownText);

/**
 * Whether a text matches a pattern, in which `*` matches any text. Compares part by part, since a regular expression
 * could take exponential time with many wildcards.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const start = text.indexOf(part, at);
    if (start === -1 || start + part.length > end) return false;
    at = start + part.length;
  }
  return true;
}
