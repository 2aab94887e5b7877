import { AppError, type Issue } from '../core/lib/errors.ts';
import { type CliCode, CliError } from './exit.ts';

/** An error as text for the terminal. */
export type Failure = {
  readonly code: CliCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

const UNEXPECTED = 'Unexpected error; pass --verbose to show the log';

/** Converts any thrown value. An unexpected error's message isn't shown, because it may contain secrets. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CliError) return { code: error.code, message: error.message, details: error.details };
  if (error instanceof AppError) return { code: error.code, message: withIssues(error.message, error.details.issues) };
  return { code: 'internal', message: UNEXPECTED };
}

/** A message with its reasons, each once. If the message already contains a reason, only its list position is added. */
export function withIssues(message: string, issues: readonly Issue[] = []): string {
  const isIncluded = ({ message: reason }: Issue): boolean => message.endsWith(reason);
  const places = issues.filter((issue) => isIncluded(issue) && ENTRY.test(issue.path)).map(({ path }) => path);
  const others = issues.filter((issue) => !isIncluded(issue));
  const lines = others.map(({ path, message: reason }) => `  ${path === '' ? '(input)' : path}: ${reason}`);
  return [places.length > 0 ? `${message} (${places.join(', ')})` : message, ...new Set(lines)].join('\n');
}

/** A JSON Pointer that goes through a list. */
const ENTRY = /\/\d+(\/|$)/;
