import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { isThisMachine } from '../../../api/thisMachine.ts';
import type { AccountPeopleQuery, Role } from '../../../gql/graphql.ts';
import { nameOfRole } from '../../../shell/roleWords.ts';
import { useMay } from '../../../shell/useMay.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { SecretOnce } from '../../../ui/SecretOnce.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useSecrets } from '../../../ui/useSecrets.ts';
import { RoleField } from '../RoleField.tsx';
import { Section } from '../Section.tsx';
import { usePeople } from '../usePeople.ts';
import { ACCOUNT_INVITE, ACCOUNT_REMOVE_USER, ACCOUNT_UPDATE_ROLE, ACCOUNT_WITHDRAW } from './operations.ts';
import { SignOutPerson } from './SignOutPerson.tsx';

type Person = NonNullable<AccountPeopleQuery['users']>[number];

export function PeopleSection() {
  const query = usePeople();
  const [removing, setRemoving] = useState<Person | null>(null);
  const { secrets, show, drop } = useSecrets<string>();
  const mayManage = useMay('ADMIN');
  const [role, setRole] = useState<Role>('DEVELOPER');
  const invite = useApiMutation('createInvitation', async () =>
    payloadOf((await sendOperation(ACCOUNT_INVITE, { input: { role } })).createInvitation),
  );
  const onInvited = ({ url }: { readonly url: string }) => {
    show(url);
    // The mutation keeps its result, and with it the secret.
    invite.reset();
  };
  const action = mayManage && (
    <div className="row">
      <RoleField label={<VisuallyHidden>Role of the person to invite</VisuallyHidden>} role={role} onChange={setRole} />
      <Button isBusy={invite.isPending} onClick={() => invite.mutate(undefined, { onSuccess: onInvited })}>
        Invite someone
      </Button>
    </div>
  );
  return (
    <Section title="People" about="What each may do in this account is their role." action={action}>
      <ErrorNotice error={invite.error} />
      {secrets.map((url) => (
        <NewInvitation key={url} url={url} onDone={() => drop(url)} />
      ))}
      <Loaded query={query} lines={1}>
        {({ users, me, invitations }) => (
          <ul className="card card--flush">
            {(users ?? []).map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isMe={person.id === me?.id}
                mayManage={mayManage}
                onRemove={() => setRemoving(person)}
              />
            ))}
            {(invitations ?? []).map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </Loaded>
      {removing && <RemovePersonDialog person={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}

type PersonRowProps = {
  readonly person: Person;
  readonly isMe: boolean;
  readonly mayManage: boolean;
  readonly onRemove: () => void;
};

function PersonRow({ person: { id, email, role, lastSignInAt }, isMe, mayManage, onRemove }: PersonRowProps) {
  // Saved by a button: with the keyboard, each option that is passed would be chosen.
  const [chosen, setChosen] = useState(role);
  const change = useApiMutation('updateUserRole', async (next: Role) =>
    payloadOf((await sendOperation(ACCOUNT_UPDATE_ROLE, { input: { userId: id, role: next } })).updateUserRole),
  );
  return (
    <li className="account-row">
      <div>
        <p className="row">
          <strong className="account-name">{email}</strong>
          {isMe && <Badge kind="accent">You</Badge>}
          {!mayManage && <Badge>{nameOfRole(role)}</Badge>}
        </p>
        <p className="soft small">
          {lastSignInAt ? (
            <>
              Signed in <Time at={lastSignInAt} />
            </>
          ) : (
            'Never signed in'
          )}
        </p>
        <ErrorNotice error={change.error} />
      </div>
      {mayManage && (
        <div className="row">
          <RoleField
            label={<VisuallyHidden>Role of {email}</VisuallyHidden>}
            role={chosen}
            isDisabled={change.isPending}
            onChange={setChosen}
          />
          {chosen !== role && (
            <Button
              size="small"
              isBusy={change.isPending}
              onClick={() => change.mutate(chosen, { onSuccess: () => toast('The role is saved') })}
            >
              Save role
            </Button>
          )}
          {!isMe && (
            <>
              <SignOutPerson id={id} email={email} />
              <Button size="small" kind="danger" onClick={onRemove}>
                Remove<VisuallyHidden> {email}</VisuallyHidden>
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

type RemovePersonProps = { readonly person: Person; readonly onClose: () => void };

function RemovePersonDialog({ person: { id, email }, onClose }: RemovePersonProps) {
  const remove = useApiMutation('removeUser', async (userId: string) =>
    payloadOf((await sendOperation(ACCOUNT_REMOVE_USER, { input: { userId } })).removeUser),
  );
  return (
    <ConfirmDialog
      title={`Remove ${email}?`}
      action="Remove"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Their sessions end at once, and all open invitations of this account are taken back: send new ones to whoever
        should still come. Keys and tokens that they made keep working: the{' '}
        <Link to="/audit" search={{ q: id }}>
          audit log
        </Link>{' '}
        lists them. Revoke those that they may know.
      </p>
      <p className="soft small">
        Whoever may join through single sign-on without an invitation can come back: close their sign-in there too.
      </p>
    </ConfirmDialog>
  );
}

const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
);

type Invitation = NonNullable<AccountPeopleQuery['invitations']>[number];

type InvitationRowProps = { readonly invitation: Invitation; readonly mayManage: boolean };

/** An invitation that nobody has accepted yet. */
function InvitationRow({ invitation: { id, role, createdAt, expiresAt }, mayManage }: InvitationRowProps) {
  const withdraw = useApiMutation('revokeInvitation', async () =>
    payloadOf((await sendOperation(ACCOUNT_WITHDRAW, { input: { invitationId: id } })).revokeInvitation),
  );
  const onWithdrawn = () => toast('The invitation is withdrawn');
  return (
    <li className="account-row">
      <div>
        <p>Invitation that waits to be accepted: {nameOfRole(role)}</p>
        <p className="soft small">
          Made <Time at={createdAt} />, ends <Time at={expiresAt} />
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
          Withdraw<VisuallyHidden> invitation</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

type NewInvitationProps = { readonly url: string; readonly onDone: () => void };

/** Shows an invitation's link, which the server gives only once. */
function NewInvitation({ url, onDone }: NewInvitationProps) {
  return (
    <SecretOnce label="invitation link" secret={url} onDone={onDone}>
      <p>Send it to one person, who then has the role that you chose. It works once, for a day.</p>
      {isThisMachine(new URL(url).hostname) && (
        <p>
          It leads to this machine, so it works for people at this machine alone. For others, set{' '}
          <code>TOOLYARD_PUBLIC_URL</code> to an address that they reach, then make a new link.
        </p>
      )}
    </SecretOnce>
  );
}
