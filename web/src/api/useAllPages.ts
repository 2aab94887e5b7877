import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

/**
 * Fetches page after page: a filter in the browser would miss rows on a page that was not fetched. Not while anything
 * of the list is being fetched: that would be given up.
 */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [isNeeded, hasNextPage, isFetching, isError, fetchNextPage]);
}
