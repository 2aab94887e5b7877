/** HTML that must not be escaped again. */
export type Html = { readonly html: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

type Part = Html | string | number | null | readonly Part[];

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(write).join('');
  return escapeHtml(String(part));
}

/** HTML whose inserted parts are escaped, unless they are `Html`; null inserts nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, at) => text + write(parts[at] ?? null)).join(''),
});

/** A fixed sentence from our code, with code in backticks. */
export const prose = (text: string): Html => ({ html: escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>') });
