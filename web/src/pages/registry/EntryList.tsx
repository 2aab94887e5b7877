import { usePages } from '../../api/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { EntryCard } from './EntryCard.tsx';
import { REGISTRY_SERVERS } from './operations.ts';

/** Advice for a failed list. Most failures come from the registry, and the server caches them for ten seconds. */
const ADVICE = 'Try again in a moment. Servers you’ve added keep working.';

type EntryListProps = { readonly q: string; readonly onReset: () => void };

export function EntryList({ q, onReset }: EntryListProps) {
  const pages = usePages(
    REGISTRY_SERVERS,
    { search: q || null },
    ({ registryServers: page }) =>
      page && { nodes: page.nodes, pageInfo: { hasNextPage: page.endCursor !== null, endCursor: page.endCursor } },
    { keepPrevious: true },
  );
  const { data, error, isError, isFetchingNextPage } = pages;
  if (!data)
    return isError ? <ErrorNotice error={error} onRetry={pages.refetch} advice={ADVICE} /> : <EntrySkeletons />;
  const { rows } = data;
  if (rows === null) return <TurnedOff />;
  const leftOut = data.pages.reduce((sum, page) => sum + (page.registryServers?.unreadCount ?? 0), 0);
  return (
    <>
      <p className="small soft" role="status">
        {countText(rows.length, pages.hasNextPage)} of {data.pages[0]?.registryServers?.registryUrl}
        {leftOut > 0 && `, ${leftOut} unreadable ones hidden`}
      </p>
      {rows.length === 0 && !pages.hasNextPage && <NoEntries q={q} onReset={onReset} />}
      <ul className="stack registry-list">
        {rows.map((entry) => (
          <EntryCard key={entry.documentUrl} entry={entry} />
        ))}
      </ul>
      {isError && <ErrorNotice error={error} onRetry={() => pages.fetchNextPage()} advice={ADVICE} />}
      <ShowMore hasMore={pages.hasNextPage} isBusy={isFetchingNextPage} onMore={() => pages.fetchNextPage()} />
    </>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The first ${count} servers`;
  return count === 1 ? '1 server' : `${count} servers`;
}

function TurnedOff() {
  return <Empty title="The registry is disabled">The operator can enable it with TOOLYARD_MCP_REGISTRY_URL.</Empty>;
}

function NoEntries({ q, onReset }: EntryListProps) {
  return (
    <Empty title="No servers match" action={q !== '' && <Button onClick={onReset}>Show all servers</Button>}>
      The registry searches for the exact text in names such as io.github.user/weather. Try a single word.
    </Empty>
  );
}

const PLACES = ['a', 'b', 'c', 'd'];

/** Placeholders of about the final height. */
function EntrySkeletons() {
  return (
    <div className="stack" aria-busy="true">
      <p className="small soft" role="status">
        Loading the registry
      </p>
      {PLACES.map((key) => (
        <div key={key} className="skeleton registry-skeleton" />
      ))}
    </div>
  );
}
