import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { useOpenStack } from '../openStack.ts';
import { ShowMore } from '../ShowMore.tsx';
import { useStackServers } from '../useStackServers.ts';
import { PickServerDialog } from './PickServerDialog.tsx';
import { ServerCard } from './ServerCard.tsx';

export function ServersTab() {
  const { id } = useOpenStack();
  const [isPicking, setIsPicking] = useState(false);
  const pages = useStackServers(id);
  const add = (
    <May right="WRITE">
      <Button kind="primary" onClick={() => setIsPicking(true)}>
        <Plus size={18} aria-hidden />
        Add a server
      </Button>
    </May>
  );
  return (
    <section className="stack" aria-label="Servers">
      <Loaded query={pages} lines={4}>
        {({ rows }) =>
          rows === null || rows.length === 0 ? (
            <Empty title="No servers yet" action={<div className="row">{add}</div>}>
              Servers provide tools for GitHub, a mailbox or your own API. Add one to get started.
            </Empty>
          ) : (
            <>
              <div className="row row--spread">
                <p className="soft">Agents see only enabled tools.</p>
                <div className="row">
                  <ButtonLink to="/marketplace" search={{ stack: id }}>
                    Browse the marketplace
                  </ButtonLink>
                  {add}
                </div>
              </div>
              <ServerList placed={rows} />
              <ShowMore pages={pages} />
            </>
          )
        }
      </Loaded>
      {isPicking && <PickServerDialog stackId={id} onClose={() => setIsPicking(false)} />}
    </section>
  );
}

type ServerListProps = { readonly placed: readonly StacksServerFragment[] };

function ServerList({ placed }: ServerListProps) {
  const { id } = useOpenStack();
  const { server: opened } = useSearch({ from: '/inside/stacks/$stackId/' });
  const navigate = useNavigate();
  // A single server starts expanded. An empty parameter in the URL means that the person collapsed it.
  const open = opened ?? (placed.length === 1 ? placed[0]?.server.id : undefined);
  const show = (server: string) =>
    navigate({
      to: '/stacks/$stackId',
      params: { stackId: id },
      search: { server },
      replace: true,
      resetScroll: false,
    });
  return (
    <ul className="stack">
      {placed.map((each) => (
        <ServerCard
          key={each.server.id}
          placed={each}
          isOpen={open === each.server.id}
          onToggle={(isOpen) => show(isOpen ? each.server.id : '')}
        />
      ))}
    </ul>
  );
}
