import './markdown.css';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { Code } from './Code.tsx';

/** Reading takes longer than linear time for some texts; a longer one is shown as it is. */
const CHARS_MAX = 10_000;
const WEB_ADDRESS = /^https?:\/\//i;

/** Boundary: no extension of the parser is used, so it makes no other tokens. */
const known = (token: Token): MarkedToken => token as MarkedToken;

/**
 * A formatted description from an untrusted server. Links open web addresses only, images don't load, and HTML stays
 * text.
 */
export function Markdown({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  const body = useMemo(() => bodyOf(text), [text]);
  return <div className={`markdown ${className}`}>{body ?? <p className="own-lines">{text}</p>}</div>;
}

const FOLDED_CHARS_MIN = 300;

type FoldedProps = { readonly text: string; readonly className: string; readonly summary: string };

/** As `Markdown`, but a long description is closed under a summary. */
export function FoldedMarkdown({ text, className, summary }: FoldedProps) {
  if (text.length < FOLDED_CHARS_MIN) return <Markdown text={text} className={className} />;
  return (
    <details className={className}>
      <summary>{summary}</summary>
      <Markdown text={text} />
    </details>
  );
}

/** Null for a text that is too long, or nested more deeply than the parser can follow. */
function bodyOf(text: string): ReactNode {
  if (text.length > CHARS_MAX) return null;
  try {
    return drawnAll(lexer(text, { gfm: true, breaks: true }));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

// As arguments, children need no keys.
const drawnAll = (tokens: readonly Token[]): ReactNode =>
  createElement(Fragment, null, ...tokens.map((token) => drawn(known(token))));

function drawn(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'html':
      return token.raw;
    case 'image':
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? drawnAll(token.tokens) : token.text;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <Code text={token.text} label="Code in the description" />;
    case 'strong':
    case 'em':
    case 'del':
    case 'blockquote':
      return createElement(token.type, null, drawnAll(token.tokens));
    case 'paragraph':
      return <p>{drawnAll(token.tokens)}</p>;
    // Not a heading of the page.
    case 'heading':
      return (
        <p>
          <strong>{drawnAll(token.tokens)}</strong>
        </p>
      );
    case 'link':
      return <WebLink token={token} />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'list_item':
      return <li>{drawnAll(token.tokens)}</li>;
    case 'list':
      return token.ordered ? (
        <ol start={Number(token.start)}>{drawnAll(token.items)}</ol>
      ) : (
        <ul>{drawnAll(token.items)}</ul>
      );
    case 'table':
      return <MarkdownTable token={token} />;
  }
}

function WebLink({ token: { href, tokens } }: { readonly token: Tokens.Link }) {
  if (!WEB_ADDRESS.test(href)) return drawnAll(tokens);
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {drawnAll(tokens)}
    </a>
  );
}

function MarkdownTable({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  const row = (cells: readonly Tokens.TableCell[], kind: 'th' | 'td') =>
    createElement('tr', null, ...cells.map(({ tokens }) => createElement(kind, null, drawnAll(tokens))));
  return (
    // Scrollable regions must be reachable by keyboard (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="table-frame" tabIndex={0} aria-label="Table in the description">
      <table className="table">
        <thead>{row(header, 'th')}</thead>
        {createElement('tbody', null, ...rows.map((cells) => row(cells, 'td')))}
      </table>
    </section>
  );
}
