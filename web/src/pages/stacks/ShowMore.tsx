import { fetchMore } from '../../api/pages.ts';
import { Button } from '../../ui/Button.tsx';

type ShowMoreProps = {
  readonly pages: Parameters<typeof fetchMore>[0] & { readonly hasNextPage: boolean };
};

export function ShowMore({ pages }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button isBusy={pages.isFetchingNextPage} onClick={() => fetchMore(pages)}>
        {pages.isFetchingNextPage ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
