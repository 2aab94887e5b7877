import { inspect } from 'node:util';
import type { Config } from '../config/config.ts';
import { type DatabaseFaultKind, databaseFault, isDatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { isRecord } from '../core/lib/json.ts';
import { parseDatabaseAddress } from '../store/databaseAddress.ts';
import { LockTimeoutError } from '../store/databaseLock.ts';
import type { DatabaseProblem } from '../store/requirements.ts';

/** Explains a database error to the operator; returns other errors unchanged. */
export function explained(error: unknown, config: Pick<Config, 'databaseUrl'>): unknown {
  const problem = databaseProblem(error, config);
  if (problem === null) return error;
  const { message, todo } = problem;
  // Two sentences if the remedy is a sentence, otherwise joined by a colon.
  const joint = /^[A-Z]/.test(todo) ? '.' : ':';
  return new Error(todo === '' ? message : `${message}${joint} ${todo}`, { cause: error });
}

/** Why the database can't be used, as a message for the operator; null for an error that isn't the database's. */
export function databaseProblem(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): DatabaseProblem | null {
  if (error instanceof LockTimeoutError) return null;
  if (databaseUrl === null) {
    if (!isDatabaseUnavailable(error)) return null;
    return { message: 'The embedded database does not answer; its postgres.log says why', todo: '' };
  }
  // Show only the host and name, since the URL may contain a password.
  const { hosts, database } = parseDatabaseAddress(databaseUrl);
  const place = hosts || 'its socket';
  const text = inspect(error, { depth: 6 });
  const pooler = POOLER_REFUSALS.find(([part]) => text.includes(part));
  if (pooler) return { message: `The pooler at ${place} ${pooler[1].message}`, todo: pooler[1].todo };
  const code = isRecord(error) ? String(error['code']) : '';
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code]?.(database) : undefined;
  const fault = databaseFault(error);
  const known = refusal ?? (fault && BY_FAULT[fault.kind]);
  return known ? { message: `The database at ${place} ${known.message}`, todo: known.todo } : null;
}

/** Parts of PgBouncer's errors (08P01). */
const POOLER_REFUSALS: ReadonlyArray<readonly [string, DatabaseProblem]> = [
  [
    'unsupported startup parameter',
    {
      message: 'refuses time limits',
      todo: 'set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,lock_timeout there',
    },
  ],
  [
    'in statement pooling mode',
    { message: 'pools by statement and refuses transactions', todo: 'set pool_mode = transaction or session there' },
  ],
];

// PostgreSQL, appendix A.
const REFUSALS: Readonly<Record<string, (name: string) => DatabaseProblem>> = {
  '28P01': () => ({ message: 'refuses the user or the password of DATABASE_URL', todo: '' }),
  '28000': () => ({ message: 'refuses the user of DATABASE_URL', todo: '' }),
  '3D000': (name) => ({ message: `holds no database ${name}`, todo: 'create it, or correct DATABASE_URL' }),
  '42501': (name) => ({ message: `does not let the user of DATABASE_URL change the database ${name}`, todo: '' }),
};

const BY_FAULT: Readonly<Record<DatabaseFaultKind, DatabaseProblem>> = {
  absent: { message: 'does not answer', todo: 'Is it running, and is DATABASE_URL right?' },
  restarting: { message: 'is starting, stopping or recovering', todo: 'start again once it accepts connections' },
  read_only: { message: 'accepts no writes', todo: 'point DATABASE_URL at the primary' },
  full: { message: 'has no disk space left', todo: 'free some, then start again' },
  out_of_memory: { message: 'is out of memory', todo: 'give it more, then start again' },
  out_of_connections: {
    message: 'has no free connection',
    todo: 'raise max_connections there, or lower TOOLYARD_DATABASE_POOL of each instance',
  },
  locked: { message: 'waited too long for a table that another session locks', todo: 'end that session' },
  too_slow: { message: 'exceeded the time limit of a statement', todo: 'look for slow or blocked statements there' },
  contended: { message: 'rolled the transaction back in favor of another one', todo: 'start again' },
};

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: set another PORT',
  EACCES: 'is not permitted for this user: set a PORT of 1024 or more',
  EADDRNOTAVAIL: 'is not an address of this machine: set another HOST',
  ENOTFOUND: 'cannot be found: set another HOST',
};

/** Explains to the operator why the service cannot listen; returns other errors unchanged. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const reason = isRecord(error) ? REASONS[String(error['code'])] : undefined;
  return reason === undefined ? error : new Error(`${host}:${port} ${reason}`, { cause: error });
}
