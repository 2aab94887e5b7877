import { Button } from '../../ui/Button.tsx';

type ShowMoreProps = {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/** Asks for the next page of a list, where there is one. */
export function ShowMore({ pages }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
