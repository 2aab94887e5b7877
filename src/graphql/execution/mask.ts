import { GraphQLError } from 'graphql';
import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { Edge } from '../../wire/edge.ts';
import { toSurfaceError } from '../../wire/errors.ts';

/** `extensions.code` of a top-level error. */
const CODES = {
  unauthenticated: 'UNAUTHENTICATED',
  sign_in_failed: 'SIGN_IN_FAILED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  already_exists: 'ALREADY_EXISTS',
  invalid_input: 'INVALID_INPUT',
  rate_limited: 'RATE_LIMITED',
  too_large: 'TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL_ERROR',
} as const satisfies Record<ErrorCode, string>;

/** The extensions of a top-level error. */
export const extensionsOf = ({ code, details }: AppError): Record<string, unknown> => ({
  code: CODES[code],
  ...(details.issues && { issues: details.issues }),
  ...(details.retryAfterSeconds !== undefined && { retryAfter: details.retryAfterSeconds }),
});

/**
 * The error that a resolver threw; null for an error of GraphQL itself, such as an unknown field, which may be shown.
 */
function thrownBy(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return error.originalError ? thrownBy(error.originalError) : null;
}

/** The failure behind an error, or null when the error is GraphQL's own. */
export function failureOf(edge: Edge, error: unknown): AppError | null {
  const thrown = thrownBy(error);
  return thrown === null ? null : toSurfaceError(edge, thrown);
}

/** Converts every error into what the caller may see. */
export function maskError(edge: Edge, error: unknown): GraphQLError {
  const failure = failureOf(edge, error);
  const at = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  if (failure) return new GraphQLError(failure.message, { ...at, extensions: extensionsOf(failure) });
  return withCode(error);
}

const withCode = (error: unknown): GraphQLError => {
  if (!(error instanceof GraphQLError))
    return new GraphQLError('Internal error', { extensions: { code: CODES.internal } });
  const { message, nodes, path, extensions } = error;
  const code = extensions['code'] ?? CODES.invalid_input;
  const at = { nodes: nodes ?? null, path: path ?? null };
  return new GraphQLError(message, { ...at, extensions: { ...extensions, code } });
};
