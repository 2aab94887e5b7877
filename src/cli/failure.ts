import { AppError, type Issue } from '../core/errors.ts';
import { type CliCode, CliError } from './exit.ts';

/** An error as the terminal shows it. */
export type Failure = {
  readonly code: CliCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

const UNEXPECTED = 'Something unexpected went wrong; --verbose shows the log';

/** Converts whatever was thrown. An unexpected error's own message is not shown, since it may hold secrets. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CliError) return { code: error.code, message: error.message, details: error.details };
  if (error instanceof AppError) return { code: error.code, message: withIssues(error.message, error.details.issues) };
  return { code: 'internal', message: UNEXPECTED };
}

/**
 * A message with the reasons below it, each once: many messages are their only reason. Of a reason that the message
 * gives already, a place in a list is added, which tells which of several entries is meant.
 */
export function withIssues(message: string, issues: readonly Issue[] = []): string {
  const isSaid = ({ message: reason }: Issue): boolean => message.endsWith(reason);
  const places = issues.filter((issue) => isSaid(issue) && ENTRY.test(issue.path)).map(({ path }) => path);
  const others = issues.filter((issue) => !isSaid(issue));
  const lines = others.map(({ path, message: reason }) => `  ${path === '' ? '(input)' : path}: ${reason}`);
  return [places.length > 0 ? `${message} (${places.join(', ')})` : message, ...new Set(lines)].join('\n');
}

/** A JSON Pointer that goes through a list. */
const ENTRY = /\/\d+(\/|$)/;
