import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../../api/pages.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { useOpenStack } from '../openStack.ts';
import { ShowMore } from '../ShowMore.tsx';
import { CreateEndpointDialog } from './CreateEndpointDialog.tsx';
import { EndpointCard } from './EndpointCard.tsx';
import { type FreshToken, NewToken } from './NewToken.tsx';
import { STACKS_ENDPOINTS } from './operations.ts';

/** Where agents find the tools of the stack, and the tokens that let them in. */
export function ConnectTab() {
  const { id } = useOpenStack();
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<FreshToken>();
  const pages = usePages(STACKS_ENDPOINTS, { stackId: id }, ({ stack }) => stack?.endpoints);
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
      <Loaded query={pages} lines={3}>
        {({ rows }) =>
          rows === null || rows.length === 0 ? (
            <Empty title="No agent can connect yet" action={create}>
              A client endpoint is an address of its own for one agent or program, with tokens that you can revoke. It
              speaks MCP, and plain REST.
            </Empty>
          ) : (
            <>
              {rows.map((endpoint, at) => (
                <EndpointCard key={endpoint.id} endpoint={endpoint} isFirst={at === 0} onToken={show} />
              ))}
              <ShowMore pages={pages} />
              <div className="row row--spread">
                <p className="soft">One endpoint for each agent or program keeps them apart.</p>
                {create}
              </div>
            </>
          )
        }
      </Loaded>
      {isCreating && <CreateEndpointDialog onCreated={onCreated} onClose={() => setIsCreating(false)} />}
    </section>
  );
}
