import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { newClient } from '../src/connectors/mcp/client.ts';
import { toDiscoveredTool } from '../src/connectors/mcp/result.ts';
import { toLaunch } from '../src/connectors/stdio/launch.ts';
import { type ServerDocument, serverDocumentSchema } from '../src/core/marketplace/document.ts';
import { githubDocument } from './catalogueGithub.ts';

const START_TIMEOUT_MS = 20_000;
// What reaches out by itself, prints the environment, sends without end, or needs what most clients cannot do.
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

const USAGE = `Usage: npm run catalogue [-- --check]
  (none)   ask the servers of the catalogue that run here for their tools, import GitHub's API, write catalogue/*.json
  --check  fail when a committed document differs`;

const pathOf = (id: string): string => `catalogue/${id}.json`;
const readDocument = (id: string): unknown => JSON.parse(readFileSync(pathOf(id), 'utf8'));

/** The document with the tools that its server lists when it is really started. */
async function stdioDocument(id: string): Promise<unknown> {
  const raw = readDocument(id);
  const { connector } = serverDocumentSchema.parse(raw);
  if (connector.kind !== 'mcp-stdio') throw new Error(`${id} does not run here`);
  const scratch = mkdtempSync(join(tmpdir(), 'toolyard-catalogue-'));
  const { command, args, env } = toLaunch(connector, [], { scratch, searchPath: '/usr/bin:/bin' });
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

async function makeAll(): Promise<readonly Made[]> {
  const stdio = await Promise.all(STDIO_SERVERS.map(async (id) => ({ id, document: await stdioDocument(id) })));
  return [...stdio, { id: 'github', document: githubDocument() }];
}

// What the schema fills in by itself is not spelt out in the files, so both sides go through it.
const parsed = (document: unknown): ServerDocument => serverDocumentSchema.parse(document);

function check(made: readonly Made[]): void {
  const stale = made.filter(({ id, document }) => !isDeepStrictEqual(parsed(document), parsed(readDocument(id))));
  if (stale.length === 0) return;
  throw new Error(`${stale.map(({ id }) => pathOf(id)).join(', ')} is out of date: run \`npm run catalogue\``);
}

function writeAll(made: readonly Made[]): void {
  for (const { id, document } of made) {
    const { tools } = parsed(document);
    writeFileSync(pathOf(id), `${JSON.stringify(document, null, 2)}\n`);
    console.log(`wrote ${pathOf(id)}: ${tools.length} tools`);
  }
  spawnSync('scripts/node_modules/.bin/biome', ['format', '--write', 'catalogue'], { stdio: 'ignore' });
}

const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || (option !== undefined && option !== '--check')) throw new Error(USAGE);
const made = await makeAll();
if (option === '--check') check(made);
else writeAll(made);
