/* Trims in linear time: `/_+$/` restarts at every run of the character. */

/** The text without this character at its end. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** The text without this character at both ends. */
export function withoutEnds(text: string, character: string): string {
  let start = 0;
  while (text[start] === character) start += 1;
  return withoutTrailing(text.slice(start), character);
}

/** The text without characters of this set at both ends. */
export function withoutEndsIn(text: string, isTrimmed: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charAt(start))) start += 1;
  while (end > start && isTrimmed(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The text without slashes at its end. */
export const withoutTrailingSlashes = (text: string): string => withoutTrailing(text, '/');
