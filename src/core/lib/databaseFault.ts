import { AppError } from './errors.ts';
import { isRecord } from './json.ts';

/** Why the database failed, as reported to the operator. */
export type DatabaseFaultKind =
  /** The database cannot be reached, or the connection broke. */
  | 'absent'
  /** The database is starting, stopping or recovering. */
  | 'restarting'
  /** The database accepts no writes: a standby, or `default_transaction_read_only`. */
  | 'read_only'
  /** The disk or the quota is full. */
  | 'full'
  | 'out_of_memory'
  /** Neither the database nor this process has a free connection. */
  | 'out_of_connections'
  /** Another session holds a lock that the statement needs. */
  | 'locked'
  /** A statement or transaction exceeded its time limit. */
  | 'too_slow'
  /** The transaction was rolled back because of a conflict with another one. */
  | 'contended';

/** The cause of a database error. Contains no part of the statement or its values. */
type DatabaseFault = {
  readonly kind: DatabaseFaultKind;
  /** When to try again. */
  readonly retryAfterSeconds: number;
  /** Whether the transaction may have been committed despite the error. */
  readonly mayHaveHappened: boolean;
};

const faultOf = (kind: DatabaseFaultKind, retryAfterSeconds: number, mayHaveHappened = false): DatabaseFault => ({
  kind,
  retryAfterSeconds,
  mayHaveHappened,
});

const UNREACHED = faultOf('absent', 5);
const LOST = faultOf('absent', 5, true);
const STOPPING = faultOf('restarting', 5, true);
const STARTING = faultOf('restarting', 5);
const NO_CONNECTION = faultOf('out_of_connections', 5);
const TOO_SLOW = faultOf('too_slow', 5);
const CONTENDED = faultOf('contended', 1);

/** PostgreSQL error codes (appendix A, SQLSTATE). Codes of class 08 that are not listed here are `LOST`. */
const BY_SQLSTATE: Readonly<Record<string, DatabaseFault>> = {
  '08001': UNREACHED, // sqlclient_unable_to_establish_sqlconnection
  '08004': UNREACHED, // sqlserver_rejected_establishment_of_sqlconnection
  // Soon, because during a fail-over only the standby answers.
  '25006': faultOf('read_only', 5), // read_only_sql_transaction
  '25P03': TOO_SLOW, // idle_in_transaction_session_timeout
  '25P04': TOO_SLOW, // transaction_timeout
  '40001': CONTENDED, // serialization_failure
  '40003': LOST, // statement_completion_unknown
  '40P01': CONTENDED, // deadlock_detected
  '53000': NO_CONNECTION, // insufficient_resources
  '53100': faultOf('full', 60), // disk_full
  '53200': faultOf('out_of_memory', 10), // out_of_memory
  '53300': NO_CONNECTION, // too_many_connections
  '53400': faultOf('full', 60), // configuration_limit_exceeded: temp_file_limit
  '55P03': faultOf('locked', 2), // lock_not_available
  '57014': TOO_SLOW, // query_canceled
  '57P01': STOPPING, // admin_shutdown
  '57P02': STOPPING, // crash_shutdown
  '57P03': STARTING, // cannot_connect_now
  '57P05': UNREACHED, // idle_session_timeout
};

/** Error codes of Node (errno) and Prisma, and error kinds of Prisma's driver adapters. */
const BY_NAME: Readonly<Record<string, DatabaseFault>> = {
  ECONNREFUSED: UNREACHED,
  ENOTFOUND: UNREACHED,
  EAI_AGAIN: UNREACHED,
  EHOSTUNREACH: LOST,
  ENETUNREACH: LOST,
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: LOST,
  P1001: UNREACHED,
  P1002: UNREACHED,
  P1008: LOST,
  P1017: LOST,
  P2024: NO_CONNECTION,
  P2028: faultOf('too_slow', 5, true),
  P2034: CONTENDED,
  P2037: NO_CONNECTION,
  DatabaseNotReachable: UNREACHED,
  ConnectionClosed: LOST,
  SocketTimeout: LOST,
  TooManyConnections: NO_CONNECTION,
  TransactionWriteConflict: CONTENDED,
};

/** Errors of node-postgres and Prisma without a code, by a part of their message. */
const BY_TEXT: ReadonlyArray<readonly [string, DatabaseFault]> = [
  ['timeout exceeded when trying to connect', NO_CONNECTION],
  ['timeout expired', UNREACHED],
  // Matched by its text, since SQLSTATE 55000 has other meanings: ALTER DATABASE … ALLOW_CONNECTIONS false.
  ['is not currently accepting connections', UNREACHED],
  ['Connection terminated', LOST],
  ['Query read timeout', LOST],
  ['Client has encountered a connection error', LOST],
  ['Unable to start a transaction in the given time', NO_CONNECTION],
];

const DEPTH_MAX = 6;

function byCode(code: unknown): DatabaseFault | null {
  if (typeof code !== 'string') return null;
  if (Object.hasOwn(BY_SQLSTATE, code)) return BY_SQLSTATE[code] ?? null;
  if (Object.hasOwn(BY_NAME, code)) return BY_NAME[code] ?? null;
  return /^08...$/.test(code) ? LOST : null;
}

function findFault(error: unknown, depth: number): DatabaseFault | null {
  if (!isRecord(error) || depth > DEPTH_MAX) return null;
  const inner = [error['cause'], error['meta'], error['driverAdapterError'], error['errors']].flat();
  // The innermost error comes first: Prisma wraps PostgreSQL's error.
  for (const part of inner) {
    const fault = findFault(part, depth + 1);
    if (fault) return fault;
  }
  const { code, kind, message, originalCode } = error;
  const [, byText = null] = BY_TEXT.find(([text]) => typeof message === 'string' && message.includes(text)) ?? [];
  // PostgreSQL's own code first, Prisma's last: Prisma uses one code for several causes.
  return byCode(originalCode) ?? byText ?? byCode(code) ?? byCode(kind);
}

/**
 * The database fault behind an error of Prisma or node-postgres, at any depth of its causes; the caller may retry. Null
 * if the database rejected the statement itself, for example because of a constraint.
 */
export const databaseFault = (error: unknown): DatabaseFault | null => findFault(error, 0);

/** True if `databaseFault` recognizes the error. */
export const isDatabaseUnavailable = (error: unknown): boolean => databaseFault(error) !== null;

/** The database failed to run a statement; each interface reports this in its own format. */
export class DatabaseUnavailable extends AppError {
  readonly kind: DatabaseFaultKind;

  constructor({ kind, retryAfterSeconds }: DatabaseFault, cause: unknown, isOutcomeUnknown = false) {
    const details = isOutcomeUnknown ? { retryAfterSeconds, isOutcomeUnknown } : { retryAfterSeconds };
    super('unavailable', isOutcomeUnknown ? OUTCOME_UNKNOWN : 'Service unavailable', details, cause);
    this.kind = kind;
  }
}

const OUTCOME_UNKNOWN = 'Service unavailable: the outcome of the change is unknown. Check before you retry';

/** Wraps an error of a database fault as `DatabaseUnavailable`; returns any other error unchanged. */
export function asDatabaseUnavailable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const fault = databaseFault(error);
  return fault ? new DatabaseUnavailable(fault, error) : error;
}
