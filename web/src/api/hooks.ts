import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { ApiError, sendOperation } from './operation.ts';

type QueryOptions = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  readonly refetchEveryMs?: number;
  /** False: forgotten when nothing shows it any more, for what must never be seen as it was. */
  readonly isKept?: boolean;
};

/** The answer to one query, cached by its document and variables. */
export function useApiQuery<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, refetchEveryMs, isKept = true }: QueryOptions = {},
) {
  return useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => sendOperation(document, variables, signal),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(!isKept && { gcTime: 0 }),
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
  });
}

/** What was to be changed is gone, so the page shows what is not there any more. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

type QueryPredicate = (query: { readonly queryKey: readonly unknown[] }) => boolean;

/** Fetches the queries that a mutation touched once more: after it, and when what it was to change is gone. */
export function useRefetch(isTouched: QueryPredicate = () => true) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ predicate: isTouched });
  return { onSuccess: again, onError: (error: Error) => (isGone(error) ? again() : undefined) };
}

/**
 * A mutation: `change` sends it and resolves to its payload; everything on the page is fetched again afterwards.
 * `change` throws ApiError through `payloadOf`, so that a failure in a result union is an error like any other.
 */
export function useApiMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn: change, ...useRefetch() });
}
