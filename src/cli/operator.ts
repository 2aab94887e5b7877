import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Composition } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { toAccountId } from '../core/kernel/ids.ts';
import { KeyCheckError } from '../core/kernel/vault/keyCheck.ts';
import { MasterKeyError } from '../core/kernel/vault/masterKey.ts';
import { isDatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { AppError } from '../core/lib/errors.ts';
import { explained } from '../start/failure.ts';
import { parseDatabaseAddress } from '../store/databaseAddress.ts';
import type { Settings } from '../store/embedded/postmaster.ts';
import { openEmbedded } from '../store/embedded.ts';
import type { Run } from './command.ts';
import { CliError } from './exit.ts';

/**
 * Runs `work` directly on the database, even while a server uses it, as the operator of the installation or, with
 * `accountId`, within one account. Closes everything it opened, including an embedded PostgreSQL that it started.
 * @throws CliError, AppError
 */
export const asOperator = <T>(
  run: Run,
  work: (operator: Ctx) => Promise<T>,
  accountId: string | null = null,
): Promise<T> => asOperatorOf(run.environment.config(), run, work, accountId);

/** Like `asOperator`, with another configuration, for example for another database. @throws CliError, AppError */
export async function asOperatorOf<T>(
  config: Config,
  run: Run,
  work: (operator: Ctx) => Promise<T>,
  accountId: string | null = null,
): Promise<T> {
  const composed = await open(config, run);
  try {
    for (const notice of composed.notices) run.notice(notice);
    const operator: Ctx = { ...composed.operator, signal: run.signal };
    return await unlessInterrupted(run.signal, async () => {
      if (accountId === null) return work(operator);
      const id = toAccountId(accountId);
      const account = await operator.db.account.findUnique({ where: { id }, select: { id: true } });
      if (!account) throw new CliError('not_found', 'Account not found');
      return work({ ...operator, actor: { kind: 'operator', accountId: id } });
    });
  } catch (error) {
    // An AppError is unchanged. Its cause may be an unreachable upstream, which looks like an unreachable database.
    const isOurs = !(error instanceof AppError || error instanceof CliError);
    throw isOurs && isDatabaseUnavailable(error) ? unavailable(config, error) : error;
  } finally {
    await composed.close();
  }
}

/**
 * Runs `work` with the address of the installation's database, and opens nothing else: the database may have another
 * version's schema, or none. Starts the embedded PostgreSQL if it is stopped.
 * @throws CliError
 */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  try {
    if (config.databaseUrl !== null) return await work(config.directDatabaseUrl ?? config.databaseUrl);
    return await withEmbedded(resolve(config.dataDir), work);
  } catch (error) {
    if (error instanceof CliError || error instanceof AppError) throw error;
    throw isDatabaseUnavailable(error) ? unavailable(config, error) : explained(error, config);
  }
}

/** Runs `work` with the address of the embedded PostgreSQL in `dataDir`. */
export async function withEmbedded<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const { createLog } = await import('../log/log.ts');
  const embedded = await openEmbedded({ dataDir, log: createLog('silent'), settings });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.close();
  }
}

/** Opens the installation. @throws CliError with the operator message of `compose` */
async function open(config: Config, run: Run): Promise<Composition> {
  requireInstallation(config);
  const { createLog } = await import('../log/log.ts');
  const { compose } = await import('../compose.ts');
  try {
    return await compose(config, createLog(run.isVerbose ? config.logLevel : 'silent'));
  } catch (error) {
    if (error instanceof MasterKeyError || error instanceof KeyCheckError) {
      throw new CliError('invalid_config', error.message, error);
    }
    if (isDatabaseUnavailable(error)) throw unavailable(config, error);
    throw error instanceof Error ? new CliError('unavailable', error.message, error) : error;
  }
}

/** Opening the database would create an installation in the current folder. @throws CliError not_found */
function requireInstallation({ databaseUrl, dataDir }: Config): void {
  const directory = resolve(dataDir);
  if (databaseUrl !== null || existsSync(directory)) return;
  throw new CliError(
    'not_found',
    `There is no installation in ${directory}. Run toolyard login to use a running server, or set TOOLYARD_DATA_DIR to use its database`,
  );
}

/** Stops waiting when the signal aborts. @throws the signal's reason */
async function unlessInterrupted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function unavailable({ databaseUrl }: Config, cause: unknown): CliError {
  // Only the host: the rest of the URL holds a password.
  const message =
    databaseUrl === null
      ? 'The embedded database does not respond; pass --verbose to show the log'
      : `The database at ${parseDatabaseAddress(databaseUrl).hosts} does not respond. Check that it is running and that DATABASE_URL is correct`;
  return new CliError('unavailable', message, cause);
}

type Page = { readonly take: number; readonly cursor?: { readonly id: string } };

const PAGE_ROWS = 200;

/** All rows of a list verb, read page by page. */
export async function allListed<R extends { readonly id: string }>(
  list: (page: Page) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const last = rows.at(-1);
    const page = await list({ take: PAGE_ROWS, ...(last && { cursor: { id: last.id } }) });
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
}
