import { GraphQLError } from 'graphql';
import type { AppError } from '../../core/lib/errors.ts';
import { toSurfaceError } from '../../wire/errors.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import { CODES, extensionsOf } from './errorExtensions.ts';

/**
 * The error that a resolver threw; null for an error of GraphQL itself, such as an unknown field, which may be shown.
 */
function thrownBy(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return error.originalError ? thrownBy(error.originalError) : null;
}

/** The failure behind an error, or null when the error is GraphQL's own. */
export function appErrorOf(edge: HttpDeps, error: unknown): AppError | null {
  const thrown = thrownBy(error);
  return thrown === null ? null : toSurfaceError(edge, thrown);
}

/** Converts every error into its visible form. */
export function maskError(edge: HttpDeps, error: unknown): GraphQLError {
  const failure = appErrorOf(edge, error);
  const at = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  if (failure) return new GraphQLError(failure.message, { ...at, extensions: extensionsOf(failure, edge.deps.now()) });
  if (!(error instanceof GraphQLError))
    return new GraphQLError('Internal error', { extensions: { code: CODES.internal } });
  const { message, extensions } = error;
  const code = extensions['code'] ?? CODES.invalid_input;
  return new GraphQLError(message, { ...at, extensions: { ...extensions, code } });
}
