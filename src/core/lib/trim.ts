/* Trimming in time linear in the text: `/_+$/` begins anew at every run of the character. */

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

/** The text without slashes at its end. */
export const withoutTrailingSlashes = (text: string): string => withoutTrailing(text, '/');
