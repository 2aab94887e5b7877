import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Asks for page after page: a filter must not miss what is on one that was not asked for. */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [isNeeded, hasNextPage, isFetching, isError, fetchNextPage]);
}
