import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { newClient } from '../../src/connectors/mcp/client.ts';
import { toDiscoveredTool } from '../../src/connectors/mcp/result.ts';
import { toLaunch } from '../../src/connectors/stdio/launch.ts';
import { type ServerDocument, serverDocumentSchema, type ToolDocument } from '../../src/core/servers/document.ts';
import { githubDocument } from './github.ts';
import { MARKS_FILE, marksSvg } from './marks.ts';
import { publishedDocument } from './published.ts';

const START_TIMEOUT_MS = 60_000;
// Tools that access other sites, print the environment, send without end, or need features most clients lack.
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  everything: [
    'get-env',
    'gzip-file-as-resource',
    'simulate-research-query',
    'toggle-simulated-logging',
    'toggle-subscriber-updates',
  ],
};
const STDIO_SERVERS = ['everything', 'memory', 'filesystem', 'sequential-thinking'];

const PUBLISHED = readdirSync(new URL('servers/', import.meta.url)).map((file) => file.replace(/\.yaml$/, ''));

const CATALOGUE = readdirSync('catalogue')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));

const USAGE = `Usage: npm run catalogue [-- [--check] [NAME…]]
  (none)   make the documents of the catalogue from their sources and write catalogue/*.json: servers that run here are
           asked for their tools, the others are imported from published descriptions; and the marks of all
  NAME     only these
  --check  fail when a committed document differs`;

const pathOf = (id: string): string => `catalogue/${id}.json`;
const readDocument = (id: string): unknown => JSON.parse(readFileSync(pathOf(id), 'utf8'));

/** The document with the tools that its server lists when it is really started. */
async function stdioDocument(id: string): Promise<unknown> {
  const raw = readDocument(id);
  const { connector } = serverDocumentSchema.parse(raw);
  if (connector.kind !== 'mcp-stdio') throw new Error(`${id} does not run here`);
  const scratch = mkdtempSync(join(tmpdir(), 'toolyard-catalogue-'));
  const { command, args, env } = toLaunch(connector, [], { scratch, searchPath: '/usr/bin:/bin', npmRegistry: null });
  const client = newClient('auto');
  try {
    await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' }));
    const { tools } = await client.listTools(undefined, { timeout: START_TIMEOUT_MS });
    const usable = tools.map(toDiscoveredTool).filter((tool) => tool !== null);
    return { ...Object(raw), tools: usable.filter(({ name }) => !LEFT_OUT[id]?.includes(name)) };
  } finally {
    await client.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Made = { readonly id: string; readonly document: unknown };

/** People write the everyday requests in the committed documents, so a new document keeps them. */
function withAsks(id: string, document: unknown): unknown {
  if (!existsSync(pathOf(id))) return document;
  const known = new Map(parsed(readDocument(id)).tools.map(({ name, asks }) => [name, asks]));
  // Not from the parsed document: the files omit values that the schema fills in.
  const { tools = [], ...about } = Object(document);
  return { ...about, tools: tools.map((tool: ToolDocument) => ({ ...tool, asks: known.get(tool.name) })) };
}

const MAKERS: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ...STDIO_SERVERS.map((id) => [id, () => stdioDocument(id)] as const),
  ['github', githubDocument],
  ...PUBLISHED.map((id) => [id, () => publishedDocument(id)] as const),
]);

async function makeAll(ids: readonly string[]): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const id of ids) {
    const make = MAKERS.get(id);
    if (make === undefined) throw new Error(`No source of ${id}: there are ${[...MAKERS.keys()].join(', ')}\n${USAGE}`);
    made.push({ id, document: withAsks(id, await make()) });
  }
  return made;
}

const parsed = (document: unknown): ServerDocument => serverDocumentSchema.parse(JSON.parse(JSON.stringify(document)));

const isStale = ({ id, document }: Made): boolean =>
  !existsSync(pathOf(id)) || readFileSync(pathOf(id), 'utf8') !== written(document);

function check(made: readonly Made[]): void {
  const stale = [...made.filter(isStale).map(({ id }) => pathOf(id)), ...(isMarkStale() ? [MARKS_FILE] : [])];
  if (stale.length === 0) return;
  throw new Error(`${stale.join(', ')} is out of date: run \`npm run catalogue\``);
}

/** One line for each tool: the file stays short, and a diff shows one line per changed tool. */
function written(document: unknown): string {
  const { tools = [], ...about } = Object(document);
  const lines = tools.map((tool: unknown) => `    ${JSON.stringify(tool)}`);
  return `${JSON.stringify(about, null, 2).replace(/\n\}$/, '')},\n  "tools": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

const isMarkStale = (): boolean => readFileSync(MARKS_FILE, 'utf8') !== marksSvg(CATALOGUE);

function writeAll(made: readonly Made[]): void {
  for (const { id, document } of made) {
    const { tools } = parsed(document);
    writeFileSync(pathOf(id), written(document));
    console.log(`wrote ${pathOf(id)}: ${tools.length} tools`);
  }
  writeFileSync(MARKS_FILE, marksSvg(CATALOGUE));
}

const argv = process.argv.slice(2);
const names = argv.filter((each) => each !== '--check');
if (names.some((name) => name.startsWith('-'))) throw new Error(USAGE);
const made = await makeAll(names.length > 0 ? names : [...MAKERS.keys()]);
if (argv.includes('--check')) check(made);
else writeAll(made);
