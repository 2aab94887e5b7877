import { decodeHTML, decodeXML } from 'entities';
import type { ReadProblems } from './problems.ts';

// Bounds the regular expressions below, each of which checks every character a few times at most.
const MARKUP_CHARS_MAX = 16_384;
const PROBLEMS_MAX = 20;

const SENTENCES = ['message', 'faultstring', 'text', 'reason', 'errormessage', 'error_description', 'description'];
const LATER_SENTENCES = ['detail', 'title', 'msg', 'error', 'diagnostics'];
const CODES = ['code', 'errorcode', 'error_code', 'faultcode', 'value', 'status'];

/** An element that contains only text; the match omits its namespace prefix. */
const LEAF = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(?:\s[^<>]*)?>(?:\s*<!\[CDATA\[([^<]*)\]\]>\s*|([^<]+))<\//g;
const CODE_ATTRIBUTE = /\s(?:code|errorCode)="([^"<>]{1,200})"/;
const MESSAGE_ATTRIBUTE = /\s(?:message|description|msg)="([^"<>]{1,1000})"/;

/** Reads the code and the messages of an XML error, such as those of S3, SOAP and OData. */
export function readXmlError(xml: string): ReadProblems {
  const text = xml.slice(0, MARKUP_CHARS_MAX);
  const leaves = [...text.matchAll(LEAF)].map(([, name = '', data, plain = '']) => ({
    name: name.toLowerCase(),
    text: (data ?? decodeXML(plain)).trim(),
  }));
  const named = (names: readonly string[]) =>
    names
      .map((name) => leaves.filter((leaf) => leaf.name === name && leaf.text !== ''))
      .find(({ length }) => length > 0);
  const said = (named([...SENTENCES, ...LATER_SENTENCES]) ?? []).slice(0, PROBLEMS_MAX).map((leaf) => leaf.text);
  const sentence = said[0] ?? MESSAGE_ATTRIBUTE.exec(text)?.[1] ?? null;
  const code = named(CODES)?.[0]?.text ?? CODE_ATTRIBUTE.exec(text)?.[1] ?? null;
  return { sentence, code, problems: said.length > 1 ? said.map((message) => ({ message })) : [] };
}

/** Removes elements with their content. A regular expression would scan to the end for each unclosed element. */
function without(html: string, begin: RegExp, endOf: (name: string) => string): string {
  // Lowercased once for all elements. Only A–Z change, because other letters could change the length.
  const small = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let [kept, at] = ['', 0];
  for (const match of html.matchAll(begin)) {
    if (match.index < at) continue;
    const end = small.indexOf(endOf((match[1] ?? '').toLowerCase()), match.index + match[0].length);
    kept += html.slice(at, match.index);
    at = end < 0 ? html.length : end;
    if (end < 0) break;
  }
  return kept + html.slice(at);
}

/** The text of an HTML page, one line per block. */
export function htmlText(given: string): string {
  const html = without(given.slice(0, 4 * MARKUP_CHARS_MAX), /<!--/g, () => '-->');
  const shown = without(html, /<(script|style|noscript|svg|template)\b/gi, (name) => `</${name}`);
  const text = shown
    .replace(
      /<\/?(?:address|article|aside|body|br|center|dd|div|dl|dt|h[1-6]|head|header|hr|html|li|main|ol|p|pre|section|table|td|th|title|tr|ul)\b[^<>]*>/gi,
      '\n',
    )
    .replace(/-->|<[^<>]*>/g, '');
  const lines = decodeHTML(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  // A page's title and its first heading are often the same.
  return lines.filter((line, index) => line !== lines[index - 1]).join('\n');
}
