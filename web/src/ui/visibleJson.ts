const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * A value as indented JSON in which nothing hides: characters that are not seen, or turn around how others are shown,
 * are written as JSON escapes, so that whoever approves a call sees what it says.
 */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (text) => (text === '\n' ? text : escaped(text)));

/** Of what is not seen, what stands in any plain text: line ends, tabs, and what makes a sign an emoji. */
const HARMLESS = new Set(['\n', '\r', '\t', '\uFE0F']);

/** A text of somebody else's in which nothing hides, as in `visibleJson`. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (hidden) => (HARMLESS.has(hidden) ? hidden : escaped(hidden)));
