import { AppError, type Issue } from '../core/errors.ts';
import { type CliCode, CliError } from './exit.ts';

/** An error as the terminal shows it. */
export type Failure = { readonly code: CliCode; readonly message: string };

const UNEXPECTED = 'Something unexpected went wrong; --verbose shows the log';

/** Converts whatever was thrown. An unexpected error's own message is not shown, since it may hold secrets. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CliError) return { code: error.code, message: error.message };
  if (error instanceof AppError) return { code: error.code, message: withIssues(error.message, error.details.issues) };
  return { code: 'internal', message: UNEXPECTED };
}

export const withIssues = (message: string, issues: readonly Issue[] = []): string =>
  [message, ...issues.map(({ path, message: reason }) => `  ${path === '' ? '(input)' : path}: ${reason}`)].join('\n');
