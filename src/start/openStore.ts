import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createVault } from '../core/kernel/vault/createVault.ts';
import { ensureKeyCheck } from '../core/kernel/vault/keyCheck.ts';
import type { Replica } from '../core/limits/heavyReads.ts';
import { type Database, openDatabase } from '../store/database.ts';
import type { Restarts } from '../store/embedded/supervisor.ts';
import { openEmbedded } from '../store/embedded.ts';
import { migrate } from '../store/migrate.ts';
import { openReplica } from '../store/replica.ts';
import type { Closers } from './closers.ts';
import { openDataDir } from './dataDir.ts';
import { readMasterKey } from './masterKey.ts';

/** The open database; `embeddedRestarts` is null for an external database. `notices` are for the operator. */
export type OpenedStore = {
  readonly url: string;
  /** The address for listening and locking. */
  readonly directUrl: string;
  readonly database: Database;
  /** Null without a configured replica. */
  readonly replica: Replica | null;
  readonly embeddedRestarts: (() => Restarts) | null;
  readonly notices: readonly string[];
};

type StoreOptions = {
  readonly dataDir: string;
  readonly closers: Closers;
  readonly restarts: OpenedStore['embeddedRestarts'];
};

/**
 * Opens and migrates the database: the configured one, otherwise the embedded one. `restarts` reports the restarts of
 * an embedded database that another process supervises; null: this process supervises it.
 */
export async function openStore(
  config: Config,
  log: Logger,
  { dataDir, closers, restarts }: StoreOptions,
): Promise<OpenedStore> {
  await openDataDir(dataDir);
  const embedded = config.databaseUrl === null ? await openEmbedded({ dataDir, log }) : null;
  if (embedded) closers.add(() => embedded.close());
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const directUrl = config.directDatabaseUrl ?? url;
  await migrate(directUrl, { log });
  const database = openDatabase(url, { log, connectionsMax: config.databasePoolMax });
  closers.add(() => database.close());
  const { replicaUrl, databasePoolMax: connectionsMax } = config;
  const replica = replicaUrl === null ? null : openReplica(replicaUrl, database.db, { log, connectionsMax });
  if (replica) closers.add(() => replica.close());
  const notices = embedded?.notice ? [embedded.notice] : [];
  const embeddedRestarts = embedded && (restarts ?? embedded.keepRunning());
  return { url, directUrl, database, replica, embeddedRestarts, notices };
}

/**
 * Opens the vault with the master key, which must be the key that encrypted the database's values.
 * @throws Error about the key, with a message for the operator
 */
export async function openVault(config: Config, dataDir: string, { db }: Database) {
  const { key, previous, createdFile } = await readMasterKey(config.masterKey, {
    dataDir,
    hasSealedData: async () => (await db.vaultKey.count()) > 0,
  });
  const vault = createVault({ current: key, previous });
  await ensureKeyCheck(db, vault, config.masterKey.lost);
  const notice = `Credentials are sealed with the key in ${createdFile}: back it up, without it they are lost.`;
  return { vault, notices: createdFile ? [notice] : [] };
}
