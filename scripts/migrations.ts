import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { openEmbedded } from '../src/store/embedded.ts';
import { MIGRATIONS_DIRECTORY, readMigrations } from '../src/store/migrate.ts';

const SCHEMA = 'prisma/schema.prisma';
/** A string for the client, which must not parse it, and JSON for the database. Prisma's schema can't express that. */
const JSON_TEXT = /^(\s+\w+\s+)String\b(.*)\/\/ json$/gm;
const LOCK_FILE = 'migration_lock.toml';
const NO_FILTER = { externalTables: [], externalEnums: [] };
const EMPTY_MIGRATION = '-- This is an empty migration.';

const silent = () => undefined;
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };

/** Boundary: the parts of the WebAssembly API used here, which the compiler's Node library doesn't declare. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

/** Loads the engine manually: its own entry imports a .wasm file, which Node supports only behind a flag. */
async function startEngine(): Promise<void> {
  const directory = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const module = await WebAssembly.compile(readFileSync(join(directory, 'schema_engine_bg.wasm')));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': { ...engine } });
  engine.__wbg_set_wasm(exports);
  const start = exports['__wbindgen_start'];
  if (typeof start === 'function') start();
}

// The generated bindings keep one instance in a module variable, so a second instance would break the first.
let engineStart: Promise<void> | null = null;

function loadEngine(): Promise<void> {
  engineStart ??= startEngine();
  return engineStart;
}

type AdapterFactory = ReturnType<typeof bindMigrationAwareSqlAdapterFactory>;
type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

// The engine reads pg_constraint columns of type "char", which the pg adapter doesn't know, so they are sent as text.
const CHAR_COLUMN = /\b(?:constr\.contype(?= AS)|con\.confdeltype|con\.confupdtype)/g;
const CHAR_NAMES = new Set(['constraint_type', 'confdeltype', 'confupdtype']);

function adapt(adapter: Adapter): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw({ ...query, sql: query.sql.replace(CHAR_COLUMN, '$&::text') });
    const columnTypes = result.columnTypes.map((type, index) =>
      CHAR_NAMES.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  // The adapter's own script runner splits at every semicolon, including those in function bodies.
  adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script));
  return adapter;
}

function makeAdapter(url: string): AdapterFactory {
  const factory = new PrismaPg({ connectionString: url });
  return bindMigrationAwareSqlAdapterFactory({
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => adapt(await factory.connect()),
    connectToShadowDb: async () => adapt(await factory.connectToShadowDb()),
  });
}

export function committedMigrations(): engine.MigrationList {
  return {
    baseDir: MIGRATIONS_DIRECTORY,
    lockfile: { path: LOCK_FILE, content: readFileSync(join(MIGRATIONS_DIRECTORY, LOCK_FILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(MIGRATIONS_DIRECTORY).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

/** `schema.prisma` with the column types that the database really has. */
const readSchema = (): string => readFileSync(SCHEMA, 'utf8').replace(JSON_TEXT, '$1Json$2@db.Json');

/** Runs `work` with Prisma's schema engine on the database at `url`. */
export async function withSchemaEngine<T>(url: string, work: (it: engine.SchemaEngine) => Promise<T>): Promise<T> {
  await loadEngine();
  const schema = readSchema();
  const adapter = makeAdapter(url);
  const instance = await engine.SchemaEngine.new({ datamodels: [[SCHEMA, schema]] }, silent, adapter);
  try {
    return await work(instance);
  } finally {
    instance.free();
  }
}

/** The SQL that leads from the committed migrations to `schema.prisma`; null if they agree. */
async function findDrift(): Promise<string | null> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-migrations-'));
  const database = await openEmbedded({ dataDir, log: QUIET, settings: { fsync: 'off' } });
  try {
    const { stdout } = await withSchemaEngine(database.url, (it) =>
      it.diff({
        from: { tag: 'migrations', ...committedMigrations() },
        to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA, content: readSchema() }] },
        script: true,
        exitCode: null,
        filters: NO_FILTER,
      }),
    );
    const sql = stdout?.trim() ?? '';
    return sql === '' || sql === EMPTY_MIGRATION ? null : `${sql}\n`;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Writes a migration for the changes in `schema.prisma`. Returns the file's path; null if nothing changed. */
export async function authorMigration(name: string): Promise<string | null> {
  const sql = await findDrift();
  if (sql === null) return null;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(MIGRATIONS_DIRECTORY, `${stamp}_${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'migration.sql'), sql);
  return join(directory, 'migration.sql');
}

/** Throws if the committed migrations don't create the tables of `schema.prisma`. */
export async function checkMigrations(): Promise<void> {
  const sql = await findDrift();
  if (sql !== null) {
    throw new Error(`prisma/migrations lack a change of ${SCHEMA}; run \`npm run generate migration NAME\`:\n${sql}`);
  }
}
