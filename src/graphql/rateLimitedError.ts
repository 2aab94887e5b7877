import { wrapErrorIfMatches } from '@pothos/plugin-errors';
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { AppError, type ErrorDetails } from '../core/lib/errors.ts';

const NAME = 'RateLimitedError';

/**
 * A reached rate limit, for an operation whose union contains it. Only `rateLimitedAsData` throws it. For every other
 * operation, the refusal stays a top-level error with status 429.
 */
export class RateLimitedError extends Error {
  override readonly name = NAME;
  readonly code = 'rate_limited';
  readonly details: ErrorDetails;

  constructor({ message, details }: AppError) {
    super(message);
    this.details = details;
  }
}

/** Returns the error as a union member if the operation selects it. @throws the error otherwise */
export function rateLimitedAsData(error: unknown, info: GraphQLResolveInfo): unknown {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  const sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (!sets.some((set) => isNamedIn(set, info.fragments))) throw error;
  return wrapErrorIfMatches(new RateLimitedError(error), [RateLimitedError]);
}

function isNamedIn({ selections }: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): boolean {
  return selections.some((node) => {
    if (node.kind === Kind.FIELD) return false;
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
    if (!fragment) return false;
    return fragment.typeCondition?.name.value === NAME || isNamedIn(fragment.selectionSet, fragments);
  });
}
