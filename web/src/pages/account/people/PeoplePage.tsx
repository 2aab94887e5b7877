import '../account.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { isThisMachine } from '../../../api/thisMachine.ts';
import type { AccountPeopleQuery } from '../../../gql/graphql.ts';
import type { ListSearch } from '../../../lists/address.ts';
import type { Noun } from '../../../lists/total.ts';
import { WholeList } from '../../../lists/WholeList.tsx';
import { MayOpen } from '../../../shell/May.tsx';
import { nameOfRole } from '../../../shell/roleWords.ts';
import { useMayInAccount } from '../../../shell/useMay.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SecretOnce } from '../../../ui/SecretOnce.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { PERSON_LIST } from '../lists.ts';
import { StackRolesOf } from '../StackRolesOf.tsx';
import { usePeople } from '../usePeople.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { ACCOUNT_WITHDRAW } from './operations.ts';
import { RemovePersonDialog } from './RemovePersonDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { SignOutPerson } from './SignOutPerson.tsx';

type Person = NonNullable<AccountPeopleQuery['users']>[number];
const NOUN: Noun = ['person', 'people'];
type Open = { readonly dialog: 'role' | 'remove'; readonly person: Person };

export function PeoplePage() {
  const mayManage = useMayInAccount('ADMIN');
  const [isInviting, setIsInviting] = useState(false);
  const { secrets, show, drop } = useSecrets<string>();
  const invite = (
    <Button kind="primary" onClick={() => setIsInviting(true)}>
      Invite someone
    </Button>
  );
  return (
    <Page
      title="People"
      about="Roles set each person’s rights in the account and its stacks."
      actions={mayManage && invite}
    >
      {secrets.map((url) => (
        <NewInvitation key={url} url={url} onDone={() => drop(url)} />
      ))}
      <MayOpen right="READ" action="see people">
        <PeopleList />
      </MayOpen>
      {isInviting && <InviteDialog onInvited={show} onClose={() => setIsInviting(false)} />}
    </Page>
  );
}

function PeopleList() {
  const query = usePeople();
  const search: ListSearch = useSearch({ from: '/inside/people' });
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const mayManage = useMayInAccount('ADMIN');
  const close = () => setOpen(null);
  return (
    <>
      <Loaded query={query} lines={1}>
        {({ users, me, invitations }) => (
          <>
            <WholeList
              rows={users ?? []}
              kind={PERSON_LIST}
              noun={NOUN}
              search={search}
              onChange={(next) => navigate({ to: '/people', search: next, replace: true, resetScroll: false })}
              searchedFields="Search covers emails and roles."
            >
              {(shown) => (
                <ul className="card card--flush">
                  {shown.map((person) => (
                    <PersonRow
                      key={person.id}
                      person={person}
                      isMe={person.id === me?.id}
                      mayManage={mayManage}
                      onOpen={(dialog) => setOpen({ dialog, person })}
                    />
                  ))}
                </ul>
              )}
            </WholeList>
            <Invitations rows={invitations ?? []} mayManage={mayManage} />
          </>
        )}
      </Loaded>
      {open?.dialog === 'role' && <RoleDialog person={open.person} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePersonDialog person={open.person} onClose={close} />}
    </>
  );
}

type PersonRowProps = {
  readonly person: Person;
  readonly isMe: boolean;
  readonly mayManage: boolean;
  readonly onOpen: (dialog: Open['dialog']) => void;
};

function PersonRow({ person, isMe, mayManage, onOpen }: PersonRowProps) {
  const { id, email, role, stackRoles, lastSignInAt } = person;
  return (
    <li className="account-row">
      <div>
        <p className="row">
          <strong className="account-name">{email}</strong>
          {isMe && <Badge kind="accent">You</Badge>}
          <Badge>{nameOfRole(role)}</Badge>
        </p>
        <StackRolesOf roles={stackRoles} />
        <p className="soft small">
          {lastSignInAt ? (
            <>
              Signed in <Time at={lastSignInAt} />
            </>
          ) : (
            'Never signed in'
          )}
        </p>
      </div>
      {mayManage && (
        <div className="row">
          <Button size="small" aria-label={`Change role of ${email}`} onClick={() => onOpen('role')}>
            Change role
          </Button>
          {!isMe && (
            <>
              <SignOutPerson id={id} email={email} />
              <Button size="small" kind="danger" aria-label={`Remove ${email}`} onClick={() => onOpen('remove')}>
                Remove
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

type Invitation = NonNullable<AccountPeopleQuery['invitations']>[number];

type InvitationsProps = { readonly rows: readonly Invitation[]; readonly mayManage: boolean };

function Invitations({ rows, mayManage }: InvitationsProps) {
  if (rows.length === 0) return null;
  return (
    <ul className="card card--flush" aria-label="Open invitations">
      {rows.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} mayManage={mayManage} />
      ))}
    </ul>
  );
}

type InvitationRowProps = { readonly invitation: Invitation; readonly mayManage: boolean };

function InvitationRow({ invitation, mayManage }: InvitationRowProps) {
  const { id, role, stackRoles, createdAt, expiresAt } = invitation;
  const withdraw = useApiMutation('revokeInvitation', async () =>
    payloadOf((await sendOperation(ACCOUNT_WITHDRAW, { input: { invitationId: id } })).revokeInvitation),
  );
  const onWithdrawn = () => toast('Invitation withdrawn');
  return (
    <li className="account-row">
      <div>
        <p>Pending invitation: {nameOfRole(role)}</p>
        <StackRolesOf roles={stackRoles} />
        <p className="soft small">
          Created <Time at={createdAt} />, expires <Time at={expiresAt} />
        </p>
        <ErrorNotice error={withdraw.error} />
      </div>
      {mayManage && (
        <Button
          size="small"
          kind="danger"
          isBusy={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onSuccess: onWithdrawn })}
        >
          Withdraw<span className="visually-hidden"> invitation</span>
        </Button>
      )}
    </li>
  );
}

type NewInvitationProps = { readonly url: string; readonly onDone: () => void };

/** Shows an invitation's link, which the server returns only once. */
function NewInvitation({ url, onDone }: NewInvitationProps) {
  return (
    <SecretOnce label="invitation link" secret={url} onDone={onDone}>
      <p>Send it to the person you’re inviting. It works once and expires after 24 hours.</p>
      {isThisMachine(new URL(url).hostname) && (
        <p>
          The link points to this machine, so it works only here. For other people, set <code>TOOLYARD_PUBLIC_URL</code>{' '}
          to a URL they can reach, then create a new link.
        </p>
      )}
    </SecretOnce>
  );
}
