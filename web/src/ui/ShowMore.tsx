import { Button } from './Button.tsx';

type ShowMoreProps = { readonly hasMore: boolean; readonly isBusy: boolean; readonly onMore: () => unknown };

export function ShowMore({ hasMore, isBusy, onMore }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div>
      <Button isBusy={isBusy} onClick={() => onMore()}>
        {isBusy ? 'Loading more' : 'Show more'}
      </Button>
    </div>
  );
}
