import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Document = {
  /** File name, such as `quickstart.md`. */
  readonly name: string;
  readonly title: string;
  /** The document's first paragraph, in one line. */
  readonly about: string;
  readonly text: string;
};

/** A text without backticks, for places without Markdown. */
export const withoutBackticks = (text: string): string => text.replaceAll('`', '');

/** A document's page; with `.md` appended, its Markdown. */
export const pagePath = ({ name }: Document): string => `/docs/${name.replace(/\.md$/, '')}`;

const DOCUMENTS_DIRECTORY = fileURLToPath(new URL('../../docs', import.meta.url));

// The reading order for newcomers; other documents follow by name.
const ORDER = [
  'quickstart',
  'dashboard',
  'chat',
  'connect',
  'agents',
  'clients',
  'mcp',
  'graphql',
  'frontend',
  'control',
  'approvals',
  'jobs',
  'rehearsal',
  'reviews',
  'alerts',
  'roles',
  'tokens',
  'recording',
  'add-your-api',
  'credentials',
  'skills',
  'stack-files',
  'versions',
  'cli',
  'commands',
  'commands-stacks',
  'commands-servers',
  'commands-access',
  'commands-calls',
  'commands-operator',
  'errors',
  'limits',
  'instance-limits',
  'deploy',
  'operate',
  'monitor',
  'runbook',
  'scale',
  'upgrade',
  'security',
  'trust',
  'performance',
  'performance-notes',
  'style',
].map((name) => `${name}.md`);

const place = ({ name }: Document): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** The Markdown files of the directory itself, in reading order. */
export function readDocuments(directory: string = DOCUMENTS_DIRECTORY): readonly Document[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  return names
    .sort()
    .map((name) => {
      const text = readFileSync(`${directory}/${name}`, 'utf8');
      const [heading = name, about = ''] = text.split(/\n{2,}/);
      return { name, title: heading.replace(/^#\s*/, ''), about: about.replaceAll('\n', ' '), text };
    })
    .sort((a, b) => place(a) - place(b));
}

const SUMMARY =
  'A self-hosted tool router for AI agents: a stack of tool servers behind one address, over GraphQL, REST and MCP.';

/** The index that llmstxt.org describes. */
export const indexText = (documents: readonly Document[], publicUrl: string): string =>
  [
    '# Toolyard',
    '',
    `> ${SUMMARY}`,
    '',
    '## Documents',
    '',
    ...documents.map(({ name, title, about }) => `- [${title}](${publicUrl}/docs/${name}): ${about}`),
    `- [All of them](${publicUrl}/llms-full.txt): the documents above in one text, for models that read everything`,
    '',
    '## Interfaces',
    '',
    `- [REST reference](${publicUrl}/reference): every path, body and status, as a page for people`,
    `- [OpenAPI 3.1](${publicUrl}/openapi.json): the same for programs`,
    `- [GraphQL](${publicUrl}/graphql): management and live subscriptions; GraphiQL with example operations is at ${publicUrl}/graphiql`,
    '',
  ].join('\n');

const LINK = /\]\(([a-z0-9-]+\.md(?:#[^)\s]*)?)\)/g;

/** All documents in one text, in reading order; links between them become whole addresses. */
export const fullText = (documents: readonly Document[], publicUrl: string): string =>
  [
    `# Toolyard\n\n> ${SUMMARY}\n`,
    ...documents.map(
      ({ name, text }) =>
        `<!-- ${publicUrl}/docs/${name} -->\n\n${text.trim().replaceAll(LINK, `](${publicUrl}/docs/$1)`)}\n`,
    ),
  ].join('\n');
