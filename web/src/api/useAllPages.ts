import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

/**
 * Fetches all pages, because a filter in the browser needs every row. Waits while the list is fetching, so that no
 * fetch is cancelled.
 */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [isNeeded, hasNextPage, isFetching, isError, fetchNextPage]);
}
