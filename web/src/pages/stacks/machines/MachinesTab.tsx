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

const MACHINES: Noun = ['service account', 'service accounts'];
const ISSUERS: Noun = ['trusted issuer', 'trusted issuers'];

/** Sign-ins without a browser. */
export function MachinesTab() {
  const { id } = useOpenStack();
  const endpoints = usePickEndpoints(id, '');
  return (
    <section className="stack stack--large" aria-label="Service accounts">
      <Loaded query={endpoints} lines={4}>
        {({ nodes: [first] }) =>
          first === undefined ? (
            <NoEndpoint stackId={id} />
          ) : (
            <>
              <ServiceAccounts stackId={id} first={first} />
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
    <Empty title="No client endpoints yet" action={connect}>
      Service accounts and trusted issuers get tokens for a client endpoint. Create one first.
    </Empty>
  );
}

type ListProps = {
  readonly stackId: string;
  /** The preselected endpoint for a new service account or trusted issuer. */
  readonly first: PickedEndpoint;
};

function ServiceAccounts({ stackId, first }: ListProps) {
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<FreshSecret>();
  return (
    <Section
      title="Service accounts"
      about="For programs such as nightly jobs and pipelines. They sign in on their own and get tokens that expire after 15 minutes."
      action={
        <May right="WRITE">
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            New service account
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
  const list = useList(STACKS_MACHINES, variables, ({ stack }) => stack?.serviceAccounts);
  return (
    <PagedList
      list={list}
      all={list.first?.stack?.all.totalCount ?? null}
      kind={MACHINE_LIST}
      noun={MACHINES}
      search={search}
      onChange={change}
      searchedFields="Search covers names."
      empty={
        <Empty title="No service accounts yet">
          Create one for a program that signs in with a secret or its own private key.
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
      about="Exchange JWTs from your identity provider for stack tokens. Each token is for the end user named in the JWT."
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
      searchedFields="Search covers names and URLs."
      empty={
        <Empty title="No trusted issuers yet">
          Trust an issuer to let its users and workloads connect without an account here.
        </Empty>
      }
    >
      {(rows) => <IssuerTable issuers={rows} />}
    </PagedList>
  );
}
