import type { Token } from 'markdown-it';
import type { JsonObject } from '../core/lib/json.ts';
import { type Document, pagePath, withoutBackticks } from './documents.ts';
import { inlineText, parseMarkdown } from './markdown.ts';
import { textAt } from './openApi.ts';
import { operationPath, referenceSections } from './reference.ts';

/** A search result: a heading with its text. `web/src/documents/finder.ts` reads them. */
type Section = {
  /** The page's path, with the heading's id. */
  readonly path: string;
  /** The title of the document. */
  readonly document: string;
  readonly heading: string;
  readonly text: string;
};

/** All readable text in reading order: the documents, then the operations of the REST reference. */
export const sectionsOf = (documents: readonly Document[], openApi: JsonObject): readonly Section[] => [
  ...documents.flatMap(documentSections),
  ...operationSections(openApi),
];

const HEADINGS = ['h1', 'h2', 'h3'];
const startsSection = (token: Token | undefined): boolean =>
  token?.type === 'heading_open' && HEADINGS.includes(token.tag);

function documentSections(document: Document): readonly Section[] {
  const { tokens, headings } = parseMarkdown(document.text);
  const page = pagePath(document);
  const sections: { path: string; heading: string; parts: string[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    const heading = headings.get(token);
    if (heading && startsSection(token)) {
      const path = token.tag === 'h1' ? page : `${page}#${heading.id}`;
      sections.push({ path, heading: heading.text, parts: [] });
    } else if (!startsSection(tokens[at - 1])) {
      const code = token.type === 'fence' ? token.content : '';
      sections.at(-1)?.parts.push(token.type === 'inline' ? inlineText(token) : code);
    }
  }
  const title = withoutBackticks(document.title);
  return sections.map(({ path, heading, parts }) => ({
    path,
    document: title,
    heading,
    text: inOneLine(parts.join(' ')),
  }));
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const operationSections = (openApi: JsonObject): readonly Section[] =>
  referenceSections(openApi).flatMap((section) =>
    section.operations.map((operation) => ({
      path: operationPath(section, operation),
      document: 'REST reference',
      heading: textAt(operation.about, 'summary'),
      text: inOneLine(
        `${operation.method} ${operation.path} ${withoutBackticks(textAt(operation.about, 'description'))}`,
      ),
    })),
  );
