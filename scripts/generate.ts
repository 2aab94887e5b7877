import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brandIds } from './brandIds.ts';
import { CLI_PAGES } from './cliPages.ts';

/** A committed file that is generated from the code. `make` returns its content. */
type Generated = { readonly file: string; readonly make: () => Promise<string> };

// One line per file. `make` imports its modules itself, because most need the Prisma client that this script generates.
const GENERATED: readonly Generated[] = [
  { file: 'openapi.json', make: async () => (await import('../src/rest/openapi/document.ts')).openApiText() },
  { file: 'schema.graphql', make: async () => (await import('../src/graphql/schema.ts')).printedSchema() },
  {
    file: 'scripts/schema/changes.md',
    make: async () => (await import('./schema/changes.ts')).makeSchemaChanges(),
  },
  // Uses openapi.json from disk, which is generated earlier.
  {
    file: 'clients/typescript/src/generated/schema.ts',
    make: async () => (await import('./clients/typescript.ts')).makeTypeScriptSchema(),
  },
  {
    file: 'clients/typescript/src/generated/operations.ts',
    make: async () => (await import('./clients/typescript.ts')).makeTypeScriptOperations(),
  },
  {
    file: 'clients/python/src/toolyard/_generated/types.py',
    make: async () => (await import('./clients/python.ts')).makePythonTypes(),
  },
  {
    file: 'clients/python/src/toolyard/_generated/operations.py',
    make: async () => (await import('./clients/python.ts')).makePythonOperations(),
  },
  {
    file: 'clients/python/src/toolyard/_generated/async_operations.py',
    make: async () => (await import('./clients/python.ts')).makePythonAsyncOperations(),
  },
  ...['src/generated/gql', 'web/src/gql'].flatMap((folder) =>
    ['gql.ts', 'graphql.ts'].map((name) => {
      const file = `${folder}/${name}`;
      return { file, make: async () => (await import('./typedDocuments.ts')).makeDocuments(file) };
    }),
  ),
  // Uses the files above, which are on disk by then.
  {
    file: 'src/generated/ownDocuments.ts',
    make: async () => (await import('./ownDocuments.ts')).makeOwnDocuments(),
  },
  // Imports the commands, and with them the documents above.
  ...CLI_PAGES.map((name) => ({
    file: `docs/${name}.md`,
    make: async () => (await import('./cliReference.ts')).makeCliPage(name),
  })),
];

const PRISMA_FILES = ['src/generated/prisma', 'src/generated/pothos.ts'];

const USAGE = `Usage: node scripts/generate.ts [COMMAND]
  (none)          make every generated file again
  --check         fail when a committed generated file or the migrations are out of date
  prisma          make the Prisma client
  migration NAME  write a migration for what changed in prisma/schema.prisma`;

/** Boundary: the only place that reads the environment of a build step. */
function prismaEnvironment(): NodeJS.ProcessEnv {
  // Prisma tries to download an engine that generating doesn't use; any executable in its place is enough.
  return { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env };
}

/** The generators are in `scripts/package.json`, and in the client whose types one of them generates. */
function installPackages(): void {
  const run = spawnSync(process.execPath, ['scripts/install.ts', 'scripts', 'clients/typescript'], {
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('The packages that generate could not be installed.');
}

function generatePrisma(): void {
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const run = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    env: prismaEnvironment(),
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`);
  brandIds();
}

/** Prisma writes its files itself, so compare the result with the committed files. */
function checkPrisma(): void {
  generatePrisma();
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...PRISMA_FILES], { encoding: 'utf8' });
  if (stdout !== '')
    throw new Error(`The Prisma client is out of date: run \`npm run generate\` and commit\n${stdout}`);
}

async function generateFiles(): Promise<void> {
  generatePrisma();
  for (const { file, make } of GENERATED) {
    writeFileSync(file, await make());
    console.log(`wrote ${file}`);
  }
}

async function checkFiles(): Promise<void> {
  checkPrisma();
  const { checkMigrations } = await import('./migrations.ts');
  await checkMigrations();
  for (const { file, make } of GENERATED) {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== (await make())) {
      throw new Error(`${file} is out of date: run \`npm run generate\``);
    }
  }
}

async function writeMigration(name: string): Promise<void> {
  const { authorMigration } = await import('./migrations.ts');
  console.log((await authorMigration(name)) ?? 'The migrations agree with prisma/schema.prisma already.');
}

async function main([command, name = '']: readonly string[]): Promise<void> {
  installPackages();
  if (command === undefined) return generateFiles();
  if (command === '--check') return checkFiles();
  if (command === 'prisma') return generatePrisma();
  if (command === 'migration' && /^[a-z][a-z0-9_]*$/.test(name)) return writeMigration(name);
  throw new Error(USAGE);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
