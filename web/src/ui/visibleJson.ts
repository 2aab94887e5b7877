const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * Indented JSON with invisible and bidirectional control characters escaped, so that an approver sees the real content.
 */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (text) => (text === '\n' ? text : escaped(text)));

/** Invisible characters that are normal in text: line breaks, tabs and the emoji variation selector. */
const HARMLESS = new Set(['\n', '\r', '\t', '\uFE0F']);

/** Untrusted text with hidden characters escaped, as in `visibleJson`. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (hidden) => (HARMLESS.has(hidden) ? hidden : escaped(hidden)));
