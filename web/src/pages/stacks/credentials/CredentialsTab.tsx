import { useNavigate, useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { useOpenStack } from '../openStack.ts';
import { ShowMore } from '../ShowMore.tsx';
import { useStackServers } from '../useStackServers.ts';
import { CredentialCard } from './CredentialCard.tsx';
import { EndUserForm } from './EndUserForm.tsx';

/** Up to this many servers, all their forms are open. */
const FEW = 3;

/** A form per server, from its declared fields. Stored values are never shown. */
export function CredentialsTab() {
  const { id } = useOpenStack();
  const { user = null, server = null } = useSearch({ from: '/inside/stacks/$stackId/credentials' });
  const navigate = useNavigate();
  const pages = useStackServers(id, user);
  const choose = (endUser: string | null) =>
    navigate({
      to: '/stacks/$stackId/credentials',
      params: { stackId: id },
      search: { ...(server !== null && { server }), ...(endUser !== null && { user: endUser }) },
      resetScroll: false,
    });
  return (
    <section className="stack" aria-label="Credentials">
      <p className="soft">
        Values are encrypted when you save them and decrypted only for calls that need them. No one can read them back,
        here or through the API.
      </p>
      <EndUserForm endUser={user} onChoose={choose} />
      <Loaded query={pages} lines={4}>
        {({ rows }) =>
          rows === null || rows.length === 0 ? (
            <NoServers stackId={id} />
          ) : (
            <>
              {rows.map((placed) => (
                <CredentialCard
                  key={`${placed.server.id} ${user ?? ''}`}
                  stackId={id}
                  endUser={user}
                  placed={placed}
                  isRequired={server === placed.server.id}
                  isOneOfMany={rows.length > FEW}
                />
              ))}
              <ShowMore pages={pages} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function NoServers({ stackId }: { readonly stackId: string }) {
  const add = (
    <ButtonLink to="/stacks/$stackId" params={{ stackId }}>
      Add a server
    </ButtonLink>
  );
  return (
    <Empty title="No servers yet" action={add}>
      Add a server to the stack, then enter its credentials here.
    </Empty>
  );
}
