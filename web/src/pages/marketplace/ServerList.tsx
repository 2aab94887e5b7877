import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import type { MarketplaceTotalsQuery } from '../../gql/graphql.ts';
import { isFiltered } from '../../lists/address.ts';
import { ListTotal, NoHit } from '../../lists/ListBar.tsx';
import { type Noun, totalText } from '../../lists/total.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { AddDialog } from './AddDialog.tsx';
import { MARKETPLACE_SERVERS, MARKETPLACE_TOTALS } from './operations.ts';
import { type ListedServer, ServerCard } from './ServerCard.tsx';
import { type MarketplaceSearch, serverVariables } from './search.ts';
import { useAddServer, type useStackChoice } from './useStackChoice.ts';

const NOUN: Noun = ['server', 'servers'];

type ServerListProps = {
  readonly search: MarketplaceSearch;
  readonly choice: ReturnType<typeof useStackChoice>;
  readonly onReset: () => void;
};

export function ServerList({ search, choice: { stack, held }, onReset }: ServerListProps) {
  const pages = useList(MARKETPLACE_SERVERS, serverVariables(search), ({ servers }) => servers);
  const totals = useApiQuery(MARKETPLACE_TOTALS, {}).data;
  const [chosen, setChosen] = useState<ListedServer | null>(null);
  const add = useAddServer();
  if (!pages.data) return pages.error ? <ErrorNotice error={pages.error} onRetry={pages.refetch} /> : <CardSkeletons />;
  const servers = pages.data;
  const addTo = (server: ListedServer) => {
    if (!stack) return setChosen(server);
    const input = { stackId: stack.id, serverId: server.id, hasAllTools: true };
    add.mutate(input, {
      onSuccess: ({ stackServer }) => toast(`${stackServer.server.name} is now in ${stackServer.stack.name}.`),
    });
  };
  return (
    <>
      <ListTotal>{totalOf(search, pages.totalCount ?? 0, totals)}</ListTotal>
      <ErrorNotice error={add.error} />
      {servers.length === 0 && !pages.hasMore && <NoServers search={search} onReset={onReset} />}
      <ul className="grid">
        {servers.map((server) => (
          <ServerCard
            key={`${server.id} ${server.isPrivate}`}
            server={server}
            stackId={stack?.id}
            isIn={held.has(server.id)}
            isBusy={add.isPending && add.variables.serverId === server.id}
            onAdd={() => addTo(server)}
          />
        ))}
      </ul>
      <ShowMore hasMore={pages.hasMore} isBusy={pages.isLoadingMore} onMore={pages.loadMore} />
      {chosen && <AddDialog server={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function totalOf(search: MarketplaceSearch, matching: number, totals: MarketplaceTotalsQuery | undefined): string {
  const filtered = isFiltered(search) || search.category !== undefined;
  const failing = totals?.failing?.totalCount ?? 0;
  const text = totalText({ all: totals?.all?.totalCount ?? null, matching, isFiltered: filtered }, NOUN);
  return filtered || failing === 0 ? text : `${text}, ${failing.toLocaleString('en')} failed to refresh`;
}

function NoServers({ search: { q, show, category }, onReset }: Pick<ServerListProps, 'search' | 'onReset'>) {
  if (show === 'own' && !q && !category)
    return (
      <Empty title="No private servers yet" action={<ButtonLink to="/import">Import a server</ButtonLink>}>
        Import any MCP server, or any API with an OpenAPI document. Only your account can see it.
      </Empty>
    );
  return (
    <NoHit noun={NOUN} onReset={onReset}>
      Search covers names, descriptions and tools. Try another word or the MCP registry, or import your own API.
    </NoHit>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholders with the final height. */
function CardSkeletons() {
  return (
    <div aria-busy="true">
      <p className="small soft" role="status">
        Loading servers
      </p>
      <div className="grid marketplace-skeletons">
        {PLACES.map((key) => (
          <div key={key} className="skeleton marketplace-card" />
        ))}
      </div>
    </div>
  );
}
