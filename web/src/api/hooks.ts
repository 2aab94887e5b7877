import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { type ChangeName, isInvalidated } from './invalidates.ts';
import { keepDataOf } from './keepPrevious.ts';
import { ApiError, sendOperation } from './operation.ts';
import { fetchAgain } from './queryClient.ts';

type QueryOptions<Data> = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  /** Polling interval; a function derives it from the last response. */
  readonly refetchEveryMs?: number | ((data: Data) => number | false);
  /** False for data that must never be stale; such data leaves the cache when unused. */
  readonly isCached?: boolean;
};

const intervalOf =
  <Data>(everyMs: NonNullable<QueryOptions<Data>['refetchEveryMs']>) =>
  ({ state: { data } }: { readonly state: { readonly data: Data | undefined } }): number | false =>
    typeof everyMs === 'number' ? everyMs : data !== undefined && everyMs(data);

/** Runs a query, cached by document and variables. */
export function useApiQuery<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, refetchEveryMs, isCached = true }: QueryOptions<Data> = {},
) {
  return useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => sendOperation(document, variables, signal),
    enabled,
    ...(keepPrevious && { placeholderData: keepDataOf(document, variables) }),
    ...(!isCached && { gcTime: 0 }),
    ...(refetchEveryMs !== undefined && { refetchInterval: intervalOf<Data>(refetchEveryMs) }),
  });
}

/** Whether the changed row is gone. It may have taken other rows with it, so everything is refetched. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * A mutation. `change` sends it and resolves to its payload. Afterwards, the queries that `changes` invalidates are
 * refetched. `change` calls `payloadOf`, which throws ApiError for failures in a result union.
 */
export function useApiMutation<Input, Output>(
  changes: ChangeName | readonly ChangeName[],
  change: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  const names = [changes].flat();
  const hasBegun = useRef(false);
  const mutation = useMutation({
    mutationFn: (input: Input) => {
      hasBegun.current = true;
      return change(input);
    },
    onSuccess: () => fetchAgain(client, ({ queryKey }) => isInvalidated(names, queryKey)),
    onError: (error: Error) => {
      hasBegun.current = false;
      return isGone(error) ? fetchAgain(client, () => true) : undefined;
    },
  });
  return { ...mutation, hasBegun: () => hasBegun.current };
}

/** The part of a mutation that forms use. */
export type Sending = {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  /** Whether the mutation was sent and hasn't failed. Updates immediately, while `isPending` needs a render. */
  readonly hasBegun: () => boolean;
};

/** Whether a form that closes after sending has already been sent. A second press must not create a second object. */
export const isSent = ({ isPending, isSuccess }: Sending): boolean => isPending || isSuccess;
