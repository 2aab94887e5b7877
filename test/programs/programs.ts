import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tool of a program, its input, and the expected text: its result, or why it cannot run here. */
export type SampleCall = { readonly tool: string; readonly input: object; readonly answer: RegExp };

/** A vendor's MCP server, started as its documentation says. */
export type VendorProgram = {
  readonly vendor: string;
  readonly package: string;
  /** The file in the package that its command runs. */
  readonly file: string;
  readonly args: readonly string[];
  /** The environment variables of its keys, each with a well-formed value that no service accepts. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Paths that it reads in addition to its own files. */
  readonly reads?: readonly string[];
  /** Absent if it lists nothing without its vendor's service. */
  readonly call?: SampleCall;
  /** How to listen on a port instead; absent for a program that supports only stdio. */
  readonly http?: { args(port: number): readonly string[]; env?(port: number): Readonly<Record<string, string>> };
  /** The expected error output without its keys. */
  readonly stderr?: RegExp;
  /** A resource and a prompt that it must offer. */
  readonly offers?: { readonly uri: string; readonly prompt: string };
};

const LINT = join(import.meta.dirname, 'lint');
const CHROMIUM = '/usr/lib/chromium/chromium';
/** No program here can reach its service: an error about that is the expected result. */
export const NO_NETWORK = /fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|network|getaddrinfo/i;

export const PROGRAMS: readonly VendorProgram[] = [
  {
    vendor: 'Ant Group',
    package: '@antv/mcp-server-chart',
    file: 'build/index.js',
    args: [],
    call: { tool: 'generate_pie_chart', input: { data: [{ category: 'a', value: 1 }] }, answer: NO_NETWORK },
    http: { args: (port) => ['--transport', 'streamable', '--host', '127.0.0.1', '--port', String(port)] },
  },
  {
    vendor: 'Brave',
    package: '@brave/brave-search-mcp-server',
    file: 'dist/index.js',
    args: [],
    keys: { BRAVE_API_KEY: 'BSA-sample' },
    call: { tool: 'brave_web_search', input: { query: 'toolyard' }, answer: NO_NETWORK },
    http: { args: (port) => ['--transport', 'http', '--port', String(port)] },
    stderr: /A Brave API key is required/,
  },
  {
    vendor: 'ESLint',
    package: '@eslint/mcp',
    file: 'src/mcp-cli.js',
    args: [],
    reads: [LINT],
    call: { tool: 'lint-files', input: { filePaths: [join(LINT, 'sample.js')] }, answer: /id-length/ },
  },
  {
    vendor: 'Framelink',
    package: 'figma-developer-mcp',
    file: 'dist/bin.js',
    args: ['--stdio', '--no-telemetry'],
    keys: { FIGMA_API_KEY: 'figd_sample' },
    call: { tool: 'get_figma_data', input: { fileKey: 'abc123' }, answer: NO_NETWORK },
    http: { args: (port) => ['--no-telemetry', '--host', '127.0.0.1', '--port', String(port)] },
    stderr: /FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required/,
  },
  {
    vendor: 'Google',
    package: 'chrome-devtools-mcp',
    file: 'build/src/bin/chrome-devtools-mcp.js',
    args: ['--headless', '--isolated', '-e', CHROMIUM, '--no-usage-statistics', '--chromeArg=--no-sandbox'],
    call: { tool: 'new_page', input: { url: 'data:text/html,<title>Seen</title>' }, answer: /data:text\/html/ },
  },
  {
    vendor: 'HubSpot',
    package: '@hubspot/mcp-server',
    file: 'dist/index.js',
    args: [],
    keys: { PRIVATE_APP_ACCESS_TOKEN: 'pat-sample' },
    call: { tool: 'hubspot-get-user-details', input: {}, answer: NO_NETWORK },
    stderr: /PRIVATE_APP_ACCESS_TOKEN/,
  },
  {
    vendor: 'Microsoft',
    package: '@playwright/mcp',
    file: 'cli.js',
    args: ['--headless', '--isolated', '--no-sandbox', '--executable-path', CHROMIUM],
    call: {
      tool: 'browser_navigate',
      input: { url: 'data:text/html,<title>Seen</title>' },
      answer: /Page Title: Seen/,
    },
    http: { args: (port) => ['--port', String(port)] },
  },
  {
    vendor: 'Model Context Protocol',
    package: '@modelcontextprotocol/server-everything',
    file: 'dist/index.js',
    args: ['stdio'],
    call: { tool: 'get-sum', input: { a: 2, b: 40 }, answer: /42/ },
    http: { args: () => ['streamableHttp'], env: (port) => ({ PORT: String(port) }) },
    offers: { uri: 'demo://resource/static/document/architecture.md', prompt: 'simple-prompt' },
  },
  {
    vendor: 'Notion',
    package: '@notionhq/notion-mcp-server',
    file: 'bin/cli.mjs',
    args: [],
    keys: { NOTION_TOKEN: 'ntn_sample' },
    call: { tool: 'API-get-self', input: {}, answer: NO_NETWORK },
    http: { args: (port) => ['--transport', 'http', '--unsafe-disable-auth', '--port', String(port)] },
  },
  {
    vendor: 'Supabase',
    package: '@supabase/mcp-server-supabase',
    file: 'dist/cli.js',
    args: [],
    stderr: /provide a personal access token/,
  },
  {
    vendor: 'Upstash',
    package: '@upstash/context7-mcp',
    file: 'dist/index.js',
    args: [],
    call: {
      tool: 'resolve-library-id',
      input: { query: 'how to start', libraryName: 'fastify' },
      answer: NO_NETWORK,
    },
    http: { args: (port) => ['--transport', 'http', '--port', String(port)] },
  },
];

const packageDir = (name: string): string => join(import.meta.dirname, 'node_modules', name);

export const fileOf = ({ package: name, file }: VendorProgram): string => join(packageDir(name), file);

export const versionOf = ({ package: name }: VendorProgram): string =>
  JSON.parse(readFileSync(join(packageDir(name), 'package.json'), 'utf8')).version;
