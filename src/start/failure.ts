import { inspect } from 'node:util';
import type { Config } from '../config.ts';
import { isDatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { isRecord } from '../core/lib/json.ts';

/** Adds a hint for the operator to a database error; other errors are unchanged. */
export function explained(error: unknown, config: Pick<Config, 'databaseUrl'>): unknown {
  const reason = databaseFailure(error, config);
  return reason === null ? error : new Error(reason, { cause: error });
}

/** PgBouncer's error for an unknown setting (08P01). */
const REFUSED_SETTING = 'unsupported startup parameter';

/** Why the database cannot be used, in words for the operator; null for an error that is not about it. */
function databaseFailure(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  if (databaseUrl === null) {
    return isDatabaseUnavailable(error) ? 'The embedded database does not answer; its postgres.log says why' : null;
  }
  // Only host and name: the rest of the URL holds a password.
  const { host, pathname } = new URL(databaseUrl);
  if (inspect(error, { depth: 6 }).includes(REFUSED_SETTING)) {
    return `The pooler at ${host} refuses time limits: set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,lock_timeout there`;
  }
  if (isDatabaseUnavailable(error)) {
    return `The database at ${host} does not answer. Is it running, and is DATABASE_URL right?`;
  }
  const reason = isRecord(error) ? REFUSALS[String(error['code'])] : undefined;
  return reason === undefined ? null : `The database at ${host} ${reason(decodeURIComponent(pathname.slice(1)))}`;
}

// PostgreSQL, appendix A.
const REFUSALS: Readonly<Record<string, (name: string) => string>> = {
  '28P01': () => 'refuses the user or the password of DATABASE_URL',
  '28000': () => 'refuses the user of DATABASE_URL',
  '3D000': (name) => `holds no database ${name}: create it, or correct DATABASE_URL`,
  '42501': (name) => `does not let the user of DATABASE_URL change the database ${name}`,
};

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: set another PORT',
  EACCES: 'is not open to this user: set a PORT of 1024 or more',
  EADDRNOTAVAIL: 'is no address of this machine: set another HOST',
  ENOTFOUND: 'cannot be found: set another HOST',
};

/** Why the service cannot listen, in words for the operator; other errors stay as they are. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const reason = isRecord(error) ? REASONS[String(error['code'])] : undefined;
  return reason === undefined ? error : new Error(`${host}:${port} ${reason}`, { cause: error });
}
