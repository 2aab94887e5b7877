import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';
import { createLog } from '../../log/log.ts';
import { dumpDatabase } from '../../store/backup/dump.ts';
import { type Loaded, loadDatabase } from '../../store/backup/load.ts';
import { parseDatabaseAddress } from '../../store/databaseAddress.ts';
import { acquireServerLock } from '../../store/serverLock.ts';
import { isServed } from '../../store/sessions.ts';
import { rowsOf, withBackupErrors } from '../backups/loaded.ts';
import { command } from '../command.ts';
import { reasonOf } from '../doctor/check.ts';
import { CliError, usageError } from '../exit.ts';
import { withDatabase, withEmbedded } from '../operator.ts';
import { fields } from '../output.ts';

/** The target of the database: the address of an empty one, or the data directory of a new embedded one. */
type Target = { readonly url: string } | { readonly directory: string };

/** @throws CliError usage */
async function targetOf(toDirectory: string | undefined, readStdin: () => Promise<string>): Promise<Target> {
  if (toDirectory !== undefined) return { directory: resolve(toDirectory) };
  const url = (await readStdin()).trim();
  try {
    parseDatabaseAddress(url);
    return { url };
  } catch {
    throw usageError('Give the address of the new database, postgresql://…, on standard input, or --to-directory');
  }
}

/** @throws CliError while a server on any machine has the database open */
async function copy(from: string, target: Target): Promise<Loaded> {
  if (await isServed(from)) throw new CliError('unavailable', 'A server still uses the database: stop it first');
  if ('url' in target) {
    // Tries the new database first, because a later failure would look like a fault of the old one.
    await isServed(target.url).catch((error: unknown) => {
      // Only the host: the rest of the URL holds a password.
      const message = `The new database at ${parseDatabaseAddress(target.url).hosts} cannot be used: ${reasonOf(error)}`;
      throw new CliError('unavailable', message, error);
    });
  }
  const load = (url: string) => loadDatabase(url, dumpDatabase(from, packageJson.version), createLog('silent'));
  return 'url' in target ? load(target.url) : withEmbedded(target.directory, load);
}

/**
 * Refuses while a server runs, since it would continue writing to the old database.
 * @throws CliError
 */
async function withServiceStopped<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  const lock = await acquireServerLock(resolve(dataDir)).catch((error: unknown) => {
    throw new CliError('unavailable', error instanceof Error ? error.message : 'The server still runs', error);
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

export const move = command({
  description:
    'Copy the database to an empty PostgreSQL, whose URL is read from standard input, or to a new data directory. Stop all servers first; the old database is not changed',
  examples: [
    'echo postgresql://toolyard:password@db.example.com/toolyard | toolyard move',
    'DATABASE_URL=postgresql://… toolyard move --to-directory /var/lib/toolyard',
  ],
  args: {
    'to-directory': {
      type: 'string',
      valueHint: 'DIR',
      description: 'New data directory for the embedded database',
    },
  },
  async run(args, run) {
    const config = run.environment.config();
    const target = await targetOf(args['to-directory'], run.readStdin);
    const loaded = await withBackupErrors(() =>
      withServiceStopped(config, () => withDatabase(config, (url) => copy(url, target))),
    );
    const nextStep =
      'url' in target
        ? 'set DATABASE_URL to the new address and TOOLYARD_MASTER_KEY_FILE to the key, then start'
        : `set TOOLYARD_DATA_DIR=${target.directory} without DATABASE_URL, put the key there as master.key, then start`;
    return {
      json: { rows: loaded.rows },
      text: fields({ Rows: rowsOf(loaded), Now: nextStep }),
      warnings: ['The master key was not copied. The new installation needs the same key.'],
    };
  },
});
