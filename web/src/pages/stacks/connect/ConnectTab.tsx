import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/useList.ts';
import { madeVariables } from '../../../lists/made.ts';
import { PagedList } from '../../../lists/PagedList.tsx';
import type { Noun } from '../../../lists/total.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { useOpenStack } from '../openStack.ts';
import { CreateEndpointDialog } from './CreateEndpointDialog.tsx';
import { EndpointCard } from './EndpointCard.tsx';
import { ENDPOINT_LIST } from './lists.ts';
import { type FreshToken, NewToken } from './NewToken.tsx';
import { STACKS_ENDPOINTS } from './operations.ts';
import { useEndpointSearch } from './useConnectSearch.ts';

const NOUN: Noun = ['client endpoint', 'client endpoints'];

export function ConnectTab() {
  const { id } = useOpenStack();
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<FreshToken>();
  const { search, change } = useEndpointSearch();
  const list = useList(
    STACKS_ENDPOINTS,
    { stackId: id, ...madeVariables(ENDPOINT_LIST, search) },
    ({ stack }) => stack?.endpoints,
  );
  const all = list.first?.stack?.all.totalCount ?? null;
  const onCreated = (made: FreshToken) => {
    setIsCreating(false);
    show(made);
  };
  const create = (
    <May right="WRITE">
      <Button kind="primary" onClick={() => setIsCreating(true)}>
        <Plus size={18} aria-hidden />
        New client endpoint
      </Button>
    </May>
  );
  return (
    <section className="stack" aria-label="Connect">
      {secrets.map((fresh) => (
        <NewToken key={fresh.token} fresh={fresh} onDone={() => drop(fresh)} />
      ))}
      <PagedList
        list={list}
        all={all}
        kind={ENDPOINT_LIST}
        noun={NOUN}
        search={search}
        onChange={change}
        searchedFields="Search covers endpoint names, endpoint IDs and token names."
        empty={
          <Empty title="No client endpoints yet" action={create}>
            Create a client endpoint for each agent or program. It gets its own URL for MCP and REST, and tokens you can
            revoke.
          </Empty>
        }
      >
        {(rows) =>
          rows.map((endpoint, at) => (
            <EndpointCard
              key={endpoint.id}
              endpoint={endpoint}
              isFirst={at === 0 && secrets.length === 0}
              onToken={show}
            />
          ))
        }
      </PagedList>
      {all !== null && all > 0 && (
        <div className="row row--spread">
          <p className="soft">Use a separate endpoint for each agent or program.</p>
          {create}
        </div>
      )}
      {isCreating && <CreateEndpointDialog onCreated={onCreated} onClose={() => setIsCreating(false)} />}
    </section>
  );
}
