import { isRecord } from '../core/lib/json.ts';

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // PostgreSQL appendix A: too many connections, shutdown, crash, not yet up.
  ...['53300', '57P01', '57P02', '57P03'],
  // Prisma: unreachable, timed out, closed by the server, no free connection, no transaction in time, or none that
  // lasted.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
]);

const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

// Errors of node-postgres that have no code.
const UNAVAILABLE_TEXTS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Unable to start a transaction in the given time',
];

const DEPTH_MAX = 6;

function isUnavailableItself({ code, kind, message, originalCode }: Record<string, unknown>): boolean {
  const codes = [code, originalCode].filter((value) => typeof value === 'string');
  return (
    codes.some((value) => UNAVAILABLE_CODES.has(value) || value.startsWith('08')) ||
    (typeof kind === 'string' && UNAVAILABLE_KINDS.has(kind)) ||
    (typeof message === 'string' && UNAVAILABLE_TEXTS.some((text) => message.includes(text)))
  );
}

function isUnavailableWithin(error: unknown, depth: number): boolean {
  if (!isRecord(error) || depth > DEPTH_MAX) return false;
  if (isUnavailableItself(error)) return true;
  const inner = [error['cause'], error['meta'], error['driverAdapterError'], error['errors']].flat();
  return inner.some((part) => isUnavailableWithin(part, depth + 1));
}

/**
 * True when an error of Prisma or node-postgres means that the database could not be reached or did not answer, at any
 * depth of its causes: the caller may try again (503). False for what the database answered, such as a broken
 * constraint.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => isUnavailableWithin(error, 0);
