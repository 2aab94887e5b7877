import MarkdownIt, { type RendererRule, type Token } from 'markdown-it';
import type { Html } from '../wire/html.ts';
import { CLOSE_FRAME, codeBlock, openFrame } from './frames.ts';

type Heading = { readonly id: string; readonly text: string };
type RenderedMarkdown = {
  readonly body: Html;
  /** The headings of the second level, in order. */
  readonly contents: readonly Heading[];
};

// Links between documents name the file; links between pages have no extension.
const DOCUMENT_LINK = /^([\w-]+)\.md(#.*)?$/;
// A comment that names the file in `docs/snippets/` from which the code block below is copied.
const SNIPPET_MARK = /^<!-- [\w./-]+ -->\n(?=```)/gm;

const markdown = new MarkdownIt({ html: false, linkify: false });

const rules: Readonly<Record<string, RendererRule>> = {
  fence: (tokens, at) => codeBlock(tokens[at]?.content ?? '', /^[\w-]*/.exec(tokens[at]?.info ?? '')?.[0] ?? '').html,
  table_open: (tokens, at) => `${openFrame(String(tokens[at]?.attrGet('aria-label'))).html}<table>\n`,
  table_close: () => `</table>${CLOSE_FRAME.html}`,
  link_open: (tokens, at, options, _env, renderer) => {
    const link = tokens[at];
    link?.attrSet('href', String(link.attrGet('href')).replace(DOCUMENT_LINK, '/docs/$1$2'));
    return renderer.renderToken(tokens, at, options);
  },
};
Object.assign(markdown.renderer.rules, rules);

/** One line of Markdown, without a paragraph around it. */
export const inlineHtml = (text: string): Html => ({ html: markdown.renderInline(text) });

/** A document's tokens, and the heading that each token of kind `heading_open` begins. */
type ParsedMarkdown = {
  readonly tokens: readonly Token[];
  readonly headings: ReadonlyMap<Token, Heading>;
};

export function parseMarkdown(text: string): ParsedMarkdown {
  const tokens = markdown.parse(text.replace(SNIPPET_MARK, ''), {});
  return { tokens, headings: label(tokens) };
}

/** Renders a document. `rewrite` transforms each block of code; HTML in the document is shown as text. */
export function renderMarkdown(text: string, rewrite: (code: string) => string): RenderedMarkdown {
  const { tokens, headings } = parseMarkdown(text);
  for (const token of tokens) if (token.type === 'fence') token.content = rewrite(token.content);
  const contents = [...headings].flatMap(([{ tag }, heading]) => (tag === 'h2' ? [heading] : []));
  return { body: { html: markdown.renderer.render([...tokens], markdown.options, {}) }, contents };
}

/** Gives headings ids, and tables the name of their heading. */
function label(tokens: readonly Token[]): ReadonlyMap<Token, Heading> {
  const idOf = createHeadingIds();
  const headings = new Map<Token, Heading>();
  let current = '';
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'th_open' || token.type === 'td_open') {
      // The pages' policy allows no style attributes.
      token.attrs = token.attrGet('style') === 'text-align:right' ? [['class', 'right']] : [];
      if (token.type === 'th_open') token.attrPush(['scope', 'col']);
    }
    if (token.type === 'table_open') token.attrSet('aria-label', `Table: ${current}`);
    if (token.type !== 'heading_open') continue;
    current = inlineText(tokens[at + 1]);
    const heading = { id: idOf(current), text: current };
    token.attrSet('id', heading.id);
    headings.set(token, heading);
  }
  return headings;
}

/** An `inline` token's text without formatting. */
export const inlineText = (inline: Token | undefined): string =>
  inline?.children?.map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('') ?? '';

/** Gives headings the same ids as GitHub, so that links work in both places. */
export function createHeadingIds(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}
