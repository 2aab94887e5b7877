import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { sendOperation } from './operation.ts';

type Connection<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

type PageVariables = { readonly after?: string | null | undefined };
type PagesOptions = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  readonly refetchEveryMs?: number | undefined;
};

/**
 * A list that is asked for page by page: `rows` are those of all pages so far; null where there is no such list.
 * The first word of its query key is the document’s text, as with `useApiQuery`.
 */
export function usePages<Data, Variables extends PageVariables, Row>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  connectionOf: (data: Data) => Connection<Row> | null | undefined,
  { enabled = true, keepPrevious = false, refetchEveryMs }: PagesOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [document.toString(), 'pages', variables],
    queryFn: ({ pageParam, signal }) => sendOperation(document, withCursor(variables, pageParam), signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => nextCursor(connectionOf(page)),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
    select: ({ pages }) => ({ pages, rows: rowsOf(pages.map(connectionOf)) }),
  });
}

type Fetching = {
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>;
  readonly fetchNextPage: () => unknown;
};

/**
 * Fetches the next page, once a fetch under way is over: React Query would give that one up for it, and what it was
 * made for, such as a row that is gone, would not show.
 */
export async function fetchMore(list: Fetching): Promise<void> {
  if (list.isFetchingNextPage) return;
  if (list.isFetching) await list.refetch({ cancelRefetch: false });
  await list.fetchNextPage();
}

const firstPage = (): string | null => null;

/** Boundary: variables of a document are what it takes without `after`, and `after`. */
const withCursor = <Variables extends PageVariables>(variables: Omit<Variables, 'after'>, after: string | null) =>
  ({ ...variables, after }) as Variables;

const nextCursor = (page: Connection<unknown> | null | undefined): string | null =>
  page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;

function rowsOf<Row>(pages: readonly (Connection<Row> | null | undefined)[]): readonly Row[] | null {
  const there = pages.filter((page) => page !== null && page !== undefined);
  return there.length === 0 ? null : there.flatMap(({ nodes }) => nodes);
}
