import { ApiError } from './operation.ts';

/** What the server says is wrong with one field: the first issue at `path`, a JSON Pointer into the input. */
export const issueAt = (error: Error | null, path: string): string | null =>
  error instanceof ApiError ? (error.issues.find((issue) => issue.path === path)?.message ?? null) : null;

/** The same for a field that takes several values: the first issue at `path` or below it. */
export const issueIn = (error: Error | null, path: string): string | null =>
  error instanceof ApiError
    ? (error.issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}/`))?.message ?? null)
    : null;
