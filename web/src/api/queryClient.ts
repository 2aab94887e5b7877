import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './operation.ts';
import { goToSignIn } from './signedOut.ts';

const STALE_AFTER_MS = 10_000;
const RETRIES_MAX = 2;

function leaveWhenSignedOut(error: Error): void {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') goToSignIn();
}

const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: (count, error) => count < RETRIES_MAX && isWorthRetrying(error),
    },
  },
});

/**
 * Refetches the matching queries and cancels first fetches that are still running. React Query would join those, but
 * their response may predate the change.
 */
export async function fetchAgain(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  await client.cancelQueries({ predicate: (query) => query.state.data === undefined && isMeant(query) });
  await client.invalidateQueries({ predicate: isMeant });
}
