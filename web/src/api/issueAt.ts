import { ApiError } from './operation.ts';

/** The server's first issue at `path`, a JSON Pointer into the input. */
export const issueAt = (error: Error | null, path: string): string | null =>
  error instanceof ApiError ? (error.issues.find((issue) => issue.path === path)?.message ?? null) : null;

/** The server's first issue at or below `path`, for fields with several values. */
export const issueIn = (error: Error | null, path: string): string | null =>
  error instanceof ApiError
    ? (error.issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}/`))?.message ?? null)
    : null;
