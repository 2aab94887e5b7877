import { useState } from 'react';
import { useList } from '../../api/useList.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { AddDialog } from './AddDialog.tsx';
import { MARKETPLACE_SERVERS } from './operations.ts';
import { type ListedServer, ServerCard } from './ServerCard.tsx';
import { isShown, type ServerFilter } from './search.ts';
import { useAddServer, type useStackChoice } from './useStackChoice.ts';

type ServerListProps = {
  readonly q: string;
  readonly show: ServerFilter;
  readonly choice: ReturnType<typeof useStackChoice>;
  readonly onReset: () => void;
};

export function ServerList({ q, show, choice: { stack, held }, onReset }: ServerListProps) {
  const pages = useList(MARKETPLACE_SERVERS, { search: q || null }, ({ servers }) => servers, {
    isWhole: show !== 'all',
  });
  const [chosen, setChosen] = useState<ListedServer | null>(null);
  const add = useAddServer();
  if (!pages.data) return pages.error ? <ErrorNotice error={pages.error} onRetry={pages.refetch} /> : <CardSkeletons />;
  const servers = pages.data.filter((server) => isShown(server, show));
  const addTo = (server: ListedServer) => {
    if (!stack) return setChosen(server);
    const input = { stackId: stack.id, serverId: server.id, enableAllTools: true };
    add.mutate(input, { onSuccess: () => toast(`${server.name} is now in ${stack.name}.`) });
  };
  return (
    <>
      <p className="small soft" role="status">
        {countText(servers.length, show === 'all' ? pages.totalCount : null)}
      </p>
      <ErrorNotice error={add.error} />
      {servers.length === 0 && !pages.hasMore && <NoServers show={show} onReset={onReset} />}
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

function countText(shown: number, total: number | null): string {
  if (total !== null && total > shown) return `${shown} of ${total} servers`;
  return shown === 1 ? '1 server' : `${shown} servers`;
}

function NoServers({ show, onReset }: Pick<ServerListProps, 'show' | 'onReset'>) {
  if (show === 'own')
    return (
      <Empty title="No server of your own here" action={<ButtonLink to="/import">Import a server</ButtonLink>}>
        Any API with an OpenAPI document and any MCP server can become one. Only your account sees it.
      </Empty>
    );
  return (
    <Empty title="No server matches" action={<Button onClick={onReset}>Show all servers</Button>}>
      The search looks at names, descriptions and tools. Try another word, the MCP registry, or import your own API.
    </Empty>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Cards to come, as high as they will be. */
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
