import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { ApiError, ask } from './ask.ts';

type QueryOptions = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  readonly refetchEveryMs?: number;
  /** False: forgotten when nothing shows it any more, for what must never be seen as it was. */
  readonly isKept?: boolean;
};

/** The answer to one query, shared by all parts of the page that ask the same. */
export function useAsk<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, refetchEveryMs, isKept = true }: QueryOptions = {},
) {
  return useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => ask(document, variables, signal),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(!isKept && { gcTime: 0 }),
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
  });
}

/** What was to be changed is gone, so the page shows what is not there any more. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.code === 'NotFoundError';

type Asked = (query: { readonly queryKey: readonly unknown[] }) => boolean;

/** When queries are asked again: after a change, and after one that came too late. */
export function useAskedAgain(isTouched: Asked = () => true) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ predicate: isTouched });
  return { onSuccess: again, onError: (error: Error) => (isGone(error) ? again() : undefined) };
}

/**
 * A change: `change` sends it and gives what comes of it; everything on the page is asked for again afterwards.
 * `change` throws ApiError through `payloadOf`, so that a failure in a result union is an error like any other.
 */
export function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn: change, ...useAskedAgain() });
}
