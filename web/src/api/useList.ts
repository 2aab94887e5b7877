import type { TypedDocumentString } from '../gql/graphql.ts';
import { fetchMore, usePages } from './pages.ts';
import { useAllPages } from './useAllPages.ts';

type Connection<Row> = {
  readonly nodes: readonly Row[];
  readonly totalCount?: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

type ListOptions = {
  readonly enabled?: boolean;
  /** True to fetch all pages, for lists filtered in the browser. */
  readonly isWhole?: boolean;
};

/** A paginated list for `Loaded`; `totalCount` is null if not requested. */
export type List<Row> = {
  readonly data: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly totalCount: number | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => unknown;
};

/** `usePages` with rows as data; `first` is the rest of the first page's response. */
export function useList<Data, Variables extends { readonly after?: string | null | undefined }, Row>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  connectionOf: (data: Data) => Connection<Row> | null | undefined,
  { enabled = true, isWhole = false }: ListOptions = {},
): List<Row> & { readonly first: Data | null } {
  const query = usePages(document, variables, connectionOf, { enabled, keepPrevious: true });
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = query;
  useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }, isWhole);
  const [first] = data?.pages ?? [];
  return {
    data: data && (data.rows ?? []),
    first: first ?? null,
    totalCount: (first && connectionOf(first)?.totalCount) ?? null,
    error,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => fetchMore({ isFetching, isFetchingNextPage, refetch, fetchNextPage }),
  };
}
