import { decodeHTML, decodeXML } from 'entities';
import type { UpstreamProblem } from '../../core/results/upstreamError.ts';
import type { ReadProblems } from './problems.ts';

// Bounds the regular expressions below, each of which checks every character a few times at most.
const MARKUP_CHARS_MAX = 16_384;
const PROBLEMS_MAX = 20;

/** Groups of element names with a message. The first group with a match counts. */
const SENTENCES: readonly (readonly string[])[] = [
  ['message', 'faultstring', 'text', 'reason', 'errormessage', 'error_description', 'description'],
  ...[['detail'], ['title'], ['msg'], ['error'], ['diagnostics']],
];
const CODES = [['code'], ['errorcode'], ['error_code'], ['faultcode'], ['value'], ['status']];

/** An element that contains only text; the match omits its namespace prefix. */
const LEAF = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(?:\s[^<>]*)?>(?:\s*<!\[CDATA\[([^<]*)\]\]>\s*|([^<]+))<\//g;
const CODE_ATTRIBUTE = /\s(?:code|errorCode)="([^"<>]{1,200})"/;
const MESSAGE_ATTRIBUTE = /\s(?:message|description|msg)="([^"<>]{1,1000})"/;

const FIELDS = new Set(['field', 'property', 'propertyref', 'attribute', 'param', 'parameter', 'element', 'path']);

/** `at`: its place among all leaves. */
type Leaf = { readonly name: string; readonly text: string; readonly at: number };

/** The elements that contain only text. XML-RPC names the members of a fault: `<name>faultString</name>`. */
const leavesOf = (xml: string): readonly Leaf[] => {
  const leaves = [...xml.matchAll(LEAF)].map(([, name = '', data, plain = '']) => ({
    name: name.toLowerCase(),
    text: (data ?? decodeXML(plain)).trim(),
  }));
  return leaves.map((leaf, at) => {
    const before = leaves[at - 1];
    const isOfFault = before?.name === 'name' && /^fault(?:String|Code)$/.test(before.text);
    return { ...leaf, at, ...(isOfFault && { name: before.text.toLowerCase() }) };
  });
};

/** The non-empty leaves named in the first group that matches any; groups come in order of preference. */
const namedAmong = (leaves: readonly Leaf[], groups: readonly (readonly string[])[]): readonly Leaf[] =>
  groups
    .map((names) => leaves.filter(({ name, text }) => names.includes(name) && text !== ''))
    .find(({ length }) => length > 0) ?? [];

/** Reads the code and the messages of an XML error, such as those of S3, SOAP and OData. */
export function readXmlError(xml: string): ReadProblems {
  const text = xml.slice(0, MARKUP_CHARS_MAX);
  const leaves = leavesOf(text);
  const problems = namedAmong(leaves, SENTENCES)
    .slice(0, PROBLEMS_MAX)
    .map(({ at, text: message }): UpstreamProblem => {
      const field = [leaves[at - 1], leaves[at + 1]].find((leaf) => leaf !== undefined && FIELDS.has(leaf.name));
      return { ...(field && field.text !== '' && { field: field.text }), message };
    });
  const isOfFields = problems.length > 0 && problems.every(({ field }) => field !== undefined);
  const sentence = isOfFields ? null : (problems[0]?.message ?? MESSAGE_ATTRIBUTE.exec(text)?.[1] ?? null);
  const [code] = namedAmong(leaves, CODES);
  return {
    sentence,
    code: code?.text ?? CODE_ATTRIBUTE.exec(text)?.[1] ?? null,
    problems: isOfFields || problems.length > 1 ? problems : [],
  };
}

/** Removes elements with their content. A regular expression would scan to the end for each unclosed element. */
function without(html: string, begin: RegExp, endOf: (name: string) => string): string {
  // Lowercased once for all elements. Only A–Z change, because other letters could change the length.
  const small = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let [text, at] = ['', 0];
  for (const match of html.matchAll(begin)) {
    if (match.index < at) continue;
    const end = small.indexOf(endOf((match[1] ?? '').toLowerCase()), match.index + match[0].length);
    text += html.slice(at, match.index);
    at = end < 0 ? html.length : end;
    if (end < 0) break;
  }
  return text + html.slice(at);
}

/** The text of an HTML page, one line per block. */
export function htmlText(markup: string): string {
  const html = without(markup.slice(0, 4 * MARKUP_CHARS_MAX), /<!--/g, () => '-->');
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
