/* Trims in linear time. A pattern such as `/_+$/` takes quadratic time, since it restarts at every run of `_`. */

/** Removes this character from the end of a text. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** Removes this character from both ends of a text. */
export function withoutEnds(text: string, character: string): string {
  let start = 0;
  while (text[start] === character) start += 1;
  return withoutTrailing(text.slice(start), character);
}

/** Removes characters that `isTrimmed` accepts from both ends of a text. */
export function withoutEndsIn(text: string, isTrimmed: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charAt(start))) start += 1;
  while (end > start && isTrimmed(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Removes slashes from the end of a text. */
export const withoutTrailingSlashes = (text: string): string => withoutTrailing(text, '/');
