import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAllChains } from '../../core/audit/verify.ts';
import { plural } from '../../core/lib/text.ts';
import { createLog } from '../../log/log.ts';
import { type Loaded, loadDatabase } from '../../store/backup/load.ts';
import { locate } from '../../store/embedded/location.ts';
import type { Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { asOperatorOf, withEmbedded } from '../operator.ts';
import { readBackup } from './file.ts';

/** The result of a trial restore; `warning` names checks that weren't possible. */
export type Checked = { readonly loaded: Loaded; readonly chains: number | null; readonly warning: string | null };

/**
 * Restores a backup into a temporary embedded PostgreSQL and checks the audit chains with the master key, if
 * available. Needs as much temporary disk as the database. @throws CliError, BackupError
 */
export async function checkBackup(path: string, run: Run): Promise<Checked> {
  const directory = await mkdtemp(join(tmpdir(), 'toolyard-check-'));
  const { home } = locate(directory);
  try {
    return await withEmbedded(directory, (url) => check(path, url, run), { fsync: 'off' });
  } finally {
    for (const made of [home, directory]) await rm(made, { recursive: true, force: true });
  }
}

async function check(path: string, url: string, run: Run): Promise<Checked> {
  const loaded = await loadDatabase(url, readBackup(path), createLog('silent'));
  const config = {
    ...run.environment.config(),
    databaseUrl: url,
    directDatabaseUrl: null,
    replicaUrl: null,
    redisUrl: null,
  };
  try {
    const chains = await asOperatorOf(config, run, (operator) => verifyAllChains(operator));
    const broken = chains.filter(({ verdict }) => !verdict.ok);
    if (broken.length > 0) {
      throw new CliError(
        'internal',
        `The backup is complete but contains ${plural(broken.length, 'broken audit chain')}: see toolyard audit verify`,
      );
    }
    return { loaded, chains: chains.length, warning: null };
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'invalid_config') throw error;
    return { loaded, chains: null, warning: `Credentials and audit chains were not checked. ${error.message}` };
  }
}
