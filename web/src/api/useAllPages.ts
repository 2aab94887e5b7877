import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

/**
 * Fetches all pages, because a filter in the browser needs every row. Waits for a running fetch, because starting
 * another would cancel it.
 */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [isNeeded, hasNextPage, isFetching, isError, fetchNextPage]);
}
