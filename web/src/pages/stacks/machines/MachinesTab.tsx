import { useState } from 'react';
import { usePages } from '../../../api/pages.ts';
import type { StacksMachinesQuery } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { useOpenStack } from '../openStack.ts';
import { ShowMore } from '../ShowMore.tsx';
import { CreateIssuerDialog } from './CreateIssuerDialog.tsx';
import { CreateMachineDialog } from './CreateMachineDialog.tsx';
import { IssuerTable } from './IssuerTable.tsx';
import { MachineTable } from './MachineTable.tsx';
import { type FreshSecret, NewSecret } from './NewSecret.tsx';
import { STACKS_MACHINES } from './operations.ts';

type Stack = NonNullable<StacksMachinesQuery['stack']>;
export type Endpoint = Stack['endpoints']['nodes'][number];

/** Who gets tokens of the stack without anybody signing in in a browser. */
export function MachinesTab() {
  const { id } = useOpenStack();
  const pages = usePages(STACKS_MACHINES, { stackId: id }, ({ stack }) => stack?.endpoints);
  return (
    <section className="stack stack--large" aria-label="Machines">
      <Loaded query={pages} lines={4}>
        {({ rows }) =>
          rows === null || rows.length === 0 ? (
            <NoEndpoint stackId={id} />
          ) : (
            <>
              <MachineClients endpoints={rows} />
              <TrustedIssuers endpoints={rows} />
              <ShowMore pages={pages} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function NoEndpoint({ stackId }: { readonly stackId: string }) {
  const connect = (
    <ButtonLink to="/stacks/$stackId/connect" params={{ stackId }}>
      Go to Connect
    </ButtonLink>
  );
  return (
    <Empty title="No endpoint to sign in at yet" action={connect}>
      Programs and identity providers get tokens of a client endpoint. Make one first.
    </Empty>
  );
}

type OfEndpoints = { readonly endpoints: readonly Endpoint[] };

function MachineClients({ endpoints }: OfEndpoints) {
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<FreshSecret>();
  const rows = endpoints.flatMap(({ machineClients }) => machineClients.nodes);
  return (
    <section className="stack" aria-labelledby="stacks-machines">
      <div className="row row--spread">
        <div>
          <h2 id="stacks-machines">Machine clients</h2>
          <p className="soft small">
            A nightly job, a pipeline or a backend signs in by itself and gets tokens of 15 minutes. No token that lasts
            for months has to be copied anywhere.
          </p>
        </div>
        <May right="WRITE">
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            New machine client
          </Button>
        </May>
      </div>
      {secrets.map((fresh) => (
        <NewSecret key={fresh.secret} fresh={fresh} onDone={() => drop(fresh)} />
      ))}
      {rows.length === 0 ? (
        <Empty title="No machine client yet">
          It signs in with a secret, or with a key of its own that never leaves it.
        </Empty>
      ) : (
        <MachineTable clients={rows} endpoints={endpoints} onSecret={show} />
      )}
      <Rest lists={endpoints.map(({ machineClients }) => machineClients)} command="toolyard machine list" />
      {isCreating && <CreateMachineDialog endpoints={endpoints} onSecret={show} onClose={() => setIsCreating(false)} />}
    </section>
  );
}

function TrustedIssuers({ endpoints }: OfEndpoints) {
  const [isCreating, setIsCreating] = useState(false);
  const rows = endpoints.flatMap(({ trustedIssuers }) => trustedIssuers.nodes);
  return (
    <section className="stack" aria-labelledby="stacks-issuers">
      <div className="row row--spread">
        <div>
          <h2 id="stacks-issuers">Trusted issuers</h2>
          <p className="soft small">
            Your company’s identity provider: whoever has a JWT of it gets a token of the endpoint, for the end user
            that the JWT names.
          </p>
        </div>
        <May right="ADMIN">
          <Button onClick={() => setIsCreating(true)}>Trust an issuer</Button>
        </May>
      </div>
      {rows.length === 0 ? (
        <Empty title="No issuer is trusted yet">
          People and workloads that your identity provider knows can come in with what it gives them. Nobody needs an
          account here.
        </Empty>
      ) : (
        <IssuerTable issuers={rows} endpoints={endpoints} />
      )}
      <Rest lists={endpoints.map(({ trustedIssuers }) => trustedIssuers)} command="toolyard issuer list" />
      {isCreating && <CreateIssuerDialog endpoints={endpoints} onClose={() => setIsCreating(false)} />}
    </section>
  );
}

type RestProps = {
  readonly lists: readonly { readonly totalCount: number; readonly nodes: readonly unknown[] }[];
  readonly command: string;
};

/** Says that there are more than are shown; nothing where there are not. */
function Rest({ lists, command }: RestProps) {
  const left = lists.reduce((sum, { totalCount, nodes }) => sum + totalCount - nodes.length, 0);
  if (left === 0) return null;
  return (
    <p className="soft small">
      {left} older ones are not shown: they are in the API and in <code>{command}</code>.
    </p>
  );
}
