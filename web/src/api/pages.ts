import { useInfiniteQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { keepDataOf } from './keepPrevious.ts';
import { sendOperation } from './operation.ts';

type Connection<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

type PageVariables = { readonly after?: string | null | undefined };
type PagesOptions = {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
};

/**
 * A paginated query; `rows` combines all loaded pages and is null if the list doesn't exist. The query key starts
 * with the document's text, as in `useApiQuery`.
 */
export function usePages<Data, Variables extends PageVariables, Row>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  connectionOf: (data: Data) => Connection<Row> | null | undefined,
  { enabled = true, keepPrevious = false }: PagesOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [document.toString(), 'pages', variables],
    queryFn: ({ pageParam, signal }) => sendOperation(document, withCursor(variables, pageParam), signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => nextCursor(connectionOf(page)),
    enabled,
    ...(keepPrevious && { placeholderData: keepDataOf(document, variables) }),
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
 * Fetches the next page after any running fetch. React Query would otherwise cancel that one, and its changes
 * wouldn't show.
 */
export async function fetchMore(list: Fetching): Promise<void> {
  if (list.isFetchingNextPage) return;
  if (list.isFetching) await list.refetch({ cancelRefetch: false });
  await list.fetchNextPage();
}

const firstPage = (): string | null => null;

/** Boundary: a document's variables are those without `after`, plus `after`. */
const withCursor = <Variables extends PageVariables>(variables: Omit<Variables, 'after'>, after: string | null) =>
  ({ ...variables, after }) as Variables;

const nextCursor = (page: Connection<unknown> | null | undefined): string | null =>
  page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;

function rowsOf<Row>(pages: readonly (Connection<Row> | null | undefined)[]): readonly Row[] | null {
  const there = pages.filter((page) => page !== null && page !== undefined);
  return there.length === 0 ? null : there.flatMap(({ nodes }) => nodes);
}
