import { BackupError } from '../../store/backup/frames.ts';
import type { Loaded } from '../../store/backup/load.ts';
import { CliError } from '../exit.ts';

/** The total number of rows in all tables. */
export const rowsOf = ({ rows }: Loaded): number => Object.values(rows).reduce((total, count) => total + count, 0);

/** Runs `work`; an unusable backup or database becomes an input error. @throws CliError */
export async function withBackupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new CliError('invalid_input', error.message, error) : error;
  }
}
