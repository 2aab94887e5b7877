import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import MarkdownIt, { type Token } from 'markdown-it';
import { type Node, parseSync } from 'oxc-parser';
import { wordsIn } from './patterns.ts';

export type Text = { readonly place: string; readonly text: string };
export type Surface = 'dashboard' | 'docs' | 'cli' | 'graphql' | 'openapi' | 'messages' | 'comments';

// A string with fewer words is a name or a key.
const WORDS_MIN = 3;
const GENERATED = /generated|web\/src\/gql|\/snippets\/|\.d\.ts$/;
// Lists of words and passwords.
const WORD_LISTS = /(?:effectWords|proposeOperations|commonPasswords|lib\/words)\.ts$/;
// These descriptions reach people through schema.graphql and openapi.json, which are checked as a whole.
const DESCRIBED = /^src\/(graphql\/types|rest\/openapi|rest\/operations)/;
const PAGES = /^(?:docs\/[^/]+|src\/README|clients\/[^/]+\/README|README|CHANGELOG|CONTRIBUTING|SECURITY)\S*\.md$/;
const NOT_PROSE = /className|^d$|path|import|href|style|sql/i;

function tracked(): readonly string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  return files.split('\n').filter((path) => path !== '' && !GENERATED.test(path));
}

// The parser's nodes are plain objects whose members hold nodes, lists of nodes, or values.
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The text of a literal or template, with `X` for each embedded value; null for other nodes. */
function stringOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('X');
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return null;
  const parts = node.children.map((child) => (child.type === 'JSXText' ? child.value.replace(/\s+/g, ' ') : 'X'));
  return parts.some((part) => wordsIn(part) > 1) ? parts.join('') : null;
}

function isSkipped(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'TaggedTemplateExpression') return true;
  if (node.type === 'JSXAttribute') return NOT_PROSE.test(String(node.name.name));
  if (node.type === 'CallExpression') return node.callee.type === 'Identifier' && /graphql|sql/i.test(node.callee.name);
  return node.type === 'TSLiteralType';
}

const isProse = (text: string): boolean =>
  wordsIn(text) >= WORDS_MIN && /[a-z]{2} [a-z]/.test(text) && !/[{}=<>]|SELECT |^\s*(?:query|mutation) /.test(text);

function collectStrings(node: Node, place: string, into: Text[]): void {
  if (isSkipped(node)) return;
  const text = stringOf(node);
  if (text !== null && isProse(text)) into.push({ place: `${place}@${node.start}`, text: text.trim() });
  for (const child of childrenOf(node)) collectStrings(child, place, into);
}

/** Adjacent line comments form one text. */
function commentsOf(path: string, source: string): readonly Text[] {
  const texts: Text[] = [];
  let end = -1;
  for (const comment of parseSync(path, source).comments) {
    const text = comment.value.replace(/^\s*\*+ ?/gm, '').trim();
    const last = texts.at(-1);
    const follows = comment.type === 'Line' && last !== undefined && /^\s*$/.test(source.slice(end, comment.start));
    if (follows) texts[texts.length - 1] = { place: last.place, text: `${last.text} ${text}` };
    else texts.push({ place: `${path}@${comment.start}`, text });
    end = comment.end;
  }
  return texts.filter(({ text }) => wordsIn(text) >= WORDS_MIN && !/^(?:biome|eslint|@ts|v8)/.test(text));
}

function stringsIn(paths: readonly string[]): readonly Text[] {
  const texts: Text[] = [];
  for (const path of paths) collectStrings(parseSync(path, readFileSync(path, 'utf8')).program, path, texts);
  return texts;
}

/** Tokens without the first column of tables whose first heading is `avoid`: it quotes bad examples. */
function withoutBadExamples(tokens: readonly Token[]): readonly Token[] {
  let column = 0;
  let isBadExample = false;
  return tokens.filter(({ type, content }) => {
    if (type === 'table_close') isBadExample = false;
    if (type === 'tr_open') column = 0;
    if (type === 'td_open' || type === 'th_open') column += 1;
    if (type === 'inline' && column === 1 && content === 'avoid') isBadExample = true;
    return !(isBadExample && column === 1 && type === 'inline');
  });
}

function markdownIn(paths: readonly string[]): readonly Text[] {
  const markdown = new MarkdownIt();
  return paths.flatMap((path) =>
    withoutBadExamples(markdown.parse(readFileSync(path, 'utf8'), {}))
      .filter((token) => token.type === 'inline')
      .map(({ map, children }) => ({
        place: `${path}:${(map?.[0] ?? 0) + 1}`,
        text: (children ?? [])
          .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'code_inline' ? 'X' : content))
          .join('')
          // A list of code spans reads as one word.
          .replace(/X(?: X)+/g, 'X'),
      }))
      .filter(({ text }) => wordsIn(text) >= WORDS_MIN),
  );
}

function schemaTexts(): readonly Text[] {
  const types = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap());
  return types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => {
      const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
      const fields = hasFields ? Object.values(type.getFields()) : isEnumType(type) ? type.getValues() : [];
      const args = fields.flatMap((field) => ('args' in field ? field.args : []));
      return [type, ...fields, ...args].map(({ name, description }) => ({
        place: `schema.graphql ${type.name}.${name}`,
        text: description ?? '',
      }));
    })
    .filter(({ text }) => text !== '');
}

function openapiTexts(value: unknown, place: string): readonly Text[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child === 'string' && /^(?:description|summary)$/.test(key)
      ? [{ place: `${place}.${key}`, text: child }]
      : openapiTexts(child, `${place}.${key}`),
  );
}

export function textsOf(surface: Surface): readonly Text[] {
  const paths = tracked();
  const code = (folder: RegExp): string[] => paths.filter((path) => folder.test(path) && /\.tsx?$/.test(path));
  switch (surface) {
    case 'dashboard':
      return stringsIn(code(/^web\/src\//));
    case 'docs':
      return markdownIn(paths.filter((path) => PAGES.test(path)));
    case 'cli':
      return stringsIn(code(/^src\/cli\//));
    case 'graphql':
      return schemaTexts();
    case 'openapi':
      return openapiTexts(JSON.parse(readFileSync('openapi.json', 'utf8')), 'openapi.json');
    case 'messages':
      return stringsIn(code(/^src\/(?!cli\/)/).filter((path) => !DESCRIBED.test(path) && !WORD_LISTS.test(path)));
    case 'comments':
      return code(/^(?:src|web|scripts|bench|test)\//).flatMap((path) => commentsOf(path, readFileSync(path, 'utf8')));
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// The segmenter continues a sentence before a tag, a list item, and a name in backticks.
const START = /\s+(?=@(?:throws|param|returns)\b)|\n\s*(?:-|\d+\.) |(?<=\.)\s+(?=`)/;

export const sentencesOf = ({ place, text }: Text): readonly Text[] =>
  text
    .split(START)
    .flatMap((part) => [...segmenter.segment(part.replace(/\s+/g, ' '))])
    .map(({ segment }) => ({ place, text: segment.trim() }));
