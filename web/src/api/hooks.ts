import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { ApiError, sendOperation } from './operation.ts';
import { fetchAgain } from './queryClient.ts';
import { type ChangeName, isTouched } from './touched.ts';

type QueryOptions<Data> = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  /** How often it is asked again; as a function, what the last answer says of that. */
  readonly refetchEveryMs?: number | ((data: Data) => number | false);
  /** False for data that must never be shown outdated: it leaves the cache when no component shows it. */
  readonly isKept?: boolean;
};

const intervalOf =
  <Data>(everyMs: NonNullable<QueryOptions<Data>['refetchEveryMs']>) =>
  ({ state: { data } }: { readonly state: { readonly data: Data | undefined } }): number | false =>
    typeof everyMs === 'number' ? everyMs : data !== undefined && everyMs(data);

/** The answer to one query, cached by its document and variables. */
export function useApiQuery<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, refetchEveryMs, isKept = true }: QueryOptions<Data> = {},
) {
  return useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => sendOperation(document, variables, signal),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(!isKept && { gcTime: 0 }),
    ...(refetchEveryMs !== undefined && { refetchInterval: intervalOf<Data>(refetchEveryMs) }),
  });
}

/** The row to change is gone, perhaps with others: everything is fetched again, so that the page shows what is left. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * A mutation: `change` sends it and resolves to its payload; the queries that `changes` touch are fetched again
 * afterwards. `change` throws ApiError through `payloadOf`, so that a failure in a result union is an error like any
 * other.
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
    onSuccess: () => fetchAgain(client, ({ queryKey }) => isTouched(names, queryKey)),
    onError: (error: Error) => {
      hasBegun.current = false;
      return isGone(error) ? fetchAgain(client, () => true) : undefined;
    },
  });
  return { ...mutation, hasBegun: () => hasBegun.current };
}

/** A change as the form sees it that sends it. */
export type Sending = {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  /** Whether it was sent and has not failed: known at once, where `isPending` is only when it is drawn. */
  readonly hasBegun: () => boolean;
};

/**
 * Whether a form that is left once it was sent is not to be sent again: it waits for the answer, or has it, and what
 * comes after it is still on its way, which another press would make a second thing meanwhile.
 */
export const isSent = ({ isPending, isSuccess }: Sending): boolean => isPending || isSuccess;
