import { closestMatch } from 'leven';
import type { ErrorCode } from '../core/lib/errors.ts';

/** The service's error codes, and those of the command line itself. */
export type CliCode = ErrorCode | 'usage' | 'invalid_config' | 'tool_failed' | 'interrupted';

/** The meaning of each exit code; `--help` prints this list. */
export const EXIT_CODES = {
  0: 'success',
  1: 'failure: the tool, the server, or an unexpected error',
  2: 'wrong usage, invalid input or invalid configuration',
  3: 'not found',
  4: 'not authenticated, or not permitted',
  5: 'the server or database is unreachable',
  6: 'rate limit exceeded',
  130: 'interrupted (Ctrl-C)',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** The exit code of each error code. */
export const EXIT_OF = {
  usage: 2,
  invalid_input: 2,
  invalid_config: 2,
  already_exists: 2,
  too_large: 2,
  not_found: 3,
  unauthenticated: 4,
  sign_in_failed: 4,
  forbidden: 4,
  unavailable: 5,
  rate_limited: 6,
  tool_failed: 1,
  unsupported_media_type: 1,
  method_not_allowed: 1,
  internal: 1,
  interrupted: 130,
} satisfies Record<CliCode, ExitCode>;

export const isCliCode = (code: unknown): code is CliCode => typeof code === 'string' && Object.hasOwn(EXIT_OF, code);

/** An error with a message for the person at the terminal; `cause` is never shown. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliCode;
  /** More members of the error for `--json`, in snake_case. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: CliCode, message: string, cause?: unknown, details: Readonly<Record<string, unknown>> = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

export const usageError = (message: string): CliError => new CliError('usage', message);

/** The error for an unknown name, suggesting the closest of `known`. */
export function unknownError(message: string, name: string, known: readonly string[]): CliError {
  const meant = closestMatch(name, known, { maxDistance: Math.min(3, Math.max(1, Math.floor(name.length / 2))) });
  return usageError(meant === undefined ? message : `${message}. Did you mean ${meant}?`);
}
