import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const HERE = import.meta.dirname;
const DOCUMENT = join(HERE, '../../docs/frontend.md');
const runFile = promisify(execFile);

export type ClientName = 'Apollo' | 'urql' | 'Relay';
export const CLIENT_NAMES = ['Apollo', 'urql', 'Relay'] as const;

/** How a page receives events; the document begins with event streams. */
export type Transport = 'sse' | 'websocket';

/** A file that the document shows, and the clients that need it. */
type Block = {
  readonly clients: readonly ClientName[];
  readonly transport: Transport | null;
  readonly file: string;
  readonly code: string;
};

const text = readFileSync(DOCUMENT, 'utf8');
/** The tested versions in the document, in its order. */
export const VERSIONS: readonly string[] = text.match(/\b\d+\.\d+\.\d+\b/g)?.slice(0, 4) ?? [];

/** The installed version of a package. */
export const versionOf = (name: string): string => {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(HERE, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version;
};

/** The files of the tutorial, verbatim from the document: `<!-- frontend/apollo-urql/codegen.ts -->` and a block. */
export const BLOCKS: readonly Block[] = [
  ...text.matchAll(/<!-- frontend\/([\w-]+)\/([\w./]+) -->\n```\w+\n([\s\S]*?)```/g),
].map(([, names = '', file = '', code = '']) =>
  names === 'websocket'
    ? { clients: CLIENT_NAMES, transport: names, file, code }
    : { clients: clientsOf(names), transport: null, file, code },
);

/** @throws for an unknown client name */
function clientsOf(names: string): readonly ClientName[] {
  if (names === 'all') return CLIENT_NAMES;
  return names.split('-').map((name) => {
    const client = CLIENT_NAMES.find((each) => each.toLowerCase() === name);
    if (client === undefined) throw new Error(`${name} is no client`);
    return client;
  });
}

// The settings of Vite's template, with which a reader's project starts.
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    moduleDetection: 'force',
    noUnusedLocals: true,
    noUnusedParameters: true,
    noFallthroughCasesInSwitch: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ['vite/client'],
  },
  include: ['src', '*.ts'],
};

/** Writes the files of one client's page into a separate folder. @returns the folder */
function writeProject(name: ClientName, transport: Transport | null): string {
  const folder = join(HERE, 'pages', transport === null ? name : `${name}-${transport}`);
  rmSync(folder, { recursive: true, force: true });
  // The blocks of one transport come later in the document, and replace the common file.
  const own = BLOCKS.filter((block) => block.clients.includes(name) && [null, transport].includes(block.transport));
  const files = [...own, { file: 'tsconfig.json', code: JSON.stringify(TSCONFIG) }];
  for (const { file, code } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  return folder;
}

const STEPS: Readonly<Record<ClientName, readonly [string, ...string[]]>> = {
  Apollo: ['@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts'],
  urql: ['@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts'],
  Relay: ['relay-compiler/cli.js'],
};

/** Builds a client's page as documented: with the schema of the service, compiled, checked and bundled. */
export async function buildPage(
  name: ClientName,
  url: string,
  apiKey: string,
  transport: Transport | null = null,
): Promise<string> {
  const cwd = writeProject(name, transport);
  const settings = { VITE_TOOLYARD_URL: url, VITE_TOOLYARD_API_KEY: apiKey, VITE_KEY_URL: '/key' };
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  const run = (args: readonly string[]) => runNode(args, { cwd, env });
  await run(['schema.mjs']);
  const [program, ...args] = STEPS[name];
  await run([join(HERE, 'node_modules', program), ...args]);
  await run([join(HERE, '../../node_modules/typescript/bin/tsc'), '-p', '.']);
  await run([join(HERE, 'node_modules/vite/bin/vite.js'), 'build']);
  return join(cwd, 'dist');
}

async function runNode(args: readonly string[], options: ExecFileOptions): Promise<void> {
  try {
    await runFile(process.execPath, args, options);
  } catch (error) {
    // Compilers print their errors to standard output.
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`${args[0]} failed: ${output}`, { cause: error });
  }
}
