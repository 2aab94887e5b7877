import { useState } from 'react';
import { useList } from '../../../api/useList.ts';
import { endingVariables, madeVariables } from '../../../lists/made.ts';
import { PagedList } from '../../../lists/PagedList.tsx';
import type { Noun } from '../../../lists/total.ts';
import { May } from '../../../shell/May.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { useOpenStack } from '../openStack.ts';
import { CreateIssuerDialog } from './CreateIssuerDialog.tsx';
import { CreateMachineDialog } from './CreateMachineDialog.tsx';
import { type PickedEndpoint, usePickEndpoints } from './EndpointField.tsx';
import { IssuerTable } from './IssuerTable.tsx';
import { ISSUER_LIST, MACHINE_LIST } from './lists.ts';
import { MachineTable } from './MachineTable.tsx';
import { type FreshSecret, NewSecret } from './NewSecret.tsx';
import { STACKS_ISSUERS, STACKS_MACHINES } from './operations.ts';
import { useMachinesSearch } from './useMachinesSearch.ts';

const MACHINES: Noun = ['machine client', 'machine clients'];
const ISSUERS: Noun = ['trusted issuer', 'trusted issuers'];

/** Who gets tokens of the stack without anybody signing in in a browser. */
export function MachinesTab() {
  const { id } = useOpenStack();
  const endpoints = usePickEndpoints(id, '');
  return (
    <section className="stack stack--large" aria-label="Machines">
      <Loaded query={endpoints} lines={4}>
        {({ nodes: [first] }) =>
          first === undefined ? (
            <NoEndpoint stackId={id} />
          ) : (
            <>
              <MachineClients stackId={id} first={first} />
              <TrustedIssuers stackId={id} first={first} />
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

type ListProps = {
  readonly stackId: string;
  /** The endpoint that a new one is for, unless another is chosen. */
  readonly first: PickedEndpoint;
};

function MachineClients({ stackId, first }: ListProps) {
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<FreshSecret>();
  return (
    <Section
      title="Machine clients"
      about="A nightly job, a pipeline or a backend signs in by itself and gets tokens of 15 minutes. No token that lasts for months has to be copied anywhere."
      action={
        <May right="WRITE">
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            New machine client
          </Button>
        </May>
      }
    >
      {secrets.map((fresh) => (
        <NewSecret key={fresh.secret} fresh={fresh} onDone={() => drop(fresh)} />
      ))}
      <MachineList stackId={stackId} onSecret={show} />
      {isCreating && <CreateMachineDialog first={first} onSecret={show} onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

type MachineListProps = { readonly stackId: string; readonly onSecret: (fresh: FreshSecret) => void };

function MachineList({ stackId, onSecret }: MachineListProps) {
  const { search, change } = useMachinesSearch('machines', MACHINE_LIST);
  const variables = { stackId, ...endingVariables(MACHINE_LIST, search) };
  const list = useList(STACKS_MACHINES, variables, ({ stack }) => stack?.machineClients);
  return (
    <PagedList
      list={list}
      all={list.first?.stack?.all.totalCount ?? null}
      kind={MACHINE_LIST}
      noun={MACHINES}
      search={search}
      onChange={change}
      looksAt="Search looks at names."
      empty={
        <Empty title="No machine client yet">
          It signs in with a secret, or with a key of its own that never leaves it.
        </Empty>
      }
    >
      {(rows) => <MachineTable clients={rows} onSecret={onSecret} />}
    </PagedList>
  );
}

function TrustedIssuers({ stackId, first }: ListProps) {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Section
      title="Trusted issuers"
      about="Your company’s identity provider: whoever has a JWT of it gets a token of the endpoint, for the end user that the JWT names."
      action={
        <May right="ADMIN">
          <Button onClick={() => setIsCreating(true)}>Trust an issuer</Button>
        </May>
      }
    >
      <IssuerList stackId={stackId} />
      {isCreating && <CreateIssuerDialog first={first} onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

function IssuerList({ stackId }: Pick<ListProps, 'stackId'>) {
  const { search, change } = useMachinesSearch('issuers', ISSUER_LIST);
  const list = useList(
    STACKS_ISSUERS,
    { stackId, ...madeVariables(ISSUER_LIST, search) },
    ({ stack }) => stack?.trustedIssuers,
  );
  return (
    <PagedList
      list={list}
      all={list.first?.stack?.all.totalCount ?? null}
      kind={ISSUER_LIST}
      noun={ISSUERS}
      search={search}
      onChange={change}
      looksAt="Search looks at names and addresses."
      empty={
        <Empty title="No issuer is trusted yet">
          People and workloads that your identity provider knows can come in with what it gives them. Nobody needs an
          account here.
        </Empty>
      }
    >
      {(rows) => <IssuerTable issuers={rows} />}
    </PagedList>
  );
}
