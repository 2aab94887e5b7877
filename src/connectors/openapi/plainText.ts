import { decodeHTML } from 'entities';

const CHARS_MAX = 65_536;
// Matches only HTML, because `<your-token>` and `List<String>` are literal text.
const TAG =
  /<(\/?)(a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|samp|section|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/i;

const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', code: '`', tt: '`', kbd: '`', samp: '`' };
const OPENING: Readonly<Record<string, string>> = { br: '\n', hr: '\n\n', li: '\n- ', dd: '\n', dt: '\n', tr: '\n' };
const BLOCKS = /^(?:blockquote|center|details|div|dl|h[1-6]|ol|p|pre|section|table|ul)$/;
const CELLS = /^t[dh]$/;

// A regular expression would scan to the end for each unclosed comment.
function withoutComments(text: string): string {
  let [plain, at] = ['', 0];
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start);
    if (end < 0) break;
    plain += text.slice(at, start);
    at = end + 3;
  }
  return plain + text.slice(at);
}

function withMarks(text: string): string {
  const links: (string | null)[] = [];
  const link = (tag: string, isEnd: boolean): string => {
    if (!isEnd) links.push(/\shref\s*=\s*["']?(https?:[^"'\s<>]{1,2000})/i.exec(tag)?.[1] ?? null);
    const address = (isEnd ? links.pop() : links.at(-1)) ?? null;
    if (address === null) return '';
    return isEnd ? `](${address})` : '[';
  };
  return text.replace(TAG, (tag, slash: string, tagName: string) => {
    const [isEnd, name] = [slash === '/', tagName.toLowerCase()];
    if (name === 'a') return link(tag, isEnd);
    const mark = MARKS[name];
    if (mark !== undefined) return mark;
    if (BLOCKS.test(name)) return '\n\n';
    if (CELLS.test(name)) return ' ';
    return isEnd ? '' : (OPENING[name] ?? '');
  });
}

/**
 * A description without HTML. Emphasis, code, lists and links become Markdown; other tags are removed. Text without
 * HTML is returned unchanged. More than 64 Ki characters are truncated first.
 */
export function plainText(markup: string): string {
  const text = markup.slice(0, CHARS_MAX);
  const isHtml = text.includes('<!--') || (text.includes('<') && text.search(TAG) >= 0);
  return isHtml || ENTITY.test(text) ? tidied(decodeHTML(withMarks(withoutComments(text)))) : text;
}

const tidied = (text: string): string =>
  text
    .replace(/\*\*\s*\*\*|``/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
